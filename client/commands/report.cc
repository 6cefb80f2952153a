#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "client/raster_import.h"
#include "sim/base/status_macros.h"
#include "sim/report/measure_table.h"
#include "sim/report/terrain_measures.h"

namespace talus {
namespace {

// The range of the literature, and whether the value lies in it.
std::string Verdict(const MeasureRow& row, const std::optional<double>& value) {
  if (!row.range) return "";
  const LiteratureRange& r = *row.range;
  const char* verdict = !value            ? ""
                        : *value < r.low  ? "below"
                        : *value > r.high ? "above"
                                          : "inside";
  return absl::StrFormat("%-7s %g to %g (%s)", verdict, r.low, r.high,
                         std::string(r.source));
}

class Report : public Command {
 public:
  explicit Report(CLI::App* app) : Command(app) {
    app->add_option("raster", path_, "Heights, in any file that GDAL reads")
        ->required();
    app->add_option("--before", before_,
                    "The same land before, to stand beside it");
    app->add_option("--cell-size", cell_size_m_,
                    "Metres, where the raster does not say");
    app->add_option("--channel-area", channel_area_m2_,
                    absl::StrFormat("Square metres that drain through where "
                                    "channels begin (default %g)",
                                    channel_area_m2_))
        ->check(CLI::PositiveNumber);
    app->add_flag("--json", json_, "Print JSON");
  }

  absl::Status Run(const Session& session) override {
    std::vector<TerrainMeasures> columns;
    for (const std::string& path : {before_, path_}) {
      if (path.empty()) continue;
      TALUS_ASSIGN_OR_RETURN(const TerrainMeasures m, Measure(path));
      if (session.stop.stop_requested()) {
        return absl::CancelledError("cancelled");
      }
      columns.push_back(m);
    }
    json_ ? PrintJson(session, columns) : PrintTable(session, columns);
    return absl::OkStatus();
  }

 private:
  absl::StatusOr<TerrainMeasures> Measure(const std::string& path) const {
    ImportOptions options;
    options.cell_size_m = cell_size_m_;
    TALUS_ASSIGN_OR_RETURN(const ImportedRaster raster,
                           ImportRaster(path, options));
    return MeasureTerrain(
        raster.data->quanta,
        {.cell_m = raster.cell_m, .channel_area_m2 = channel_area_m2_});
  }

  static void PrintTable(const Session& session,
                         const std::vector<TerrainMeasures>& columns) {
    std::string head = absl::StrFormat("%-32s", "");
    if (columns.size() > 1) absl::StrAppendFormat(&head, "%12s", "before");
    absl::StrAppendFormat(&head, "%12s", columns.size() > 1 ? "after" : "");
    absl::FPrintF(session.out, "%s         real land\n", head);
    for (const MeasureRow& row : MeasureRows()) {
      std::string label(row.text);
      if (!row.unit.empty()) label.append(", ").append(row.unit);
      std::string line = absl::StrFormat("%-32s", label);
      for (const TerrainMeasures& m : columns) {
        const std::optional<double> value = row.value(m);
        absl::StrAppendFormat(&line, "%12s",
                              value ? absl::StrFormat("%.4g", *value) : "-");
      }
      absl::FPrintF(session.out, "%s  %s\n", line,
                    Verdict(row, row.value(columns.back())));
    }
  }

  // In the order of the rows, so that two reports can be compared by line.
  static void PrintJson(const Session& session,
                        const std::vector<TerrainMeasures>& columns) {
    std::string json = "{\n";
    for (size_t i = 0; i < columns.size(); ++i) {
      const bool last = i + 1 == columns.size();
      absl::StrAppendFormat(&json, " \"%s\": {", last ? "measures" : "before");
      const char* comma = "";
      for (const MeasureRow& row : MeasureRows()) {
        const std::optional<double> value = row.value(columns[i]);
        absl::StrAppendFormat(&json, "%s\n  \"%s\": %s", comma,
                              std::string(row.key),
                              value ? absl::StrFormat("%.9g", *value) : "null");
        comma = ",";
      }
      json += "\n },\n";
    }
    json += " \"real_land\": {";
    const char* comma = "";
    for (const MeasureRow& row : MeasureRows()) {
      if (!row.range) continue;
      absl::StrAppendFormat(
          &json,
          "%s\n  \"%s\": {\"low\": %g, \"high\": %g, \"source\": \"%s\"}",
          comma, std::string(row.key), row.range->low, row.range->high,
          std::string(row.range->source));
      comma = ",";
    }
    json += "\n }\n}\n";
    absl::FPrintF(session.out, "%s", json);
  }

  std::string path_;
  std::string before_;
  std::optional<double> cell_size_m_;
  double channel_area_m2_ = MeasureOptions().channel_area_m2;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> AddReport(CLI::App& root) {
  return std::make_unique<Report>(root.add_subcommand(
      "report",
      "Measures how much like real land a raster is: slopes, pits, channels, "
      "drainage"));
}

}  // namespace talus

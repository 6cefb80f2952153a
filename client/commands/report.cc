#include <google/protobuf/struct.pb.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "client/message_json.h"
#include "client/raster_import.h"
#include "sim/base/status_macros.h"
#include "sim/report/measure_table.h"
#include "sim/report/terrain_measures.h"

namespace talus {
namespace {

std::string NumberOr(const std::optional<double>& value,
                     const std::string& none) {
  return value ? absl::StrFormat("%.4g", *value) : none;
}

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
                    "Square metres that drain through where channels begin "
                    "(default 50000)")
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
    return json_ ? PrintJson(session, columns) : PrintTable(session, columns);
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

  absl::Status PrintTable(const Session& session,
                          const std::vector<TerrainMeasures>& columns) const {
    std::string head = absl::StrFormat("%-32s", "");
    if (columns.size() > 1) absl::StrAppendFormat(&head, "%12s", "before");
    absl::StrAppendFormat(&head, "%12s", columns.size() > 1 ? "after" : "");
    absl::FPrintF(session.out, "%s         real land\n", head);
    for (const MeasureRow& row : MeasureRows()) {
      std::string label(row.text);
      if (!row.unit.empty()) label.append(", ").append(row.unit);
      std::string line = absl::StrFormat("%-32s", label);
      for (const TerrainMeasures& m : columns) {
        absl::StrAppendFormat(&line, "%12s", NumberOr(row.value(m), "-"));
      }
      absl::FPrintF(session.out, "%s  %s\n", line,
                    Verdict(row, row.value(columns.back())));
    }
    return absl::OkStatus();
  }

  absl::Status PrintJson(const Session& session,
                         const std::vector<TerrainMeasures>& columns) const {
    google::protobuf::Struct report;
    const auto object =
        [](google::protobuf::Struct& in,
           const std::string& key) -> google::protobuf::Struct& {
      return *(*in.mutable_fields())[key].mutable_struct_value();
    };
    for (size_t i = 0; i < columns.size(); ++i) {
      google::protobuf::Struct& column =
          object(report, i + 1 == columns.size() ? "measures" : "before");
      for (const MeasureRow& row : MeasureRows()) {
        google::protobuf::Value& value =
            (*column.mutable_fields())[std::string(row.key)];
        if (const auto number = row.value(columns[i])) {
          value.set_number_value(*number);
        } else {
          value.set_null_value(google::protobuf::NULL_VALUE);
        }
      }
    }
    google::protobuf::Struct& ranges = object(report, "real_land");
    for (const MeasureRow& row : MeasureRows()) {
      if (!row.range) continue;
      google::protobuf::Struct& range = object(ranges, std::string(row.key));
      (*range.mutable_fields())["low"].set_number_value(row.range->low);
      (*range.mutable_fields())["high"].set_number_value(row.range->high);
      (*range.mutable_fields())["source"].set_string_value(
          std::string(row.range->source));
    }
    TALUS_ASSIGN_OR_RETURN(const std::string json, MessageToJson(report));
    absl::FPrintF(session.out, "%s", json);
    return absl::OkStatus();
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

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "client/pending_file.h"
#include "client/png_writer.h"
#include "client/progress_line.h"
#include "client/raster_import.h"
#include "sim/base/status_macros.h"
#include "sim/report/measure_table.h"
#include "sim/report/report_json.h"
#include "sim/report/report_plots.h"
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
    app->add_flag("--json", json_, "Print JSON, with the curves");
    app->add_option("--plots", plots_,
                    "Folder for plots of the curves, <measure>.png");
  }

  absl::Status Run(const Session& session) override {
    std::vector<ReportColumn> columns;
    for (const std::string& path : {before_, path_}) {
      if (path.empty()) continue;
      TALUS_ASSIGN_OR_RETURN(TerrainMeasures m, Measure(session, path));
      columns.push_back({"", std::move(m)});
    }
    NameColumns(columns);
    if (!plots_.empty()) TALUS_RETURN_IF_ERROR(WritePlots(session, columns));
    json_ ? PrintJson(session, columns) : PrintTable(session, columns);
    return absl::OkStatus();
  }

 private:
  void NameColumns(std::vector<ReportColumn>& columns) const {
    columns.front().name = "before";
    columns.back().name = columns.size() > 1
                              ? "after"
                              : std::filesystem::path(path_).stem().string();
  }

  absl::StatusOr<TerrainMeasures> Measure(const Session& session,
                                          const std::string& path) const {
    ImportOptions options;
    options.cell_size_m = cell_size_m_;
    TALUS_ASSIGN_OR_RETURN(const ImportedRaster raster,
                           ImportRaster(path, options));
    ProgressLine line(session.err, isatty(fileno(session.err)) != 0,
                      std::filesystem::path(path).stem().string());
    return MeasureTerrain(
        raster.data->quanta,
        {.cell_m = raster.cell_m, .channel_area_m2 = channel_area_m2_},
        session.stop, [&](int64_t done, int64_t total) {
          // Nobody needs to be told of a short wait.
          if (line.elapsed_s() >= 1) line.Update(done, total);
        });
  }

  // Paths go where results go, but beside JSON, which must stay JSON.
  absl::Status WritePlots(const Session& session,
                          const std::vector<ReportColumn>& columns) const {
    TALUS_RETURN_IF_ERROR(MakeFolder(plots_));
    for (const ReportPlot& p : PlotsOf(columns)) {
      if (session.stop.stop_requested()) {
        return absl::CancelledError("cancelled");
      }
      const std::string path =
          (std::filesystem::path(plots_) / (p.stem + ".png")).string();
      TALUS_RETURN_IF_ERROR(WritePng(path, DrawPlot(p.plot)));
      absl::FPrintF(json_ ? session.err : session.out, "%s\n", path);
    }
    return absl::OkStatus();
  }

  static void PrintTable(const Session& session,
                         const std::vector<ReportColumn>& columns) {
    std::string head = absl::StrFormat("%-32s", "");
    if (columns.size() > 1) absl::StrAppendFormat(&head, "%12s", "before");
    absl::StrAppendFormat(&head, "%12s", columns.size() > 1 ? "after" : "");
    absl::FPrintF(session.out, "%s         real land\n", head);
    for (const MeasureRow& row : MeasureRows()) {
      std::string label(row.text);
      if (!row.unit.empty()) label.append(", ").append(row.unit);
      std::string line = absl::StrFormat("%-32s", label);
      for (const ReportColumn& c : columns) {
        const std::optional<double> value = row.value(c.measures);
        absl::StrAppendFormat(&line, "%12s",
                              value ? absl::StrFormat("%.4g", *value) : "-");
      }
      absl::FPrintF(session.out, "%s  %s\n", line,
                    Verdict(row, row.value(columns.back().measures)));
    }
  }

  static void PrintJson(const Session& session,
                        const std::vector<ReportColumn>& columns) {
    absl::FPrintF(session.out, "%s", ReportJson(columns));
  }

  std::string path_;
  std::string before_;
  std::string plots_;
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

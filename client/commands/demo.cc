#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "client/commands/export_job.h"
#include "client/commands/flags.h"
#include "client/commands/raster_erosion.h"
#include "client/progress_line.h"
#include "client/recipe_file.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

constexpr char kFormats[] = "tiff,hillshade,relief,sheet";

class Demo : public Command {
 public:
  explicit Demo(CLI::App* app) : Command(app) {
    app->add_option("--out", out_, "Folder for the files")
        ->capture_default_str();
    app->add_option("--dem", dem_, "A DEM to erode as well");
    app->add_option("--preset", preset_, "Preset to make")
        ->capture_default_str();
    app->add_option("--size", size_, "Edge of its region in cells")
        ->check(WholeNumber(1, 1 << 20))
        ->capture_default_str();
    source_.Add(*app, /*with_server=*/false);
  }

  absl::Status Run(const Session& session) override {
    const auto begin = std::chrono::steady_clock::now();
    // A DEM that cannot be taken is told of before any work.
    std::optional<ExportJob> dem;
    if (!dem_.empty()) {
      TALUS_ASSIGN_OR_RETURN(dem, DemJob(session));
    }
    TALUS_ASSIGN_OR_RETURN(ExportJob preset, PresetJob(session));
    if (dem) preset.inputs = dem->inputs;
    TALUS_ASSIGN_OR_RETURN(ExportReport report,
                           Export(session, std::move(preset)));
    if (dem) {
      TALUS_ASSIGN_OR_RETURN(const ExportReport eroded,
                             Export(session, *std::move(dem)));
      report.paths.insert(report.paths.end(), eroded.paths.begin(),
                          eroded.paths.end());
      report.cell_passes += eroded.cell_passes;
      report.making_s += eroded.making_s;
    }
    const double total_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count();
    for (const std::string& path : report.paths) {
      absl::FPrintF(session.out, "%s\n", path);
    }
    absl::FPrintF(
        session.out, "total %.1f s; eroded at %s cell-passes/s\n", total_s,
        FormatCount(static_cast<double>(report.cell_passes) / report.making_s));
    return absl::OkStatus();
  }

 private:
  absl::StatusOr<ExportJob> PresetJob(const Session& session) {
    TALUS_ASSIGN_OR_RETURN(NamedRecipe named, LoadRecipe(preset_));
    ExportJob job;
    job.name = named.name;
    TALUS_ASSIGN_OR_RETURN(
        job.query.recipe,
        FinishRecipe(std::move(named.recipe), "", {}, std::nullopt, session));
    job.query.request.region = {0, 0, size_, size_};
    return job;
  }

  absl::StatusOr<ExportJob> DemJob(const Session& session) {
    TALUS_ASSIGN_OR_RETURN(const EngineOptions options, source_.Options());
    RasterErosion erosion;
    erosion.file = dem_;
    ExportJob job;
    job.name = std::filesystem::path(dem_).stem().string() + "_eroded";
    TALUS_RETURN_IF_ERROR(
        FillErosion(session, erosion, options.memory_bytes, job));
    return job;
  }

  absl::StatusOr<ExportReport> Export(const Session& session, ExportJob job) {
    TALUS_ASSIGN_OR_RETURN(job.formats, ParseFormats(kFormats));
    job.layers = "height";
    job.inputs.push_back(preset_);
    job.folder = out_;
    return RunExport(session, source_, std::move(job));
  }

  std::string out_ = "out/demo";
  std::string dem_;
  std::string preset_ = "alps";
  int64_t size_ = 2048;
  SourceFlags source_;
};

}  // namespace

std::unique_ptr<Command> AddDemo(CLI::App& root) {
  return std::make_unique<Demo>(root.add_subcommand(
      "demo", "Makes the pictures and rasters of a first look"));
}

}  // namespace talus

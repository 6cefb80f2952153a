#include <filesystem>

#include "client/commands/command.h"
#include "client/commands/export_job.h"
#include "client/commands/flags.h"
#include "client/commands/raster_erosion.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

class Erode : public Command {
 public:
  explicit Erode(CLI::App* app) : Command(app) {
    app->add_option("file", erosion_.file,
                    "Raster of heights: any that GDAL reads")
        ->required();
    app->add_option("--recipe", erosion_.recipe,
                    "Preset or recipe whose eroding stages are used");
    app->add_option("--seed", erosion_.seed,
                    "Seed: a number, a text, or random");
    app->add_option("--set", erosion_.sets,
                    "Sets one parameter, PATH=VALUE; the "
                    "raster is stages[0]")
        ->allow_extra_args(false);
    app->add_option("--band", erosion_.band, "Band of the raster")
        ->check(WholeNumber(1, 65535))
        ->capture_default_str();
    app->add_option("--cell-size", erosion_.cell_size_m,
                    "Edge of a cell in metres, where the raster does not say");
    AddRasterFlag(*app, rasters_);
    output_.format = "tiff,hillshade,sheet";
    output_.Add(*app);
    source_.Add(*app, /*with_server=*/false);
  }

  absl::Status Run(const Session& session) override {
    ExportJob job;
    TALUS_RETURN_IF_ERROR(output_.Fill(
        std::filesystem::path(erosion_.file).stem().string() + "_eroded", job));
    TALUS_ASSIGN_OR_RETURN(const EngineOptions options, source_.Options());
    TALUS_RETURN_IF_ERROR(
        FillErosion(session, erosion_, options.memory_bytes, job));
    TALUS_RETURN_IF_ERROR(BringRasters(session, rasters_, options.memory_bytes,
                                       job.query, job.inputs));
    TALUS_ASSIGN_OR_RETURN(const ExportReport report,
                           RunExport(session, source_, std::move(job)));
    PrintReport(session, report);
    return absl::OkStatus();
  }

 private:
  RasterErosion erosion_;
  std::vector<std::string> rasters_;
  OutputFlags output_;
  SourceFlags source_;
};

}  // namespace

std::unique_ptr<Command> AddErode(CLI::App& root) {
  return std::make_unique<Erode>(root.add_subcommand(
      "erode",
      "Erodes a raster of heights; the result has its extent, place and "
      "nodata"));
}

}  // namespace talus

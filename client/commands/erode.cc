#include <filesystem>

#include "client/commands/command.h"
#include "client/commands/export_job.h"
#include "client/commands/flags.h"
#include "client/erode_recipe.h"
#include "client/raster_import.h"
#include "client/recipe_file.h"
#include "sim/base/status_macros.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

class Erode : public Command {
 public:
  explicit Erode(CLI::App* app) : Command(app) {
    app->add_option("file", file_, "Raster of heights: any that GDAL reads")
        ->required();
    app->add_option("--recipe", recipe_,
                    "Preset or recipe whose eroding stages are used");
    app->add_option("--seed", seed_, "Seed: a number, a text, or random");
    app->add_option("--set", sets_,
                    "Sets one parameter, PATH=VALUE; the "
                    "raster is stages[0]")
        ->allow_extra_args(false);
    app->add_option("--band", band_, "Band of the raster")
        ->check(WholeNumber(1, 65535))
        ->capture_default_str();
    app->add_option("--cell-size", cell_size_m_,
                    "Edge of a cell in metres, where the raster does not say");
    AddRasterFlag(*app, rasters_);
    output_.format = "tiff,hillshade,sheet";
    output_.Add(*app);
    source_.Add(*app, /*with_server=*/false);
  }

  absl::Status Run(const Session& session) override {
    ExportJob job;
    TALUS_RETURN_IF_ERROR(output_.Fill(
        std::filesystem::path(file_).stem().string() + "_eroded", job));
    TALUS_ASSIGN_OR_RETURN(const v1::Recipe process, Process());
    ImportOptions import;
    import.band = band_;
    import.cell_size_m = cell_size_m_;
    TALUS_ASSIGN_OR_RETURN(const EngineOptions options, source_.Options());
    import.memory_bytes = options.memory_bytes;
    TALUS_ASSIGN_OR_RETURN(const ImportedRaster raster,
                           ImportRaster(file_, import));
    TALUS_ASSIGN_OR_RETURN(v1::Recipe recipe, ErodeRecipe(raster, process));
    TALUS_ASSIGN_OR_RETURN(
        job.query.recipe,
        FinishRecipe(std::move(recipe), seed_, sets_, std::nullopt, session));
    job.query.rasters[raster.sha256] = raster.data;
    job.query.request.region = raster.data->quanta.rect();
    job.raster = raster.georeference;
    job.nodata = raster.nodata;
    job.inputs = raster.files;
    job.inputs.push_back(file_);
    job.inputs.push_back(recipe_);
    TALUS_RETURN_IF_ERROR(BringRasters(session, rasters_, options.memory_bytes,
                                       job.query, job.inputs));
    TALUS_ASSIGN_OR_RETURN(const ExportReport report,
                           RunExport(session, source_, std::move(job)));
    PrintReport(session, report);
    return absl::OkStatus();
  }

 private:
  absl::StatusOr<v1::Recipe> Process() const {
    if (recipe_.empty()) return ParseRecipe(kErodeStages);
    TALUS_ASSIGN_OR_RETURN(NamedRecipe named, LoadRecipe(recipe_));
    return std::move(named.recipe);
  }

  std::string file_;
  std::string recipe_;
  std::string seed_;
  std::vector<std::string> sets_;
  std::vector<std::string> rasters_;
  int band_ = 1;
  std::optional<double> cell_size_m_;
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

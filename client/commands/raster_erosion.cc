#include "client/commands/raster_erosion.h"

#include <utility>

#include "client/erode_recipe.h"
#include "client/raster_import.h"
#include "client/recipe_file.h"
#include "sim/base/status_macros.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

absl::StatusOr<v1::Recipe> ProcessOf(const std::string& recipe) {
  if (recipe.empty()) return ParseRecipe(kErodeStages);
  TALUS_ASSIGN_OR_RETURN(NamedRecipe named, LoadRecipe(recipe));
  return std::move(named.recipe);
}

}  // namespace

absl::Status FillErosion(const Session& session, const RasterErosion& erosion,
                         int64_t memory_bytes, ExportJob& job) {
  TALUS_ASSIGN_OR_RETURN(const v1::Recipe process, ProcessOf(erosion.recipe));
  ImportOptions import;
  import.band = erosion.band;
  import.cell_size_m = erosion.cell_size_m;
  import.memory_bytes = memory_bytes;
  TALUS_ASSIGN_OR_RETURN(const ImportedRaster raster,
                         ImportRaster(erosion.file, import));
  TALUS_ASSIGN_OR_RETURN(v1::Recipe recipe, ErodeRecipe(raster, process));
  TALUS_ASSIGN_OR_RETURN(job.query.recipe,
                         FinishRecipe(std::move(recipe), erosion.seed,
                                      erosion.sets, std::nullopt, session));
  job.query.rasters[raster.sha256] = raster.data;
  job.query.request.region = raster.data->quanta.rect();
  job.raster = raster.georeference;
  job.nodata = raster.nodata;
  job.inputs.insert(job.inputs.end(), raster.files.begin(), raster.files.end());
  job.inputs.push_back(erosion.file);
  if (!erosion.recipe.empty()) job.inputs.push_back(erosion.recipe);
  return absl::OkStatus();
}

}  // namespace talus

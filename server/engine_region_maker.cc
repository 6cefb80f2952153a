#include "server/engine_region_maker.h"

#include <utility>

#include "sim/base/status_macros.h"

namespace talus {

absl::StatusOr<LandscapePtr> EngineRegionMaker::Prepare(
    const CanonicalRecipe& recipe) {
  auto landscape = std::make_shared<Landscape>();
  landscape->recipe = recipe;
  // The server holds no rasters; recipes that import one are refused.
  TALUS_ASSIGN_OR_RETURN(
      landscape->program,
      Program::Compile(recipe.recipe, recipe.digest, RasterSet()));
  return landscape;
}

absl::StatusOr<RegionPlan> EngineRegionMaker::Plan(const Landscape& landscape,
                                                   const RegionRequest& request,
                                                   std::stop_token stop) {
  return engine_.Plan(*landscape.program, request, stop);
}

absl::StatusOr<RegionSummary> EngineRegionMaker::Run(
    const Landscape& landscape, const RegionRequest& request, TileSink& sink,
    std::stop_token stop, const ProgressFn& progress) {
  return engine_.Run(*landscape.program, request, sink, std::move(stop),
                     progress);
}

}  // namespace talus

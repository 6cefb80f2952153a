#include "client/embedded_source.h"

#include <memory>

#include "sim/base/status_macros.h"
#include "wire/region_messages.h"

namespace talus {

absl::StatusOr<v1::PlanRegionResponse> EmbeddedSource::Plan(
    const RegionQuery& query, std::stop_token stop) {
  TALUS_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program,
                         Program::Compile(query.recipe.recipe,
                                          query.recipe.digest, query.rasters));
  TALUS_ASSIGN_OR_RETURN(const RegionPlan plan,
                         engine_.Plan(*program, query.request, stop));
  v1::PlanRegionResponse response;
  *response.mutable_plan() = ToMessage(plan);
  response.mutable_plan()->set_recipe_digest(query.recipe.digest);
  response.mutable_plan()->set_engine_version(kEngineVersion);
  *response.mutable_canonical_recipe() = query.recipe.recipe;
  response.set_tiles(plan.tiles);
  return response;
}

absl::StatusOr<RegionResult> EmbeddedSource::Run(const RegionQuery& query,
                                                 TileSink& sink,
                                                 std::stop_token stop,
                                                 const ProgressFn& progress) {
  TALUS_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program,
                         Program::Compile(query.recipe.recipe,
                                          query.recipe.digest, query.rasters));
  TALUS_ASSIGN_OR_RETURN(
      const RegionSummary summary,
      engine_.Run(*program, query.request, sink, stop, progress));
  return RegionResult{ToMessage(summary), kEngineVersion};
}

}  // namespace talus

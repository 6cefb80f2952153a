#include "client/remote_source.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/status_macros.h"
#include "wire/region_messages.h"

namespace talus {
namespace {

v1::RegionSpec SpecOf(const RegionQuery& query) {
  v1::RegionSpec spec;
  *spec.mutable_recipe() = query.recipe.recipe;
  spec.set_level(static_cast<uint32_t>(query.request.level));
  *spec.mutable_region() = ToMessage(query.request.region);
  query.request.layers.ForEach(
      [&](Layer layer) { spec.add_layers(ToMessage(layer)); });
  return spec;
}

// A server that names the landscape differently makes another one.
absl::Status CheckDigest(const v1::RegionPlan& plan, const RegionQuery& query) {
  if (plan.recipe_digest() == query.recipe.digest) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("the server reads the recipe as ", plan.recipe_digest(),
                   ", this client "
                   "as ",
                   query.recipe.digest, "; use versions that agree"));
}

}  // namespace

absl::StatusOr<v1::PlanRegionResponse> RemoteSource::Plan(
    const RegionQuery& query, std::stop_token stop) {
  v1::PlanRegionRequest request;
  *request.mutable_spec() = SpecOf(query);
  request.set_tile_size(static_cast<uint32_t>(query.request.tile_size));
  TALUS_ASSIGN_OR_RETURN(v1::PlanRegionResponse response,
                         client_.PlanRegion(request, stop));
  if (response.violations_size() > 0) {
    std::string message;
    for (const v1::FieldViolation& violation : response.violations()) {
      absl::StrAppend(&message, message.empty() ? "" : "\n",
                      violation.description());
    }
    return absl::InvalidArgumentError(message);
  }
  TALUS_RETURN_IF_ERROR(CheckDigest(response.plan(), query));
  return response;
}

absl::StatusOr<RegionResult> RemoteSource::Run(const RegionQuery& query,
                                               TileSink& sink,
                                               std::stop_token stop,
                                               const ProgressFn& progress) {
  v1::StreamRegionRequest request;
  *request.mutable_spec() = SpecOf(query);
  request.set_tile_size(static_cast<uint32_t>(query.request.tile_size));
  if (query.request.near) {
    request.mutable_near()->set_x(query.request.near->first);
    request.mutable_near()->set_y(query.request.near->second);
  }
  TALUS_ASSIGN_OR_RETURN(TerrainClient::StreamResult result,
                         client_.StreamRegion(request, sink, stop, progress));
  TALUS_RETURN_IF_ERROR(CheckDigest(result.accepted.plan(), query));
  return RegionResult{std::move(result.summary),
                      result.accepted.plan().engine_version()};
}

}  // namespace talus

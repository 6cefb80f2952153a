#ifndef TALUS_SERVER_REQUEST_CHECK_H_
#define TALUS_SERVER_REQUEST_CHECK_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/server_options.h"
#include "server/tile_source.h"
#include "sim/plan/engine.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/violation.h"
#include "talus/v1/terrain.pb.h"

// Requests understood, or what is wrong with them. Pure.
namespace talus {

// What the engine is to be asked for a region, and how its tiles are to be
// sent.
struct RegionQuestion {
  CanonicalRecipe recipe;  // cut at until_stage
  RegionRequest request;
  v1::SampleFormat format = v1::SAMPLE_FORMAT_F32;
};

// The same for a tile.
struct TileQuestion {
  CanonicalRecipe recipe;
  TileKey key;
};

// INVALID_ARGUMENT with everything that is wrong with the request, which
// `violations` then lists; OUT_OF_RANGE where it leaves the world;
// RESOURCE_EXHAUSTED where it has too many cells.
absl::StatusOr<RegionQuestion> CheckRegion(
    const v1::StreamRegionRequest& request, const RequestLimits& limits,
    Violations* violations);

// Likewise.
absl::StatusOr<TileQuestion> CheckTile(const v1::GetTileRequest& request,
                                       Violations* violations);

// INVALID_ARGUMENT, and a violation each, for layers that are not in `made`,
// those of a recipe. REQUIRES: they are layers.
absl::Status CheckMade(const google::protobuf::RepeatedField<int>& layers,
                       LayerSet made, const std::string& field,
                       Violations* violations);

// RESOURCE_EXHAUSTED where the plan costs more than one request may.
absl::Status CheckCost(const RegionPlan& plan, const RequestLimits& limits);

}  // namespace talus

#endif  // TALUS_SERVER_REQUEST_CHECK_H_

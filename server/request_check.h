#ifndef TALUS_SERVER_REQUEST_CHECK_H_
#define TALUS_SERVER_REQUEST_CHECK_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/region_maker.h"
#include "server/server_options.h"
#include "server/tile_source.h"
#include "sim/plan/engine.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/violation.h"
#include "talus/v1/terrain.pb.h"

// Requests understood, or what is wrong with them.
namespace talus {

// What the engine is to be asked for a region, and how its tiles are to be
// sent.
struct RegionQuestion {
  LandscapePtr landscape;
  RegionRequest request;
  v1::SampleFormat format = v1::SAMPLE_FORMAT_F32;
};

// The same for a tile.
struct TileQuestion {
  LandscapePtr landscape;
  TileKey key;
};

// Tells everything that is wrong with a request at once, whose recipe `maker`
// makes ready: INVALID_ARGUMENT where anything is that, and `violations` then
// lists it all; else OUT_OF_RANGE where it leaves the world or the recipe's
// levels and stages, FAILED_PRECONDITION where the recipe needs what is not
// there. RESOURCE_EXHAUSTED where nothing is wrong but too many cells.
absl::StatusOr<RegionQuestion> CheckRegion(
    const v1::StreamRegionRequest& request, const RequestLimits& limits,
    RegionMaker* maker, Violations* violations);

// Likewise.
absl::StatusOr<TileQuestion> CheckTile(const v1::GetTileRequest& request,
                                       RegionMaker* maker,
                                       Violations* violations);

// RESOURCE_EXHAUSTED where the plan costs more than one request may.
absl::Status CheckCost(const RegionPlan& plan, const RequestLimits& limits);

}  // namespace talus

#endif  // TALUS_SERVER_REQUEST_CHECK_H_

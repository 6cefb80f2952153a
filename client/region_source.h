#ifndef TALUS_CLIENT_REGION_SOURCE_H_
#define TALUS_CLIENT_REGION_SOURCE_H_

#include <cstdint>
#include <stop_token>
#include <string>

#include "absl/status/statusor.h"
#include "sim/plan/engine.h"
#include "sim/recipe/canonical.h"
#include "sim/stage/stage_context.h"
#include "talus/v1/terrain.pb.h"

namespace talus {

// A part of a landscape.
struct RegionQuery {
  CanonicalRecipe recipe;
  RasterSet rasters;  // those that the recipe names
  RegionRequest request;
};

// What a finished region leaves behind.
struct RegionResult {
  v1::Summary summary;
  uint32_t engine_version = 0;
};

// Where regions come from: this process or a server, with the same words and
// digests. Thread-safe.
class RegionSource {
 public:
  virtual ~RegionSource() = default;

  // What the query costs. The answer has no violations: those are the status.
  virtual absl::StatusOr<v1::PlanRegionResponse> Plan(const RegionQuery& query,
                                                      std::stop_token stop) = 0;

  // Blocks until every tile is in the sink, or something failed. Tiles come
  // once each, in NATIVE words. CANCELLED after `stop`.
  virtual absl::StatusOr<RegionResult> Run(const RegionQuery& query,
                                           TileSink& sink, std::stop_token stop,
                                           const ProgressFn& progress) = 0;
};

}  // namespace talus

#endif  // TALUS_CLIENT_REGION_SOURCE_H_

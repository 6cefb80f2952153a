#ifndef TALUS_TESTS_SIM_PLAN_HEIGHTS_OF_H_
#define TALUS_TESTS_SIM_PLAN_HEIGHTS_OF_H_

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"
#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/base/status_macros.h"
#include "sim/plan/engine.h"
#include "sim/plan/program.h"

namespace talus::testing {

// The heights of a region in quanta, as a raster that begins at (0, 0).
inline absl::StatusOr<Plane<int32_t>> HeightsOf(const Program& program,
                                                int level, const Rect& region) {
  class Sink final : public TileSink {
   public:
    explicit Sink(const Rect& region)
        : region_(region), heights({0, 0, region.width(), region.height()}) {}
    absl::Status OnTile(const TileView& tile) override {
      for (int64_t y = tile.rect.y0; y < tile.rect.y1; ++y) {
        std::copy_n(tile.Row(y), tile.rect.width(),
                    heights.At(tile.rect.x0 - region_.x0, y - region_.y0));
      }
      return absl::OkStatus();
    }

   private:
    const Rect region_;

   public:
    Plane<int32_t> heights;
  };
  Sink sink(region);
  RegionRequest request;
  request.level = level;
  request.region = region;
  request.ledger = false;
  TALUS_RETURN_IF_ERROR(
      Engine({}).Run(program, request, sink, {}, nullptr).status());
  return std::move(sink.heights);
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_PLAN_HEIGHTS_OF_H_

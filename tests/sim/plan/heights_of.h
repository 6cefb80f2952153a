#ifndef TALUS_TESTS_SIM_PLAN_HEIGHTS_OF_H_
#define TALUS_TESTS_SIM_PLAN_HEIGHTS_OF_H_

#include <algorithm>
#include <cstdint>

#include "absl/status/statusor.h"
#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/base/status_macros.h"
#include "sim/plan/engine.h"
#include "sim/plan/program.h"
#include "tests/law/answer.h"

namespace talus::testing {

// The heights of a region in quanta, as a raster that begins at (0, 0).
inline absl::StatusOr<Plane<int32_t>> HeightsOf(const Program& program,
                                                int level, const Rect& region) {
  RegionRequest request;
  request.level = level;
  request.region = region;
  request.ledger = false;
  law::KeepingSink sink(request);
  TALUS_RETURN_IF_ERROR(
      Engine({}).Run(program, request, sink, {}, nullptr).status());
  Plane<int32_t> heights({0, 0, region.width(), region.height()});
  for (int64_t y = 0; y < region.height(); ++y) {
    std::copy_n(sink.state().Get(Layer::kHeight)->At(region.x0, region.y0 + y),
                region.width(), heights.Row(y));
  }
  return heights;
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_PLAN_HEIGHTS_OF_H_

#ifndef TALUS_TESTS_SIM_REPORT_GROUND_H_
#define TALUS_TESTS_SIM_REPORT_GROUND_H_

#include <cstdint>
#include <functional>

#include "sim/base/fixed.h"
#include "sim/base/plane.h"

namespace talus::testing {

// A square raster of heights given in metres.
inline Plane<int32_t> Ground(
    int64_t edge, const std::function<double(int64_t, int64_t)>& metres) {
  Plane<int32_t> ground({0, 0, edge, edge});
  for (int64_t y = 0; y < edge; ++y) {
    for (int64_t x = 0; x < edge; ++x) {
      *ground.At(x, y) = QuantaFromMeters(metres(x, y));
    }
  }
  return ground;
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_REPORT_GROUND_H_

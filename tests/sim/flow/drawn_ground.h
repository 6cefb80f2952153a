#ifndef TALUS_TESTS_SIM_FLOW_DRAWN_GROUND_H_
#define TALUS_TESTS_SIM_FLOW_DRAWN_GROUND_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/base/plane.h"
#include "sim/flow/drainage.h"

namespace talus {

// Ground as it is drawn: digits are altitudes in tens of quanta, '#' is 1000.
inline Plane<int32_t> DrawnGround(const std::vector<std::string_view>& rows) {
  const auto width = static_cast<int64_t>(rows[0].size());
  const auto height = static_cast<int64_t>(rows.size());
  Plane<int32_t> ground({0, 0, width, height});
  for (int64_t y = 0; y < height; ++y) {
    for (int64_t x = 0; x < width; ++x) {
      const char c = rows[static_cast<size_t>(y)][static_cast<size_t>(x)];
      *ground.At(x, y) = c == '#' ? 1000 : 10 * (c - '0');
    }
  }
  return ground;
}

// Only the drawn channels count: a cell of high ground drains none but itself
// into them, or leaves over the edge.
inline std::vector<uint32_t> DrawnChannels(const Drainage& d) {
  std::vector<uint32_t> area(d.size());
  for (size_t i = 0; i < d.size(); ++i) area[i] = d.filled[i] < 1000 ? 1 : 0;
  return area;
}

}  // namespace talus

#endif  // TALUS_TESTS_SIM_FLOW_DRAWN_GROUND_H_

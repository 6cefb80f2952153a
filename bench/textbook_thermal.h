#ifndef TALUS_BENCH_TEXTBOOK_THERMAL_H_
#define TALUS_BENCH_TEXTBOOK_THERMAL_H_

#include <cstddef>
#include <vector>

namespace talus::bench {

// A pass of thermal erosion as a textbook has it, for comparison: each cell of
// a float grid hands half of its largest excess over the talus height to its
// lower neighbours, in proportion to theirs.
inline void TextbookThermalPass(const std::vector<float>& height, int side,
                                float cell_m, float talus,
                                std::vector<float>& out) {
  out = height;
  const auto at = [side](int x, int y) {
    return static_cast<size_t>(y) * static_cast<size_t>(side) +
           static_cast<size_t>(x);
  };
  for (int y = 1; y < side - 1; ++y) {
    for (int x = 1; x < side - 1; ++x) {
      const float h = height[at(x, y)];
      float excess[8];
      float largest = 0;
      float sum = 0;
      int k = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx == 0 && dy == 0) continue;
          const float distance = dx != 0 && dy != 0 ? 1.41421356f : 1.0f;
          const float d =
              h - height[at(x + dx, y + dy)] - talus * cell_m * distance;
          excess[k] = d > 0 ? d : 0;
          if (excess[k] > largest) largest = excess[k];
          sum += excess[k];
          ++k;
        }
      }
      if (sum <= 0) continue;
      const float moved = 0.5f * largest;
      k = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx == 0 && dy == 0) continue;
          out[at(x + dx, y + dy)] += moved * excess[k] / sum;
          ++k;
        }
      }
      out[at(x, y)] -= moved;
    }
  }
}

}  // namespace talus::bench

#endif  // TALUS_BENCH_TEXTBOOK_THERMAL_H_

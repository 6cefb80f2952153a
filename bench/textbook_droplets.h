#ifndef TALUS_BENCH_TEXTBOOK_DROPLETS_H_
#define TALUS_BENCH_TEXTBOOK_DROPLETS_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/textbook_grid.h"
#include "sim/base/hash.h"

namespace talus::bench {

// Drops of a pass, on kDropArea cells: 80,000 in seven.
inline constexpr int64_t kDropsPerPass = 11429;
inline constexpr int64_t kDropArea = 512 * 512;

// Droplet erosion as the article has it, for comparison: one drop after the
// other on a float grid that each leaves changed, brush weights from a table.
// Heights in cells. The coefficients are those usual for it, not the stage's.
class TextbookDroplets {
 public:
  static constexpr int kSteps = 64;
  static constexpr int kRadius = 3;

  TextbookDroplets() {
    float sum = 0;
    for (int y = -kRadius; y <= kRadius; ++y) {
      for (int x = -kRadius; x <= kRadius; ++x) {
        const float w = kRadius - std::sqrt(static_cast<float>(x * x + y * y));
        if (w <= 0) continue;
        brush_.push_back({x, y, w});
        sum += w;
      }
    }
    for (Cell& c : brush_) c.weight /= sum;
  }

  // Runs drop number `n`; returns the steps it took.
  int Run(uint32_t n, Grid& land) const {
    const int edge = land.edge();
    const float span = static_cast<float>(edge - 1);
    float px = UnitFloat(Mix32(2 * n + 1)) * span;
    float py = UnitFloat(Mix32(2 * n + 2)) * span;
    float dx = 0, dy = 0, speed = 1, water = 1, load = 0;
    for (int step = 0; step < kSteps; ++step) {
      const int x = static_cast<int>(px), y = static_cast<int>(py);
      const float u = px - static_cast<float>(x),
                  v = py - static_cast<float>(y);
      const float nw = land.At(x, y), ne = land.At(x + 1, y);
      const float sw = land.At(x, y + 1), se = land.At(x + 1, y + 1);
      const float gx = (ne - nw) * (1 - v) + (se - sw) * v;
      const float gy = (sw - nw) * (1 - u) + (se - ne) * u;
      const float z = Height(nw, ne, sw, se, u, v);
      dx = dx * 0.05f - gx * 0.95f;
      dy = dy * 0.05f - gy * 0.95f;
      const float length = std::sqrt(dx * dx + dy * dy);
      if (length == 0) return step;
      px += dx /= length;
      py += dy /= length;
      if (!(px >= 0 && py >= 0 && px < span && py < span)) return step;
      const int x2 = static_cast<int>(px), y2 = static_cast<int>(py);
      const float rise =
          Height(land.At(x2, y2), land.At(x2 + 1, y2), land.At(x2, y2 + 1),
                 land.At(x2 + 1, y2 + 1), px - static_cast<float>(x2),
                 py - static_cast<float>(y2)) -
          z;
      const float capacity = std::max(-rise, 0.01f) * speed * water * 4;
      if (load > capacity || rise > 0) {
        const float amount =
            rise > 0 ? std::min(rise, load) : (load - capacity) * 0.3f;
        load -= amount;
        land.At(x, y) += amount * (1 - u) * (1 - v);
        land.At(x + 1, y) += amount * u * (1 - v);
        land.At(x, y + 1) += amount * (1 - u) * v;
        land.At(x + 1, y + 1) += amount * u * v;
      } else {
        const float amount = std::min((capacity - load) * 0.3f, -rise);
        for (const Cell& c : brush_) {
          const int bx = x + c.x, by = y + c.y;
          if (bx < 0 || by < 0 || bx >= edge || by >= edge) continue;
          land.At(bx, by) -= amount * c.weight;
          load += amount * c.weight;
        }
      }
      speed =
          std::min(10.0f, std::sqrt(std::max(0.0f, speed * speed - rise * 4)));
      water *= 0.99f;
    }
    return kSteps;
  }

 private:
  struct Cell {
    int x, y;
    float weight;
  };
  static float Height(float nw, float ne, float sw, float se, float u,
                      float v) {
    return nw * (1 - u) * (1 - v) + ne * u * (1 - v) + sw * (1 - u) * v +
           se * u * v;
  }

  std::vector<Cell> brush_;
};

}  // namespace talus::bench

#endif  // TALUS_BENCH_TEXTBOOK_DROPLETS_H_

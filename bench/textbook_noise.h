#ifndef TALUS_BENCH_TEXTBOOK_NOISE_H_
#define TALUS_BENCH_TEXTBOOK_NOISE_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "bench/textbook_grid.h"

namespace talus::bench {

// Improved noise by the book (Perlin 2002), in two dimensions: a shuffled table
// of 256 entries, float coordinates, eight octaves of fBm.
class TextbookNoise {
 public:
  TextbookNoise() {
    std::array<int, 256> table;
    std::iota(table.begin(), table.end(), 0);
    std::shuffle(table.begin(), table.end(), std::mt19937(1));
    for (size_t i = 0; i < 512; ++i) table_[i] = table[i % 256];
  }

  void Fill(Grid& out, float cell_m) const {
    ForEachCell(out.edge(), [&](int x, int y) {
      float sum = 0;
      float weight = 1;
      float frequency = cell_m / 6000.0f;
      for (int octave = 0; octave < 8; ++octave) {
        sum += weight * At(static_cast<float>(x) * frequency,
                           static_cast<float>(y) * frequency);
        weight *= 0.5f;
        frequency *= 2;
      }
      out.At(x, y) = 1000 * sum;
    });
  }

 private:
  static float Fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
  static float Mix(float t, float a, float b) { return a + t * (b - a); }
  static float Slope(int hash, float x, float y) {
    switch (hash & 7) {
      case 0:
        return x + y;
      case 1:
        return x - y;
      case 2:
        return y - x;
      case 3:
        return -x - y;
      case 4:
        return x;
      case 5:
        return -x;
      case 6:
        return y;
      default:
        return -y;
    }
  }
  float At(float x, float y) const {
    const float floor_x = std::floor(x);
    const float floor_y = std::floor(y);
    const int cx = static_cast<int>(floor_x) & 255;
    const int cy = static_cast<int>(floor_y) & 255;
    x -= floor_x;
    y -= floor_y;
    const auto corner = [&](int dx, int dy) {
      const int row = table_[static_cast<size_t>(cx + dx)] + cy + dy;
      return Slope(table_[static_cast<size_t>(row)], x - static_cast<float>(dx),
                   y - static_cast<float>(dy));
    };
    const float u = Fade(x);
    return Mix(Fade(y), Mix(u, corner(0, 0), corner(1, 0)),
               Mix(u, corner(0, 1), corner(1, 1)));
  }

  std::array<int, 512> table_;
};

}  // namespace talus::bench

#endif  // TALUS_BENCH_TEXTBOOK_NOISE_H_

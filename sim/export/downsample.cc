#include "sim/export/downsample.h"

#include <algorithm>

#include "sim/base/rect.h"

namespace talus {
namespace {

// Calls put(x, y, sum, count) for each block with the sum, in row order, of
// value(x, y) over its cells that has(x, y).
template <typename Has, typename Value, typename Put>
void ForEachBlock(int64_t width, int64_t height, int64_t factor, Has has,
                  Value value, Put put) {
  for (int64_t by = 0; by < CeilDiv(height, factor); ++by) {
    for (int64_t bx = 0; bx < CeilDiv(width, factor); ++bx) {
      double sum = 0;
      int64_t count = 0;
      for (int64_t y = by * factor; y < std::min(height, (by + 1) * factor);
           ++y) {
        for (int64_t x = bx * factor; x < std::min(width, (bx + 1) * factor);
             ++x) {
          if (!has(x, y)) continue;
          sum += static_cast<double>(value(x, y));
          ++count;
        }
      }
      put(bx, by, sum, count);
    }
  }
}

template <typename T>
FloatGrid Average(const GridView<T>& grid, int64_t factor, T nodata,
                  double unit) {
  FloatGrid out;
  out.width = CeilDiv(grid.width, factor);
  out.height = CeilDiv(grid.height, factor);
  out.values.assign(static_cast<size_t>(out.width * out.height), kNoValue);
  ForEachBlock(
      grid.width, grid.height, factor,
      [&](int64_t x, int64_t y) { return grid.Row(y)[x] != nodata; },
      [&](int64_t x, int64_t y) { return grid.Row(y)[x]; },
      [&](int64_t x, int64_t y, double sum, int64_t count) {
        if (count == 0) return;
        out.values[static_cast<size_t>(y * out.width + x)] =
            static_cast<float>(sum / static_cast<double>(count) * unit);
      });
  return out;
}

}  // namespace

FloatGrid DownsampleMeters(const GridView<int32_t>& quanta, int64_t factor) {
  return Average<int32_t>(quanta, factor, kNoHeight, 1.0 / 65536);
}

FloatGrid DownsampleValues(const GridView<float>& values, int64_t factor) {
  return Average<float>(values, factor, kNoValue, 1.0);
}

GrayImage DownsampleShade(const GrayImage& shade, int64_t factor) {
  GrayImage out(CeilDiv(shade.width, factor), CeilDiv(shade.height, factor));
  ForEachBlock(
      shade.width, shade.height, factor,
      [&](int64_t x, int64_t y) { return shade.At(x, y) != 0; },
      [&](int64_t x, int64_t y) { return shade.At(x, y); },
      [&](int64_t x, int64_t y, double sum, int64_t count) {
        if (count == 0) return;
        out.At(x, y) =
            static_cast<uint8_t>(sum / static_cast<double>(count) + 0.5);
      });
  return out;
}

}  // namespace talus

#include "sim/export/downsample.h"

#include <algorithm>
#include <bit>
#include <cmath>

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

template <typename Has, typename Value>
FloatGrid Average(const GridView<int32_t>& grid, int64_t factor, Has has,
                  Value value) {
  FloatGrid out;
  out.width = CeilDiv(grid.width, factor);
  out.height = CeilDiv(grid.height, factor);
  out.values.assign(static_cast<size_t>(out.width * out.height), kNoValue);
  ForEachBlock(
      grid.width, grid.height, factor,
      [&](int64_t x, int64_t y) { return has(grid.Row(y)[x]); },
      [&](int64_t x, int64_t y) { return value(grid.Row(y)[x]); },
      [&](int64_t x, int64_t y, double sum, int64_t count) {
        if (count == 0) return;
        out.values[static_cast<size_t>(y * out.width + x)] =
            static_cast<float>(sum / static_cast<double>(count));
      });
  return out;
}

}  // namespace

FloatGrid DownsampleMeters(const GridView<int32_t>& quanta, int64_t factor) {
  return Average(
      quanta, factor, [](int32_t word) { return word != kNoHeight; },
      [](int32_t word) { return word / 65536.0; });
}

FloatGrid DownsampleValues(const GridView<int32_t>& float_bits,
                           int64_t factor) {
  return Average(
      float_bits, factor,
      [](int32_t word) { return std::bit_cast<float>(word) != kNoValue; },
      [](int32_t word) {
        return static_cast<double>(std::bit_cast<float>(word));
      });
}

FloatGrid DownsamplePeaks(const GridView<int32_t>& float_bits, int64_t factor) {
  FloatGrid out;
  out.width = CeilDiv(float_bits.width, factor);
  out.height = CeilDiv(float_bits.height, factor);
  out.values.assign(static_cast<size_t>(out.width * out.height), kNoValue);
  for (int64_t y = 0; y < float_bits.height; ++y) {
    float* row = out.values.data() + y / factor * out.width;
    for (int64_t x = 0; x < float_bits.width; ++x) {
      const float value = std::bit_cast<float>(float_bits.Row(y)[x]);
      float& peak = row[x / factor];
      if (value != kNoValue && (peak == kNoValue || value > peak)) peak = value;
    }
  }
  return out;
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
            static_cast<uint8_t>(std::lround(sum / static_cast<double>(count)));
      });
  return out;
}

}  // namespace talus

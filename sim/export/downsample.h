#ifndef TALUS_SIM_EXPORT_DOWNSAMPLE_H_
#define TALUS_SIM_EXPORT_DOWNSAMPLE_H_

#include <cstdint>
#include <vector>

#include "sim/export/grid_view.h"
#include "sim/export/image.h"

namespace talus {

// A grid of values that owns them; kNoValue where there is no data.
struct FloatGrid {
  int64_t width = 0;
  int64_t height = 0;
  std::vector<float> values;

  float At(int64_t x, int64_t y) const {
    return values[static_cast<size_t>(y * width + x)];
  }
};

// Averages blocks of `factor` by `factor` cells; those at the far rims are of
// what is there. Cells without data do not count; a block of them has none.
// Fixed-point words become metres; the words of float layers are their bits.
FloatGrid DownsampleMeters(const GridView<int32_t>& quanta, int64_t factor);
FloatGrid DownsampleValues(const GridView<int32_t>& float_bits, int64_t factor);
// The largest value of each block: streams a cell wide stay what they are.
FloatGrid DownsamplePeaks(const GridView<int32_t>& float_bits, int64_t factor);
// 0 is no data.
GrayImage DownsampleShade(const GrayImage& shade, int64_t factor);

}  // namespace talus

#endif  // TALUS_SIM_EXPORT_DOWNSAMPLE_H_

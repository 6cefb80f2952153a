#include "client/layer_image.h"

namespace talus {

SixteenBit SixteenBitOf(const LayerRange& range) {
  SixteenBit coding;
  coding.has_nodata = range.nodata_cells > 0;
  const int first = coding.has_nodata ? 1 : 0;
  coding.scale = (range.max - range.min) / (65535 - first);
  coding.offset = range.min - first * coding.scale;
  return coding;
}

void EncodeRow16(const LayerImage& image, const SixteenBit& coding, int64_t y,
                 uint16_t* out) {
  const int first = coding.has_nodata ? 1 : 0;
  const double span = image.range.max - image.range.min;
  const double steps = 65535 - first;
  const int32_t* row = image.words.Row(y);
  for (int64_t x = 0; x < image.words.width; ++x) {
    if (IsNodata(image.layer, row[x])) {
      out[x] = 0;
      continue;
    }
    const double above = LayerValue(image.layer, row[x]) - image.range.min;
    const double step = span > 0 ? above * steps / span + 0.5 : 0;
    out[x] = static_cast<uint16_t>(first + static_cast<int>(step));
  }
}

void EncodeRowF32(const LayerImage& image, float nodata, int64_t y,
                  float* out) {
  const int32_t* row = image.words.Row(y);
  for (int64_t x = 0; x < image.words.width; ++x) {
    out[x] = IsNodata(image.layer, row[x])
                 ? nodata
                 : static_cast<float>(LayerValue(image.layer, row[x]));
  }
}

}  // namespace talus

#ifndef TALUS_CLIENT_LAYER_IMAGE_H_
#define TALUS_CLIENT_LAYER_IMAGE_H_

#include <cstdint>
#include <vector>

#include "client/layer_stats.h"
#include "sim/export/grid_view.h"
#include "sim/stage/layer.h"

namespace talus {

// One layer of a region, ready for a writer. Owns nothing.
struct LayerImage {
  Layer layer = Layer::kHeight;
  GridView<int32_t> words;
  LayerRange range;
};

// How 16-bit samples stand for values: value = offset + scale * sample. Where
// the layer has cells without data, sample 0 is theirs and values begin at 1.
struct SixteenBit {
  double offset = 0;
  double scale = 0;  // 0 where all values are equal
  bool has_nodata = false;
};
SixteenBit SixteenBitOf(const LayerRange& range);

// Row y as 16-bit samples, the nearest to each value.
void EncodeRow16(const LayerImage& image, const SixteenBit& coding, int64_t y,
                 uint16_t* out);
// Row y as float32 in the layer's unit.
void EncodeRowF32(const LayerImage& image, float nodata, int64_t y, float* out);

}  // namespace talus

#endif  // TALUS_CLIENT_LAYER_IMAGE_H_

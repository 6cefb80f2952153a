#ifndef TALUS_CLIENT_LAYER_STATS_H_
#define TALUS_CLIENT_LAYER_STATS_H_

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/digest.h"
#include "sim/base/rect.h"
#include "sim/export/grid_view.h"
#include "sim/stage/layer.h"

namespace talus {

// Unit of a layer's values: "m", "m^2", or none.
std::string LayerUnit(Layer layer);

// Whether a word of the layer stands for no data.
bool IsNodata(Layer layer, int32_t word);
// The value of a word, exactly, in the layer's unit. REQUIRES !IsNodata.
double LayerValue(Layer layer, int32_t word);

// What the words of a layer span.
struct LayerRange {
  double min = 0;  // 0 where there is no data
  double max = 0;
  int64_t nodata_cells = 0;
};
LayerRange RangeOf(Layer layer, const GridView<int32_t>& words);

// Digests of a layer over a region, as LayerDigest of terrain.proto tells.
struct LayerDigests {
  std::vector<Sha256Digest> blocks;  // of world blocks, row by row
  Sha256Digest root;
};
LayerDigests DigestsOf(const Rect& region, const GridView<int32_t>& words);
// Likewise; CANCELLED soon after `stop`.
absl::StatusOr<LayerDigests> DigestsOf(const Rect& region,
                                       const GridView<int32_t>& words,
                                       const std::stop_token& stop);

}  // namespace talus

#endif  // TALUS_CLIENT_LAYER_STATS_H_

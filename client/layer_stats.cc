#include "client/layer_stats.h"

#include <algorithm>
#include <bit>

#include "sim/plan/engine.h"
#include "sim/plan/root_digest.h"

namespace talus {

// Words are hashed as they lie in memory.
static_assert(std::endian::native == std::endian::little);

std::string LayerUnit(Layer layer) {
  if (IsFixed(layer)) return "m";
  return layer == Layer::kFlow ? "m^2" : "";
}

bool IsNodata(Layer layer, int32_t word) {
  return IsFixed(layer) ? word == kNodataQuanta
                        : std::bit_cast<float>(word) == kNodataValue;
}

double LayerValue(Layer layer, int32_t word) {
  return IsFixed(layer) ? word / 65536.0
                        : static_cast<double>(std::bit_cast<float>(word));
}

LayerRange RangeOf(Layer layer, const GridView<int32_t>& words) {
  LayerRange range;
  bool any = false;
  for (int64_t y = 0; y < words.height; ++y) {
    const int32_t* row = words.Row(y);
    for (int64_t x = 0; x < words.width; ++x) {
      if (IsNodata(layer, row[x])) {
        ++range.nodata_cells;
        continue;
      }
      const double value = LayerValue(layer, row[x]);
      range.min = any ? std::min(range.min, value) : value;
      range.max = any ? std::max(range.max, value) : value;
      any = true;
    }
  }
  return range;
}

LayerDigests DigestsOf(const Rect& region, const GridView<int32_t>& words) {
  return *DigestsOf(region, words, std::stop_token());
}

absl::StatusOr<LayerDigests> DigestsOf(const Rect& region,
                                       const GridView<int32_t>& words,
                                       const std::stop_token& stop) {
  RootDigest digest;
  // A row of blocks at a time, so that a request to stop is soon seen.
  const Rect blocks = BlocksOf(region, RootDigest::kBlockCells);
  for (int64_t b = blocks.y0; b < blocks.y1; ++b) {
    if (stop.stop_requested()) return absl::CancelledError("cancelled");
    const Rect row =
        CellsOf({blocks.x0, b, blocks.x1, b + 1}, RootDigest::kBlockCells);
    digest.Add(Intersect(row, region),
               [&](int64_t y) { return words.Row(y - region.y0); });
  }
  LayerDigests digests{digest.Blocks(), {}};
  digests.root = RootDigest::RootOf(digests.blocks);
  return digests;
}

}  // namespace talus

#include "client/layer_stats.h"

#include <algorithm>
#include <bit>

#include "sim/plan/engine.h"

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

Sha256Digest RootOf(const std::vector<Sha256Digest>& blocks) {
  Sha256 hash;
  for (const Sha256Digest& block : blocks) {
    hash.Update(block.data(), block.size());
  }
  return hash.Finish();
}

LayerDigests DigestsOf(const Rect& region, const GridView<int32_t>& words) {
  LayerDigests digests;
  const Rect blocks = BlocksOf(region, kDigestBlock);
  for (int64_t by = blocks.y0; by < blocks.y1; ++by) {
    for (int64_t bx = blocks.x0; bx < blocks.x1; ++bx) {
      const Rect cells =
          Intersect(CellsOf({bx, by, bx + 1, by + 1}, kDigestBlock), region);
      Sha256 hash;
      for (int64_t y = cells.y0; y < cells.y1; ++y) {
        hash.Update(words.Row(y - region.y0) + (cells.x0 - region.x0),
                    static_cast<size_t>(cells.width()) * sizeof(int32_t));
      }
      digests.blocks.push_back(hash.Finish());
    }
  }
  digests.root = RootOf(digests.blocks);
  return digests;
}

}  // namespace talus

#include "sim/plan/coarse_cache.h"

#include <algorithm>
#include <utility>

namespace talus {

void CopyCoarse(const CoarseResult& from, const Rect& rect, CoarseResult& to) {
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    std::copy_n(from.delta->At(rect.x0, y), rect.width(),
                to.delta->At(rect.x0, y));
    std::copy_n(from.flow->At(rect.x0, y), rect.width(),
                to.flow->At(rect.x0, y));
  }
}

Rect CoarseCache::Read(const Prefix& prefix, const Rect& rect,
                       CoarseResult& result) {
  const Rect blocks = BlocksOf(rect, kBlockCells);
  Rect missing;
  for (int64_t by = blocks.y0; by < blocks.y1; ++by) {
    for (int64_t bx = blocks.x0; bx < blocks.x1; ++bx) {
      CoarseResult block;
      {
        const std::lock_guard lock(mutex_);
        const CoarseResult* held =
            blocks_.Find({prefix.digest, prefix.level, bx, by});
        if (held != nullptr) block = *held;
      }
      const Rect one{bx, by, bx + 1, by + 1};
      if (block.delta == nullptr) {
        missing = Union(missing, one);
        continue;
      }
      CopyCoarse(block, Intersect(block.delta->rect(), rect), result);
    }
  }
  return missing;
}

void CoarseCache::Write(const Prefix& prefix, const Rect& rect,
                        const Rect& world, const CoarseResult& made) {
  const Rect blocks = BlocksOf(rect, kBlockCells);
  for (int64_t by = blocks.y0; by < blocks.y1; ++by) {
    for (int64_t bx = blocks.x0; bx < blocks.x1; ++bx) {
      const Rect cells =
          Intersect(CellsOf({bx, by, bx + 1, by + 1}, kBlockCells), world);
      if (cells.empty() || !rect.Contains(cells)) continue;
      CoarseResult block{std::make_shared<LayerPlane>(cells),
                         std::make_shared<LayerPlane>(cells)};
      CopyCoarse(made, cells, block);
      const auto bytes =
          static_cast<int64_t>(block.delta->bytes() + block.flow->bytes());
      const std::lock_guard lock(mutex_);
      blocks_.Keep({prefix.digest, prefix.level, bx, by}, std::move(block),
                   bytes);
    }
  }
}

int64_t CoarseCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return blocks_.bytes();
}

}  // namespace talus

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
        const auto found =
            index_.find(Key{prefix.digest, prefix.level, bx, by});
        if (found != index_.end()) {
          entries_.splice(entries_.begin(), entries_, found->second);
          block = found->second->block;
        }
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
      Entry entry;
      entry.key = Key{prefix.digest, prefix.level, bx, by};
      entry.block.delta = std::make_shared<LayerPlane>(cells);
      entry.block.flow = std::make_shared<LayerPlane>(cells);
      CopyCoarse(made, cells, entry.block);
      entry.bytes = static_cast<int64_t>(entry.block.delta->bytes() +
                                         entry.block.flow->bytes());
      const std::lock_guard lock(mutex_);
      if (index_.contains(entry.key)) continue;
      bytes_ += entry.bytes;
      const Key key = entry.key;
      entries_.push_front(std::move(entry));
      index_[key] = entries_.begin();
      while (bytes_ > limit_ && !entries_.empty()) {
        bytes_ -= entries_.back().bytes;
        index_.erase(entries_.back().key);
        entries_.pop_back();
      }
    }
  }
}

int64_t CoarseCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace talus

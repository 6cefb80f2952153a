#include "server/caching_tile_source.h"

namespace talus {

absl::StatusOr<TileResult> CachingTileSource::Get(const TileRequest& request,
                                                  std::stop_token stop) {
  if (EncodedTilePtr tile = Find(request.key)) {
    return TileResult{std::move(tile), TileOrigin::kMemory};
  }
  absl::StatusOr<TileResult> result = inner_->Get(request, stop);
  if (result.ok()) Keep(request.key, result->tile);
  return result;
}

EncodedTilePtr CachingTileSource::Find(const TileKey& key) {
  std::lock_guard lock(mutex_);
  const auto it = by_key_.find(key);
  if (it == by_key_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, it->second);
  return it->second->tile;
}

void CachingTileSource::Keep(const TileKey& key, const EncodedTilePtr& tile) {
  if (tile->bytes() > max_bytes_) return;
  std::lock_guard lock(mutex_);
  if (by_key_.contains(key)) return;
  entries_.push_front({key, tile});
  by_key_[key] = entries_.begin();
  bytes_ += tile->bytes();
  while (bytes_ > max_bytes_) {
    bytes_ -= entries_.back().tile->bytes();
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

}  // namespace talus

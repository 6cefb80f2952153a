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
  const EncodedTilePtr* tile = tiles_.Find(key);
  return tile == nullptr ? nullptr : *tile;
}

void CachingTileSource::Keep(const TileKey& key, const EncodedTilePtr& tile) {
  std::lock_guard lock(mutex_);
  tiles_.Keep(key, tile, tile->bytes());
}

}  // namespace talus

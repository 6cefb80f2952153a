#ifndef TALUS_SERVER_CACHING_TILE_SOURCE_H_
#define TALUS_SERVER_CACHING_TILE_SOURCE_H_

#include <cstdint>
#include <mutex>

#include "server/tile_source.h"
#include "sim/base/byte_lru.h"

namespace talus {

// Keeps finished tiles in memory, those used last, up to `max_bytes` of values.
class CachingTileSource final : public TileSource {
 public:
  CachingTileSource(TileSource* inner, int64_t max_bytes)
      : inner_(inner), tiles_(max_bytes) {}
  absl::StatusOr<TileResult> Get(const TileRequest& request,
                                 std::stop_token stop) override;

 private:
  EncodedTilePtr Find(const TileKey& key);
  void Keep(const TileKey& key, const EncodedTilePtr& tile);

  TileSource* const inner_;
  std::mutex mutex_;
  ByteLru<TileKey, EncodedTilePtr> tiles_;
};

}  // namespace talus

#endif  // TALUS_SERVER_CACHING_TILE_SOURCE_H_

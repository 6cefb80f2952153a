#ifndef TALUS_SERVER_CACHING_TILE_SOURCE_H_
#define TALUS_SERVER_CACHING_TILE_SOURCE_H_

#include <cstdint>
#include <list>
#include <map>
#include <mutex>

#include "server/tile_source.h"

namespace talus {

// Keeps finished tiles in memory, those used last, up to `max_bytes` of values.
class CachingTileSource final : public TileSource {
 public:
  CachingTileSource(TileSource* inner, int64_t max_bytes)
      : inner_(inner), max_bytes_(max_bytes) {}
  absl::StatusOr<TileResult> Get(const TileRequest& request,
                                 std::stop_token stop) override;

 private:
  struct Entry {
    TileKey key;
    EncodedTilePtr tile;
  };

  EncodedTilePtr Find(const TileKey& key);
  void Keep(const TileKey& key, const EncodedTilePtr& tile);

  TileSource* const inner_;
  const int64_t max_bytes_;
  std::mutex mutex_;
  int64_t bytes_ = 0;
  std::list<Entry> entries_;  // used last first
  std::map<TileKey, std::list<Entry>::iterator> by_key_;
};

}  // namespace talus

#endif  // TALUS_SERVER_CACHING_TILE_SOURCE_H_

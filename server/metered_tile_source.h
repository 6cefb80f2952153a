#ifndef TALUS_SERVER_METERED_TILE_SOURCE_H_
#define TALUS_SERVER_METERED_TILE_SOURCE_H_

#include "server/metrics.h"
#include "server/tile_source.h"

namespace talus {

// Counts tiles by where they came from, and how long they took.
class MeteredTileSource final : public TileSource {
 public:
  MeteredTileSource(TileSource* inner, Metrics* metrics)
      : inner_(inner), metrics_(metrics) {}
  absl::StatusOr<TileResult> Get(const TileRequest& request,
                                 std::stop_token stop) override;

 private:
  TileSource* const inner_;
  Metrics* const metrics_;
};

}  // namespace talus

#endif  // TALUS_SERVER_METERED_TILE_SOURCE_H_

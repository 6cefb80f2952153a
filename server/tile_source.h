#ifndef TALUS_SERVER_TILE_SOURCE_H_
#define TALUS_SERVER_TILE_SOURCE_H_

#include <compare>
#include <cstdint>
#include <stop_token>
#include <string>

#include "absl/status/statusor.h"
#include "server/encoded_tile.h"
#include "server/region_maker.h"
#include "server/server_options.h"

namespace talus {

// What a tile's bytes depend on, besides the engine version.
struct TileKey {
  std::string recipe_digest;
  int level = 0;
  int64_t tile_size = 256;
  int64_t x = 0;  // in tiles
  int64_t y = 0;
  Layer layer = Layer::kHeight;
  v1::SampleFormat format = v1::SAMPLE_FORMAT_F32;

  auto operator<=>(const TileKey&) const = default;

  Rect Cells() const { return CellsOf({x, y, x + 1, y + 1}, tile_size); }
};

struct TileRequest {
  TileKey key;
  LandscapePtr landscape;
  TimePoint deadline = TimePoint::max();
};

// Where a tile came from.
enum class TileOrigin { kComputed, kMemory, kJoined };

struct TileResult {
  EncodedTilePtr tile;
  TileOrigin origin = TileOrigin::kComputed;
};

// Gives tiles. Sources wrap each other, one concern each; talus_server.cc
// composes them. Thread-safe.
class TileSource {
 public:
  virtual ~TileSource() = default;
  // Blocks until the tile is there, or `stop` was requested (CANCELLED).
  virtual absl::StatusOr<TileResult> Get(const TileRequest& request,
                                         std::stop_token stop) = 0;
};

}  // namespace talus

#endif  // TALUS_SERVER_TILE_SOURCE_H_

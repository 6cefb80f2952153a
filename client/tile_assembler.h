#ifndef TALUS_CLIENT_TILE_ASSEMBLER_H_
#define TALUS_CLIENT_TILE_ASSEMBLER_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/plan/engine.h"
#include "talus/v1/terrain.pb.h"

namespace talus {

// A tile that owns its words.
struct OwnedTile {
  Layer layer = Layer::kHeight;
  int level = 0;
  Rect rect;
  std::vector<int32_t> words;

  TileView View() const {
    return {layer, level, rect, words.data(), rect.width()};
  }
};

// Puts the chunks of a stream together to tiles. Not thread-safe.
class TileAssembler {
 public:
  // A tile where this chunk was its last. DATA_LOSS where chunks do not follow
  // each other, sizes do not agree or the digest is not that of the bytes.
  absl::StatusOr<std::optional<OwnedTile>> Add(const v1::TileChunk& chunk);

 private:
  absl::Status Begin(const v1::TileChunk& chunk);

  v1::TileChunk head_;  // the first chunk of the open tile, without its data
  std::string bytes_;
  bool open_ = false;
};

}  // namespace talus

#endif  // TALUS_CLIENT_TILE_ASSEMBLER_H_

#include "server/encoded_tile.h"

#include "sim/base/digest.h"
#include "wire/tile_bytes.h"

namespace talus {

EncodedTilePtr MakeEncodedTile(const TileView& tile, v1::SampleFormat format) {
  auto encoded = std::make_shared<EncodedTile>();
  encoded->layer = tile.layer;
  encoded->level = tile.level;
  encoded->rect = tile.rect;
  encoded->format = format;
  encoded->data = EncodeTile(tile, format);
  Sha256 hash;
  hash.Update(encoded->data);
  const Sha256Digest digest = hash.Finish();
  encoded->digest.assign(digest.begin(), digest.end());
  return encoded;
}

}  // namespace talus

#ifndef TALUS_SERVER_ENCODED_TILE_H_
#define TALUS_SERVER_ENCODED_TILE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "sim/plan/engine.h"
#include "talus/v1/terrain.pb.h"

namespace talus {

// One layer of one tile as it is sent. Immutable; shared by the cache and all
// streams that send it.
struct EncodedTile {
  Layer layer = Layer::kHeight;
  int level = 0;
  Rect rect;
  v1::SampleFormat format = v1::SAMPLE_FORMAT_F32;
  std::string data;    // values, row-major
  std::string digest;  // SHA-256 of data, 32 bytes

  int64_t bytes() const { return static_cast<int64_t>(data.size()); }
};
using EncodedTilePtr = std::shared_ptr<const EncodedTile>;

// Copies the values out of the engine, in the format asked for.
EncodedTilePtr MakeEncodedTile(const TileView& tile, v1::SampleFormat format);

}  // namespace talus

#endif  // TALUS_SERVER_ENCODED_TILE_H_

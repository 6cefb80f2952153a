#ifndef TALUS_WIRE_TILE_BYTES_H_
#define TALUS_WIRE_TILE_BYTES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/plan/engine.h"
#include "talus/v1/terrain.pb.h"

// The bytes of a tile on the wire: little-endian, row-major, north row first.
namespace talus {

// Bytes of a tile's values in a format; UNSPECIFIED is F32.
std::string EncodeTile(const TileView& tile, v1::SampleFormat format);

// The words of a tile from its NATIVE bytes. DATA_LOSS where `bytes` is not
// `cells` words long.
absl::StatusOr<std::vector<int32_t>> DecodeNativeTile(const std::string& bytes,
                                                      int64_t cells);

}  // namespace talus

#endif  // TALUS_WIRE_TILE_BYTES_H_

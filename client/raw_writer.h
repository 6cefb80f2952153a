#ifndef TALUS_CLIENT_RAW_WRITER_H_
#define TALUS_CLIENT_RAW_WRITER_H_

#include <string>

#include "absl/status/status.h"
#include "client/layer_image.h"

namespace talus {

// Write bare samples: little-endian, row-major, north row first, no header. The
// files appear whole or not at all.
absl::Status WriteRaw16(const std::string& path, const LayerImage& image,
                        const SixteenBit& coding);
// float32 in the layer's unit; -32768 is no data.
absl::Status WriteRawF32(const std::string& path, const LayerImage& image);
// The engine's own words, lossless.
absl::Status WriteRawWords(const std::string& path, const LayerImage& image);

}  // namespace talus

#endif  // TALUS_CLIENT_RAW_WRITER_H_

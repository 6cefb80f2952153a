#ifndef TALUS_CLIENT_PNG_WRITER_H_
#define TALUS_CLIENT_PNG_WRITER_H_

#include <string>

#include "absl/status/status.h"
#include "client/layer_image.h"
#include "sim/export/image.h"

namespace talus {

// Write PNG files, which appear whole or not at all.
absl::Status WritePng(const std::string& path, const GrayImage& image);
absl::Status WritePng(const std::string& path, const RgbImage& image);
// A layer in 16-bit grey.
absl::Status WritePng16(const std::string& path, const LayerImage& image,
                        const SixteenBit& coding);

}  // namespace talus

#endif  // TALUS_CLIENT_PNG_WRITER_H_

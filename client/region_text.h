#ifndef TALUS_CLIENT_REGION_TEXT_H_
#define TALUS_CLIENT_REGION_TEXT_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "sim/base/rect.h"
#include "sim/stage/layer.h"

namespace talus {

// What people write on the command line. All return INVALID_ARGUMENT with an
// example.

// "X,Y,W,H".
absl::StatusOr<Rect> ParseRegion(const std::string& text);
// "N" or "WxH": width and height.
absl::StatusOr<std::pair<int64_t, int64_t>> ParseSize(const std::string& text);
// The names of the layers, as in "height, water".
std::string AllLayers();
// "height,water", or "all", which is `made`.
absl::StatusOr<LayerSet> ParseLayers(const std::string& text, LayerSet made);
// Bytes: "512M", "4g", "1T", "1073741824".
absl::StatusOr<int64_t> ParseBytes(const std::string& text);
// "LOW,HIGH" in metres.
absl::StatusOr<std::pair<double, double>> ParseRange(const std::string& text);

}  // namespace talus

#endif  // TALUS_CLIENT_REGION_TEXT_H_

#ifndef TALUS_CLIENT_EXPORT_FORMAT_H_
#define TALUS_CLIENT_EXPORT_FORMAT_H_

#include <set>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace talus {

// What `--format` names.
enum class ExportFormat {
  kTiff,       // GeoTIFF, float32, one file a layer
  kCog,        // cloud-optimized GeoTIFF, likewise
  kPng16,      // 16-bit grey
  kR16,        // bare uint16
  kR32,        // bare float32
  kQ32,        // bare words of the engine: int32 quanta, lossless
  kHillshade,  // pictures
  kRelief,
  kSheet,
};
using ExportFormats = std::set<ExportFormat>;

std::string_view FormatName(ExportFormat format);
bool IsPicture(ExportFormat format);
// Ending of the file's name after name and layer: ".tif".
std::string_view FormatEnding(ExportFormat format);
// "tiff,png16". INVALID_ARGUMENT lists what there is.
absl::StatusOr<ExportFormats> ParseFormats(const std::string& list);
// "tiff, cog, ...".
std::string AllFormats();

}  // namespace talus

#endif  // TALUS_CLIENT_EXPORT_FORMAT_H_

#ifndef TALUS_CLIENT_GEOTIFF_WRITER_H_
#define TALUS_CLIENT_GEOTIFF_WRITER_H_

#include <optional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "client/georeference.h"
#include "client/layer_image.h"

namespace talus {

struct GeoTiffOptions {
  Georeference georeference;
  std::optional<float> nodata;   // stated in the file where set
  bool cloud_optimized = false;  // with overviews
};

// Writes a layer as a float32 GeoTIFF, one band, in the layer's unit. The file
// appears whole or not at all.
absl::Status WriteGeoTiff(const std::string& path, const LayerImage& image,
                          const GeoTiffOptions& options, std::stop_token stop);

}  // namespace talus

#endif  // TALUS_CLIENT_GEOTIFF_WRITER_H_

#ifndef TALUS_CLIENT_RASTER_IMPORT_H_
#define TALUS_CLIENT_RASTER_IMPORT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/georeference.h"
#include "sim/stage/stage_context.h"

namespace talus {

struct ImportOptions {
  int band = 1;
  // Metres. Needed where the raster does not say how large its cells are.
  std::optional<double> cell_size_m;
  int64_t max_cells = int64_t{1} << 28;
  // What the raster and the reading of it may take together.
  int64_t memory_bytes = INT64_MAX;
};

// A raster of heights, from any file that GDAL reads.
struct ImportedRaster {
  std::shared_ptr<const RasterData> data;
  std::string sha256;  // RasterDigest of the data
  double cell_m = 0;
  Georeference georeference;
  std::optional<double> nodata;  // as the file has it
  int64_t nodata_cells = 0;
  // What it was read from: the file itself, and those that it leads to.
  std::vector<std::string> files;
};

// Reads a band as heights in metres (by the band's scale, offset and unit).
// What is nodata, masked, NaN or infinite becomes nodata.
//
// NOT_FOUND or ABORTED where it cannot be read; INVALID_ARGUMENT for a rotated
// raster, cells that are not square, no position, degrees or an unknown unit
// without cell_size_m, complex values, heights beyond +-16 km, or no data at
// all; RESOURCE_EXHAUSTED beyond max_cells or memory_bytes, before any of it is
// read.
absl::StatusOr<ImportedRaster> ImportRaster(const std::string& path,
                                            const ImportOptions& options);

// What recipes name a raster by: SHA-256, hexadecimal, over its width and
// height (int32), then its quanta row by row (int32, nodata -2^31), all
// little-endian.
std::string RasterDigest(const RasterData& data);

}  // namespace talus

#endif  // TALUS_CLIENT_RASTER_IMPORT_H_

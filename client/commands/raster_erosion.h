#ifndef TALUS_CLIENT_COMMANDS_RASTER_EROSION_H_
#define TALUS_CLIENT_COMMANDS_RASTER_EROSION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/commands/export_job.h"

namespace talus {

// What erodes a raster of heights.
struct RasterErosion {
  std::string file;
  std::string recipe;  // preset or file whose stages erode; ours where empty
  int band = 1;
  std::optional<double> cell_size_m;  // where the raster does not say
  std::string seed;
  std::vector<std::string> sets;  // as in --set
};

// Imports the raster and fills in the query of `job`, where the raster lies,
// and the files that must not be replaced.
absl::Status FillErosion(const Session& session, const RasterErosion& erosion,
                         int64_t memory_bytes, ExportJob& job);

}  // namespace talus

#endif  // TALUS_CLIENT_COMMANDS_RASTER_EROSION_H_

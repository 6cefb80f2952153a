#ifndef TALUS_CLIENT_RIVER_MAP_H_
#define TALUS_CLIENT_RIVER_MAP_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "absl/status/statusor.h"
#include "client/raster_import.h"
#include "client/vector_writer.h"
#include "sim/flow/hydraulic_geometry.h"

namespace talus {

struct RiverOptions {
  // Square metres that drain through where rivers begin.
  double channel_area_m2 = 1e6;
  // Water that runs off in a year, metres.
  double runoff_m = 0.5;
  // Metres: cells that are not above it are sea, in which rivers end.
  std::optional<double> sea_level_m;
  // Lakes that are smaller, or nowhere as deep, are left out.
  double lake_area_m2 = 1e4;
  double lake_depth_m = 1;
  HydraulicGeometry geometry;
};

// What lies on a map of waters, in the coordinates of the raster.
struct RiverMap {
  // "rivers": lines, a reach each, downstream; "lakes": polygons.
  std::vector<VectorLayer> layers;
  int64_t reaches = 0;
  double length_m = 0;
  int largest_order = 0;
  int64_t lakes = 0;
  double lake_area_m2 = 0;
};

// Parts done of all.
using RiverProgress = std::function<void(int64_t done, int64_t total)>;

// Rivers and lakes of a finite land. Water that comes to its edge, to cells
// without data or to the sea leaves it. INVALID_ARGUMENT where the channel area
// is less than a cell; CANCELLED where the work is stopped.
absl::StatusOr<RiverMap> MapRivers(const ImportedRaster& land,
                                   const RiverOptions& options,
                                   const std::stop_token& stop,
                                   const RiverProgress& progress);

}  // namespace talus

#endif  // TALUS_CLIENT_RIVER_MAP_H_

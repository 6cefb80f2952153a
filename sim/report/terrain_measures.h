#ifndef TALUS_SIM_REPORT_TERRAIN_MEASURES_H_
#define TALUS_SIM_REPORT_TERRAIN_MEASURES_H_

#include <cstdint>
#include <optional>

#include "sim/base/plane.h"

namespace talus {

// What tells eroded land from noise. A measure that the raster is too small for
// is unset.
struct TerrainMeasures {
  int64_t cells = 0;  // with data
  double min_m = 0;
  double max_m = 0;
  double mean_m = 0;

  // Of central differences, over cells whose neighbours have data.
  std::optional<double> slope_50_deg;
  std::optional<double> slope_95_deg;
  // Amplitude of the 4-fold and 8-fold term of the directions of slopes, as a
  // share of their mean: what a grid's axes leave.
  std::optional<double> aspect_4_fold;
  std::optional<double> aspect_8_fold;

  // Cells lower than all their neighbours, as a share.
  std::optional<double> pit_fraction;
  // Depth of the water that fills all depressions, over all cells.
  double fill_m = 0;

  // (mean - min) / (max - min); the median over basins of streams of the third
  // and higher Strahler orders.
  std::optional<double> hypsometric_integral;
  // theta of S = k A^-theta along channels (Flint 1974).
  std::optional<double> concavity;
  // h of L = c A^h (Hack 1957).
  std::optional<double> hack_exponent;
  // Number, mean length and mean area of streams of one Strahler order over
  // those of the next (Horton 1945, Schumm 1956).
  std::optional<double> bifurcation_ratio;
  std::optional<double> length_ratio;
  std::optional<double> area_ratio;
  // Length of channels over the area.
  double drainage_density_per_km = 0;
};

struct MeasureOptions {
  double cell_m = 10;
  // Channels begin where this area drains through a cell.
  double channel_area_m2 = 50000;
};

// `quanta` holds heights; Drainage::kNoData where there are none.
TerrainMeasures MeasureTerrain(const Plane<int32_t>& quanta,
                               const MeasureOptions& options);

}  // namespace talus

#endif  // TALUS_SIM_REPORT_TERRAIN_MEASURES_H_

#ifndef TALUS_SIM_REPORT_TERRAIN_MEASURES_H_
#define TALUS_SIM_REPORT_TERRAIN_MEASURES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/plane.h"
#include "sim/report/line_fit.h"
#include "sim/report/slopes.h"
#include "sim/report/spectrum.h"

namespace talus {

// Medians of a relation, both ways as log10, and the line through them.
struct PowerLaw {
  std::vector<Point> points;
  std::optional<Line> line;
};

// What tells eroded land from noise. A measure that the raster is too small for
// is unset.
struct TerrainMeasures {
  int64_t cells = 0;  // with data
  double min_m = 0;
  double max_m = 0;
  double mean_m = 0;

  Slopes slopes;
  Spectrum spectrum;

  // Depth of the water that fills all depressions, over all cells.
  double fill_m = 0;
  // (mean - min) / (max - min); the median over basins of streams of the third
  // and higher Strahler orders.
  std::optional<double> hypsometric_integral;
  // Share of the area that lies above (x) each share of the relief (y),
  // falling.
  std::vector<Point> hypsometric_curve;
  // S = k A^-theta along channels (Flint 1974): m^2, m/m.
  PowerLaw slope_area;
  // A share of the channel cells that the medians are of.
  std::vector<Point> slope_area_cells;
  // L = c A^h (Hack 1957): m^2, m.
  PowerLaw hack;
  // P(A > a) ~ a^-tau (Rodriguez-Iturbe et al. 1992): m^2, share of cells.
  PowerLaw flow_tail;
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

// Told of work done and of all there is, in cells.
using MeasureProgress = std::function<void(int64_t done, int64_t total)>;

// `quanta` holds heights; Drainage::kNoData where there are none. CANCELLED
// where `stop` was requested; what DrainageOf says of rasters that are too
// large.
absl::StatusOr<TerrainMeasures> MeasureTerrain(
    const Plane<int32_t>& quanta, const MeasureOptions& options,
    const std::stop_token& stop = {}, const MeasureProgress& progress = {});

}  // namespace talus

#endif  // TALUS_SIM_REPORT_TERRAIN_MEASURES_H_

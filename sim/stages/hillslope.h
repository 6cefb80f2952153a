#ifndef TALUS_SIM_STAGES_HILLSLOPE_H_
#define TALUS_SIM_STAGES_HILLSLOPE_H_

#include <cstdint>
#include <span>

#include "sim/flow/drainage.h"

namespace talus {

// The slope above which hillslopes fail. Its angle may differ from cell to
// cell, by a factor that keeps it within [1, 89] degrees.
struct Hillslope {
  Hillslope() = default;  // none: nothing fails
  Hillslope(double degrees, double cell_m);

  bool fails() const { return steepest > 0; }

  // Makes factors of the angle to what the slope is then in parts of
  // `steepest`; 1 stays 1.
  void TurnToSlopes(std::span<float> factors) const;

  double steepest = 0;  // quanta a cell, where the factor is 1
  float angle = 0;      // likewise, in half turns
};

// A slope of each cell, row-major.
struct HillslopeCells {
  double At(CellIndex i) const {
    return parts.empty() ? steepest : steepest * double{parts[i]};
  }

  double steepest = 0;           // quanta a cell; 0 where nothing fails
  std::span<const float> parts;  // of that; none where all cells have it
};

// The height of a cell at which the gradient toward those of its four sides
// that lie lower on the filled ground, or that it drains to, is `steepest`, in
// quanta a cell: the upwind scheme of the eikonal equation, by which hillslopes
// are cones around their foot and not pyramids. High above any ground where no
// side is so. REQUIRES: the cell has a receiver; `surface`, row-major, is known
// in those cells.
double HighestOver(std::span<const int32_t> surface, const Drainage& drainage,
                   CellIndex i, double steepest);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_HILLSLOPE_H_

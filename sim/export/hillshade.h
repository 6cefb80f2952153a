#ifndef TALUS_SIM_EXPORT_HILLSHADE_H_
#define TALUS_SIM_EXPORT_HILLSHADE_H_

#include "sim/export/grid_view.h"
#include "sim/export/image.h"

namespace talus {

struct HillshadeOptions {
  double cell_m = 10;      // edge of a cell
  double z_factor = 1;     // heights count this much
  bool has_apron = false;  // the grid is one cell wider than the picture on
                           // every side, so that pictures of neighbouring
                           // regions join without a seam
};

// Soft hillshade: a key light from the north-west, two weaker ones beside it
// and one overhead, so that no slope is black. A pixel depends on the 3 by 3
// heights around its cell alone; at a border without apron, and beside cells
// without data, the cell's own height stands in for what is missing. Cells
// without data are 0, all others 1 to 255. `heights` are quanta.
//
// REQUIRES: the grid is at least 1 by 1, or 3 by 3 with an apron.
GrayImage Hillshade(const GridView<int32_t>& heights,
                    const HillshadeOptions& options);

// Pixel of a plane that rises by `east` and `south` metres a metre.
uint8_t ShadeOfSlope(float east, float south);

}  // namespace talus

#endif  // TALUS_SIM_EXPORT_HILLSHADE_H_

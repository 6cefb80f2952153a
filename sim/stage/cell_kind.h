#ifndef TALUS_SIM_STAGE_CELL_KIND_H_
#define TALUS_SIM_STAGE_CELL_KIND_H_

#include <cstdint>

namespace talus {

// What lies in a cell of the world. Cells that are not inside take part in
// nothing and keep their values.
enum CellKind : int32_t {
  kInside = 0,
  kWall = 1,  // nothing crosses to it
  kOpen = 2,  // water leaves to it over ground at min(own ground, base level)
};

}  // namespace talus

#endif  // TALUS_SIM_STAGE_CELL_KIND_H_

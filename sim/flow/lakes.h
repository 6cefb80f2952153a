#ifndef TALUS_SIM_FLOW_LAKES_H_
#define TALUS_SIM_FLOW_LAKES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/plane.h"
#include "sim/base/work.h"
#include "sim/flow/drainage.h"

namespace talus {

// Standing water: a depression of the ground, full to its spill.
struct Lake {
  int32_t level = 0;      // quanta
  int32_t max_depth = 0;  // quanta
  int64_t cells = 0;
  int64_t volume = 0;  // quanta times cells
};

struct Lakes {
  // Row-major: 1 + the number of the lake of each cell; 0 on dry land.
  std::vector<int32_t> label;
  std::vector<Lake> lakes;  // by their first cells, row by row
};

// Touching cells, corners included, that stand under water of one level. Lakes
// of fewer than `least_cells` cells, or nowhere `least_depth` quanta deep, are
// left dry. CANCELLED where the work is stopped. REQUIRES: the drainage is that
// of the ground.
absl::StatusOr<Lakes> LakesOf(const Plane<int32_t>& ground,
                              const Drainage& drainage, int64_t least_cells,
                              int32_t least_depth, const Work& work = {});

}  // namespace talus

#endif  // TALUS_SIM_FLOW_LAKES_H_

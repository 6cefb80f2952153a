#ifndef TALUS_SIM_FLOW_RIVER_NETWORK_H_
#define TALUS_SIM_FLOW_RIVER_NETWORK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/work.h"
#include "sim/flow/drainage.h"

namespace talus {

// A reach: the part of a river from a source or a confluence down to the next
// confluence, or to where water leaves the terrain.
struct Reach {
  static constexpr uint32_t kNone = UINT32_MAX;

  // Downstream, each the receiver of the one before. The last one is where the
  // next reach begins, so that lines join.
  std::vector<CellIndex> cells;
  uint8_t order = 1;        // Strahler's
  uint32_t to = kNone;      // the reach that takes it up, a later one
  uint32_t area_cells = 0;  // that drain through its last own cell
  double length_cells = 0;  // along `cells`
};

// The reaches of the cells whose `strahler` order is not 0, each before the one
// that takes it up; no cell but confluences lies in two. CANCELLED where the
// work is stopped.
absl::StatusOr<std::vector<Reach>> ReachesOf(const Drainage& drainage,
                                             std::span<const uint32_t> area,
                                             std::span<const uint8_t> strahler,
                                             const Work& work = {});

}  // namespace talus

#endif  // TALUS_SIM_FLOW_RIVER_NETWORK_H_

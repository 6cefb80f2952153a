#ifndef TALUS_SIM_STAGES_DOMAIN_GROUND_H_
#define TALUS_SIM_STAGES_DOMAIN_GROUND_H_

#include <cstdint>
#include <vector>

#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/stage/layer_rows.h"
#include "sim/stage/stage.h"

namespace talus {

// The ground of a whole domain, as a pass over any window of it sees it.
struct DomainGround {
  // Quanta; Drainage::kNoData in cells that are not inside.
  Plane<int32_t> quanta;
  // Row-major: 1 in cells with an OPEN border or a cell without data among
  // their eight neighbours, where water leaves.
  std::vector<uint8_t> rim;
};

// REQUIRES: `in` holds the heights of `domain`. Once the window's stop is
// requested it returns early with anything.
DomainGround ReadDomain(const Window& window, const LayerRows& in,
                        const Rect& domain);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_DOMAIN_GROUND_H_

#ifndef TALUS_SIM_PLAN_TILE_ORDER_H_
#define TALUS_SIM_PLAN_TILE_ORDER_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/rect.h"

namespace talus {

// Cuts `region` along the lines of a world grid of `size` cells. Row by row;
// with `near`, the pieces nearest to that cell come first (by the square of the
// distance to their centres, then row by row).
std::vector<Rect> GridPieces(const Rect& region, int64_t size,
                             std::optional<std::pair<int64_t, int64_t>> near);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_TILE_ORDER_H_

#ifndef TALUS_SIM_PLAN_RESAMPLE_H_
#define TALUS_SIM_PLAN_RESAMPLE_H_

#include <cstdint>

#include "sim/base/plane.h"
#include "sim/base/rect.h"

namespace talus {

// The coarse cells that Upsample reads for `fine`.
Rect CoarseRectOf(const Rect& fine);

// Adds to each cell of `rect` the coarse values around it, weighted 9-3-3-1
// (the cell-centred 1-3-3-1 filter), rounded to the nearest quantum, as far as
// the valid range goes. A coarse neighbour that is not inside gives way to the
// coarse cell that holds the fine one. `mask` holds kinds of coarse cells, or
// is nullptr.
void AddUpsampled(const Plane<int32_t>& coarse, const Plane<int32_t>* mask,
                  const Rect& rect, Plane<int32_t>& fine);

// Writes half the upsampled coarse drainage area, with the same weights.
void UpsampleFlow(const Plane<int32_t>& coarse, const Plane<int32_t>* mask,
                  const Rect& rect, Plane<int32_t>& fine);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_RESAMPLE_H_

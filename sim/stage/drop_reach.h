#ifndef TALUS_SIM_STAGE_DROP_REACH_H_
#define TALUS_SIM_STAGE_DROP_REACH_H_

#include <algorithm>
#include <cstdint>

#include "talus/v1/stages.pb.h"

namespace talus {

// Cells from the one nearest to a drop to the last that its brush cuts: the
// weight of a disc is none at its radius.
inline int64_t DropBrushReach(const v1::Droplets& drops) {
  const bool disc = drops.brush() != v1::DROP_BRUSH_FOUR_CORNERS;
  return disc ? int64_t{drops.radius()} - 1 : 0;
}

// Cells around one that a pass of drops depends on. A drop at (x + u, y + v) of
// node (x, y) reads cells x and x + 1, goes a cell a step, and cuts around the
// nearest cell before it goes, or lays down on x and x + 1 at its end.
inline int64_t DropReach(const v1::Droplets& drops) {
  return int64_t{drops.steps()} + std::max(int64_t{1}, DropBrushReach(drops));
}

}  // namespace talus

#endif  // TALUS_SIM_STAGE_DROP_REACH_H_

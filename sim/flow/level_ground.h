#ifndef TALUS_SIM_FLOW_LEVEL_GROUND_H_
#define TALUS_SIM_FLOW_LEVEL_GROUND_H_

#include <cstdint>

#include "sim/base/work.h"
#include "sim/flow/ring_plane.h"

namespace talus {

// Gives a way to the cells whose `way` is kLevelGround: towards the nearest
// cell of their level that has another way, counted in steps over the level;
// the first one step nearer, sides before corners, each row by row.
//
// `steps` is overwritten. False where the work was stopped.
// REQUIRES: no depressions; the ring's ways are kVoid.
bool DrainLevelGround(const RingGrid& grid, const RingPlane<int32_t>& level,
                      RingPlane<uint8_t>& way, RingPlane<uint8_t>& steps,
                      const Work& work);

}  // namespace talus

#endif  // TALUS_SIM_FLOW_LEVEL_GROUND_H_

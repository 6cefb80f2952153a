#ifndef TALUS_SIM_STAGES_GROUND_HARDNESS_H_
#define TALUS_SIM_STAGES_GROUND_HARDNESS_H_

#include <cstdint>
#include <span>

#include "sim/base/fixed.h"
#include "sim/stage/layer_rows.h"

namespace talus {

// Loose material of this depth, in quanta, hides the rock from what erodes it.
inline constexpr int32_t kHidingCover = 1 << (kQuantumBits - 1);

// The hardness that running water meets in columns [first, first +
// room.size()) of row y: that of the rock where it is bare, down to 0 under
// loose material as deep as kHidingCover; 0 where there is no layer of
// hardness. Points into `in` or at `room`. Loose material counts where `in` has
// it: where the recipe makes any.
//
// REQUIRES: `room` holds zeros, or what calls with rows of the same layers left
// there.
const float* HardnessOfGround(const LayerRows& in, int64_t y, int64_t first,
                              std::span<float> room);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_GROUND_HARDNESS_H_

#ifndef TALUS_SIM_FLOW_FLOW_WEIGHT_H_
#define TALUS_SIM_FLOW_FLOW_WEIGHT_H_

#include <cstddef>
#include <cstdint>

#include "sim/base/math.h"
#include "sim/flow/ring_plane.h"

namespace talus {

// What a cell gives to its k-th neighbour, `drop` quanta below it, in
// proportion to what it gives to others: slope^exponent. On level ground it
// gives to one alone, 1. REQUIRES: drop >= 0.
inline float FlowWeight(size_t k, int64_t drop, float exponent) {
  if (drop == 0) return 1;
  const bool side = kNeighbourX[k] == 0 || kNeighbourY[k] == 0;
  const auto across = static_cast<float>(drop);
  const float slope = (side ? across : across * 0.70710678f) * 0x1p-16f;
  return Pow(slope, exponent);
}

}  // namespace talus

#endif  // TALUS_SIM_FLOW_FLOW_WEIGHT_H_

#ifndef TALUS_SIM_FLOW_FLOW_SHARES_H_
#define TALUS_SIM_FLOW_FLOW_SHARES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/flow/drainage.h"
#include "sim/flow/ring_plane.h"

namespace talus {

// How what a cell gives divides between its receivers where flow spreads
// (FlowGraph): in proportion to slope^exponent.
//
// Slopes are taken as parts of the steepest, so that the largest weight is 1
// and no exponent makes a sum that is no number.
struct FlowShares {
  FlowShares(const Drainage& drainage, CellIndex cell, float exponent);

  size_t count = 0;
  std::array<CellIndex, kNeighbours> receiver;  // row by row
  std::array<float, kNeighbours> weight{};      // in [0, 1]
  float sum = 0;  // of the weights; in [1, 8] unless there is no receiver

  // Calls f(receiver, part) for each receiver. Parts are whole, >= 0 and add up
  // to `amount` >= 0; over all draws in [0, 1) each is its share on average.
  template <typename F>
  void Divide(int64_t amount, double draw, const F& f) const {
    if (count == 0) return;
    const double each = static_cast<double>(amount) / double{sum};
    double weights = 0;
    int64_t given = 0;
    for (size_t i = 0; i < count; ++i) {
      weights += double{weight[i]};
      const auto until = static_cast<int64_t>(each * weights + draw);
      const int64_t now =
          i + 1 == count ? amount : std::clamp(until, given, amount);
      f(receiver[i], now - given);
      given = now;
    }
  }
};

}  // namespace talus

#endif  // TALUS_SIM_FLOW_FLOW_SHARES_H_

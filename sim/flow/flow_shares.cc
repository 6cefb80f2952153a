// Based on: Freeman. Calculating catchment area with divergent flow based on a
// regular grid. Computers & Geosciences 17(3), 1991.
// doi:10.1016/0098-3004(91)90048-I (the exponent; he found 1.1)
//   Quinn, Beven, Chevallier, Planchon. The prediction of hillslope flow paths
//   for distributed hydrological modelling using digital terrain models.
//   Hydrological Processes 5, 1991. doi:10.1002/hyp.3360050106 (exponent 1)
// Departs from Quinn et al.: contours count the same length towards sides and
// corners.

#include "sim/flow/flow_shares.h"

#include "sim/base/math.h"

namespace talus {

FlowShares::FlowShares(const Drainage& drainage, CellIndex cell,
                       float exponent) {
  const Drainage& d = drainage;
  if (d.receiver[cell] == Drainage::kNone) return;
  const int32_t level = d.filled[cell];
  float steepest = 0;
  d.ForNeighbours(cell, [&](size_t k, CellIndex to) {
    const int32_t below = d.filled[to];
    if (below >= level || below == Drainage::kNoData) return;
    const bool side = kNeighbourX[k] == 0 || kNeighbourY[k] == 0;
    const auto drop = static_cast<float>(int64_t{level} - below);
    receiver[count] = to;
    weight[count] = side ? drop : drop * 0.70710678f;
    steepest = std::max(steepest, weight[count]);
    ++count;
  });
  if (count == 0) {
    receiver[0] = d.receiver[cell];
    weight[0] = sum = 1;
    count = 1;
    return;
  }
  // Of all eight, those that are not there being 0: compilers make vectors of
  // a known length.
  for (float& w : weight) w = Pow(w / steepest, exponent);
  for (size_t i = 0; i < count; ++i) sum += weight[i];
}

}  // namespace talus

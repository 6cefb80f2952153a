#ifndef TALUS_SIM_FLOW_DRAINAGE_AREA_H_
#define TALUS_SIM_FLOW_DRAINAGE_AREA_H_

#include <cstdint>
#include <stop_token>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/flow/drainage.h"

namespace talus {

// Cells that drain through each cell, its own counted; 0 without data.
// CANCELLED within some milliseconds of `stop`.
absl::StatusOr<std::vector<uint32_t>> DrainageArea(
    const Drainage& drainage, const std::stop_token& stop = {});

// The same where a cell gives to all its lower neighbours on the filled ground,
// in proportion to slope^exponent; on level ground to its receiver alone. Large
// exponents come close to one receiver; 1 spreads most. Cells whose receiver is
// kNone give to none.
//
// Sums run in one order that the drainage alone decides. CANCELLED within some
// milliseconds of `stop`. REQUIRES: 0 < exponent <= 16.
absl::StatusOr<std::vector<double>> SpreadDrainageArea(
    const Drainage& drainage, float exponent, const std::stop_token& stop = {});

}  // namespace talus

#endif  // TALUS_SIM_FLOW_DRAINAGE_AREA_H_

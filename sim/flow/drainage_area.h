#ifndef TALUS_SIM_FLOW_DRAINAGE_AREA_H_
#define TALUS_SIM_FLOW_DRAINAGE_AREA_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/drainage.h"

namespace talus {

// Cells that drain through each cell, its own counted; 0 without data.
// CANCELLED where the work is stopped.
absl::StatusOr<WordVector<uint32_t>> DrainageArea(const Drainage& drainage,
                                                  const Work& work = {});

// Of a cell, in the areas that spread.
inline constexpr uint64_t kSpreadCell = uint64_t{1} << 32;

// The same where flow spreads as FlowShares says, in parts of 1 / kSpreadCell
// of a cell. Large exponents come close to one receiver; 1 spreads most.
//
// Sums are of whole numbers, so that no order shows and what leaves through the
// outlets is all the land, to the last part. CANCELLED where the work is
// stopped. REQUIRES: 0 < exponent <= 16, and less than 2^31 cells.
absl::StatusOr<WordVector<uint64_t>> SpreadDrainageArea(
    const Drainage& drainage, float exponent, const Work& work = {});

}  // namespace talus

#endif  // TALUS_SIM_FLOW_DRAINAGE_AREA_H_

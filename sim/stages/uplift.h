#ifndef TALUS_SIM_STAGES_UPLIFT_H_
#define TALUS_SIM_STAGES_UPLIFT_H_

#include <algorithm>
#include <cstdint>

#include "sim/base/fixed.h"

namespace talus {

// Whole quanta that ground at height `h` rises by in pass `pass` at a rate of
// `rate` >= 0 quanta a pass: those of passes 0 to n - 1 add up to n times the
// rate, rounded down. Ground rises no further than the valid range.
inline int32_t RiseIn(double rate, int64_t pass, int32_t h) {
  const auto before = static_cast<int64_t>(rate * static_cast<double>(pass));
  const auto after = static_cast<int64_t>(rate * static_cast<double>(pass + 1));
  return static_cast<int32_t>(
      std::min<int64_t>(after - before, int64_t{kMaxQuanta} - h));
}

}  // namespace talus

#endif  // TALUS_SIM_STAGES_UPLIFT_H_

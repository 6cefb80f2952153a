#ifndef TALUS_SIM_STAGES_WATER_RAIN_H_
#define TALUS_SIM_STAGES_WATER_RAIN_H_

#include <algorithm>
#include <cstdint>

#include "sim/base/fixed.h"

namespace talus::water {

// Quanta that fall on a cell in a pass at a rate in 2^-32 quanta a pass: those
// of passes 0 to n - 1 add up to n times the rate, rounded down. Pass 0 brings
// the initial depth, too.
inline int32_t RainIn(int64_t rate, int64_t pass, int32_t initial) {
  const auto until = [rate](int64_t passes) {
    return static_cast<int64_t>((static_cast<__int128>(rate) * passes) >> 32);
  };
  const int64_t rain =
      until(pass + 1) - until(pass) + (pass == 0 ? initial : 0);
  return static_cast<int32_t>(std::min<int64_t>(rain, kMaxQuanta));
}

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_RAIN_H_

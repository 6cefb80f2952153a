#ifndef TALUS_SIM_BASE_FIXED_H_
#define TALUS_SIM_BASE_FIXED_H_

#include <cstdint>

#include "sim/base/isa.h"

// Heights, depths and loads are int32 fixed point: one quantum is 2^-16 m.
// Whole quanta move between cells, so mass is conserved exactly and sums do not
// depend on their order.
namespace talus {

inline constexpr int kQuantumBits = 16;
inline constexpr float kQuantaPerMeter = 65536.0f;
inline constexpr float kMetersPerQuantum = 1.0f / 65536.0f;  // exact
// Ground and water surface stay inside +-kMaxQuanta, so that any difference of
// two fits an int32.
inline constexpr int32_t kMaxQuanta = (1 << 30) - 1;

// Held to the valid range.
TALUS_INLINE int32_t Saturated(int64_t quanta) {
  const int64_t held = quanta < kMaxQuanta ? quanta : kMaxQuanta;
  return static_cast<int32_t>(held > -kMaxQuanta ? held : -kMaxQuanta);
}

TALUS_INLINE float ToMeters(int32_t quanta) {
  return static_cast<float>(quanta) * kMetersPerQuantum;
}

// Nearest whole quantum, for parameters and sources; clamped to the valid
// range. Not for transfers: those round without bias, see RoundUnbiased.
TALUS_INLINE int32_t QuantaFromMeters(double meters) {
  double q = meters * 65536.0;
  q = q < -static_cast<double>(kMaxQuanta) ? -static_cast<double>(kMaxQuanta)
                                           : q;
  q = q > static_cast<double>(kMaxQuanta) ? static_cast<double>(kMaxQuanta) : q;
  const double shifted = q + (q < 0 ? -0.5 : 0.5);
  return static_cast<int32_t>(shifted);
}

// floor(q + u) for q >= 0 and u in [0, 1): an integer whose expected value is
// q. q < 2^30.
TALUS_INLINE int32_t RoundUnbiased(float q, float u) {
  return static_cast<int32_t>(q + u);
}

}  // namespace talus

#endif  // TALUS_SIM_BASE_FIXED_H_

#ifndef TALUS_SIM_STAGES_REPOSE_H_
#define TALUS_SIM_STAGES_REPOSE_H_

#include "sim/base/isa.h"
#include "sim/base/math.h"

namespace talus {

// The steepest angle of repose, as half turns.
inline constexpr float kSteepestRepose = 89.0f / 180;

// The tangent of an angle in half turns, held to [0, kSteepestRepose].
TALUS_INLINE float HeldTangent(float angle) {
  const float low = angle > 0.0f ? angle : 0.0f;
  const float held = low < kSteepestRepose ? low : kSteepestRepose;
  return SinPi(held) / CosPi(held);
}

// An angle of repose, that may differ from cell to cell by a factor.
struct Repose {
  Repose() = default;
  // In degrees, [0, 90); `cell` is the edge of a cell in quanta.
  Repose(double degrees, double cell)
      : rest(static_cast<float>(TanDegrees(degrees) * cell)),
        angle(static_cast<float>(degrees / 180)),
        tangent(degrees > 0 ? HeldTangent(angle) : 1) {}

  // Where the angle is `factor` times as steep; the very rest where it is 1.
  TALUS_INLINE float RestAt(float factor) const {
    return rest * (HeldTangent(angle * factor) / tangent);
  }

  float rest = 0;     // quanta between orthogonal neighbours
  float angle = 0;    // in half turns
  float tangent = 1;  // as HeldTangent has it
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_REPOSE_H_

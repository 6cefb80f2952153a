#ifndef TALUS_SIM_STAGE_PARAMETER_SCALE_H_
#define TALUS_SIM_STAGE_PARAMETER_SCALE_H_

#include <string>

#include "sim/base/isa.h"
#include "sim/stage/layer.h"

namespace talus {

// Held to [0, 1].
TALUS_INLINE float HeldShare(float share) {
  const float low = share > 0.0f ? share : 0.0f;
  return low < 1.0f ? low : 1.0f;
}

// How a parameter of a stage differs from cell to cell: by a factor in
// proportion to a layer of shares. Factors are such that the product stays in
// the range of the parameter.
struct ParameterScale {
  std::string parameter;  // the field of the stage's message
  Layer layer = Layer::kMask;
  float at_zero = 0;
  float at_one = 1;

  // The factor where the layer has that share; shares are held to [0, 1].
  float At(float share) const {
    return at_zero + (at_one - at_zero) * HeldShare(share);
  }
};

}  // namespace talus

#endif  // TALUS_SIM_STAGE_PARAMETER_SCALE_H_

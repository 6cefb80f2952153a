#ifndef TALUS_SIM_PLAN_STAGE_SCALES_H_
#define TALUS_SIM_PLAN_STAGE_SCALES_H_

#include <vector>

#include "sim/stage/parameter_scale.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// The scales of a canonical stage, their factors held to what the parameter's
// range leaves.
std::vector<ParameterScale> ScalesOf(const v1::Stage& stage);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_STAGE_SCALES_H_

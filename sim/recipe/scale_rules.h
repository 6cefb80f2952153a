#ifndef TALUS_SIM_RECIPE_SCALE_RULES_H_
#define TALUS_SIM_RECIPE_SCALE_RULES_H_

#include <google/protobuf/message.h>

#include <string>

#include "sim/recipe/violation.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// Adds what is wrong with the scales of a stage whose process is `process`: no
// such parameter or none that may differ from cell to cell, a parameter named
// twice, a layer that holds no shares. `path` is that of the stage.
void CheckScales(const v1::Stage& stage,
                 const google::protobuf::Message& process,
                 const std::string& path, Violations* violations);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_SCALE_RULES_H_

#ifndef TALUS_SIM_RECIPE_STAGE_RULES_H_
#define TALUS_SIM_RECIPE_STAGE_RULES_H_

#include <google/protobuf/message.h>

#include <string>

#include "sim/recipe/violation.h"

namespace talus {

// Adds what is wrong between the parameters of one process; each alone is the
// business of CheckParams. `message` has its defaults filled; `path` is where
// it lies.
void CheckStageRules(const google::protobuf::Message& message,
                     const std::string& path, Violations* violations);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_STAGE_RULES_H_

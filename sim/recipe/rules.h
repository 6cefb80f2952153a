#ifndef TALUS_SIM_RECIPE_RULES_H_
#define TALUS_SIM_RECIPE_RULES_H_

#include <string>

#include "sim/recipe/violation.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

inline constexpr int kMaxStages = 64;  // of a recipe, nested ones counted

// Adds what the parameter options cannot say: how stages nest and how many
// there are, the domain against the coordinate limit and the levels, and what
// holds between parameters of one stage. `recipe` has its defaults filled;
// values out of range do no harm. `path` is where it lies.
void CheckRules(const v1::Recipe& recipe, const std::string& path,
                Violations* violations);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_RULES_H_

#ifndef TALUS_CLIENT_RECIPE_OVERRIDE_H_
#define TALUS_CLIENT_RECIPE_OVERRIDE_H_

#include <string>

#include "absl/status/status.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// Sets one field of a recipe: "PATH=VALUE" with a path as in error messages,
// `stages[1].water_erosion.rain_m_per_s=0.01`, and a value as in text format: a
// number, a name of an enum, a word, true or false; lists of numbers by commas.
// INVALID_ARGUMENT says which step of the path is not there, and what is.
absl::Status ApplyOverride(const std::string& text, v1::Recipe& recipe);

// Sets the recipe's seed: a number, "random" (drawn from the system) or any
// other text.
absl::Status ApplySeed(const std::string& text, v1::Recipe& recipe);

}  // namespace talus

#endif  // TALUS_CLIENT_RECIPE_OVERRIDE_H_

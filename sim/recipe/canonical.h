#ifndef TALUS_SIM_RECIPE_CANONICAL_H_
#define TALUS_SIM_RECIPE_CANONICAL_H_

#include <string>

#include "absl/status/statusor.h"
#include "sim/recipe/violation.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// A recipe that says everything. Recipes of equal canonical bytes are one
// landscape, however they were written.
struct CanonicalRecipe {
  v1::Recipe recipe;   // valid, every parameter set, the seed a number
  std::string bytes;   // its deterministic serialization
  std::string digest;  // SHA-256 of the bytes, 64 lower-case hexadecimal digits
};

// Everything wrong with a recipe. `path` is where it lies in a larger message;
// empty for the recipe itself.
Violations ValidateRecipe(const v1::Recipe& recipe,
                          const std::string& path = "");

// INVALID_ARGUMENT with all violations where the recipe is not valid.
// Idempotent.
absl::StatusOr<CanonicalRecipe> Canonicalize(const v1::Recipe& recipe);

// The first `stages` stages of the top list: the recipe whose answer is the
// state after the last of them. A recipe of its own, with its own digest.
// OUT_OF_RANGE unless 1 <= stages <= the number there is.
absl::StatusOr<CanonicalRecipe> CutAfter(const CanonicalRecipe& recipe,
                                         int64_t stages);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_CANONICAL_H_

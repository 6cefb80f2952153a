#ifndef TALUS_SIM_RECIPE_RECIPE_TEXT_H_
#define TALUS_SIM_RECIPE_RECIPE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

inline constexpr size_t kMaxRecipeBytes = size_t{1} << 20;
inline constexpr int kMaxRecipeDepth = 32;  // nested braces and brackets

// Reads a recipe from JSON where its first character is '{' and from protobuf
// text format elsewhere. Only syntax, names and types are checked; see
// Canonicalize for the rest. INVALID_ARGUMENT says line, column and field;
// RESOURCE_EXHAUSTED where the text is longer than kMaxRecipeBytes.
absl::StatusOr<v1::Recipe> ParseRecipe(std::string_view text);

// What ParseRecipe reads back to an equal recipe.
std::string RecipeToTextproto(const v1::Recipe& recipe);
std::string RecipeToJson(const v1::Recipe& recipe);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_RECIPE_TEXT_H_

#ifndef TALUS_CLIENT_RECIPE_FILE_H_
#define TALUS_CLIENT_RECIPE_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// A recipe by what people call it: the name of a preset, or the path of a
// textproto or JSON file. A file wins where both exist. INVALID_ARGUMENT lists
// the presets where there is neither.
struct NamedRecipe {
  std::string name;  // of the preset, or the file's stem
  v1::Recipe recipe;
};
absl::StatusOr<NamedRecipe> LoadRecipe(const std::string& preset_or_path);

}  // namespace talus

#endif  // TALUS_CLIENT_RECIPE_FILE_H_

#include "client/recipe_file.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "client/pending_file.h"
#include "sim/base/status_macros.h"
#include "sim/recipe/presets.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

// "alps" of "recipes/alps.recipe.textproto".
std::string StemOf(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  const size_t dot = name.find('.', 1);
  return dot == std::string::npos ? name : name.substr(0, dot);
}

}  // namespace

absl::StatusOr<NamedRecipe> LoadRecipe(const std::string& preset_or_path) {
  std::error_code error;
  if (std::filesystem::exists(preset_or_path, error)) {
    TALUS_ASSIGN_OR_RETURN(const std::string text,
                           ReadFile(preset_or_path, kMaxRecipeBytes));
    absl::StatusOr<v1::Recipe> recipe = ParseRecipe(text);
    if (!recipe.ok()) {
      return absl::Status(
          recipe.status().code(),
          absl::StrCat(preset_or_path, ": ", recipe.status().message()));
    }
    return NamedRecipe{StemOf(preset_or_path), *std::move(recipe)};
  }
  if (const Preset* preset = FindPreset(preset_or_path)) {
    TALUS_ASSIGN_OR_RETURN(v1::Recipe recipe, ParseRecipe(preset->text));
    return NamedRecipe{preset_or_path, std::move(recipe)};
  }
  std::string names;
  for (const Preset& preset : Presets()) {
    absl::StrAppend(&names, names.empty() ? "" : ", ",
                    std::string(preset.name));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("'", preset_or_path,
                   "' is no file and no preset; the presets are ", names));
}

}  // namespace talus

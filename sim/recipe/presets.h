#ifndef TALUS_SIM_RECIPE_PRESETS_H_
#define TALUS_SIM_RECIPE_PRESETS_H_

#include <string_view>

#include "absl/types/span.h"

namespace talus {

// A recipe that comes with the engine: a file of sim/presets.
struct Preset {
  std::string_view name;   // the file's stem
  std::string_view title;  // its first line, a comment
  std::string_view text;   // all of it, for ParseRecipe
};

// By name, in alphabetical order.
absl::Span<const Preset> Presets();

// nullptr where there is none of that name.
const Preset* FindPreset(std::string_view name);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_PRESETS_H_

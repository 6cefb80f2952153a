#ifndef TALUS_SIM_RECIPE_PRESET_FILES_H_
#define TALUS_SIM_RECIPE_PRESET_FILES_H_

#include <string_view>

#include "absl/types/span.h"

namespace talus {

// A file that the build embeds.
struct PresetFile {
  std::string_view stem;
  std::string_view text;
};

// Defined in a source that embed_presets.cmake writes, in order of stems.
absl::Span<const PresetFile> PresetFiles();

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_PRESET_FILES_H_

#include "sim/recipe/presets.h"

#include <algorithm>
#include <vector>

#include "sim/recipe/preset_files.h"

namespace talus {
namespace {

std::string_view TitleOf(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
  return line;
}

}  // namespace

absl::Span<const Preset> Presets() {
  static const auto* const presets = [] {
    auto* list = new std::vector<Preset>;
    for (const PresetFile& file : PresetFiles()) {
      list->push_back({file.stem, TitleOf(file.text), file.text});
    }
    return list;
  }();
  return *presets;
}

const Preset* FindPreset(std::string_view name) {
  for (const Preset& preset : Presets()) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

}  // namespace talus

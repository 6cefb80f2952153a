#include "sim/recipe/presets.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "sim/base/status_macros.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

class ListPresets : public Command {
 public:
  explicit ListPresets(CLI::App* app) : Command(app) {
    app->add_option("name", name_,
                    "Prints the recipe of this preset; else all are listed");
    app->add_flag("--json", json_, "The recipe as JSON");
  }

  absl::Status Run(const Session& session) override {
    if (!name_.empty()) return Show(session);
    for (const Preset& preset : Presets()) {
      absl::FPrintF(session.out, "%-12s %s\n", std::string(preset.name),
                    std::string(preset.title));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Show(const Session& session) const {
    const Preset* preset = FindPreset(name_);
    if (preset == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", name_, "' is no preset; talus presets lists those there are"));
    }
    std::string text(preset->text);
    if (json_) {
      TALUS_ASSIGN_OR_RETURN(const v1::Recipe recipe, ParseRecipe(text));
      text = RecipeToJson(recipe);
    }
    std::fputs(text.c_str(), session.out);
    if (!text.ends_with('\n')) std::fputc('\n', session.out);
    return absl::OkStatus();
  }

  std::string name_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> AddPresets(CLI::App& root) {
  return std::make_unique<ListPresets>(root.add_subcommand(
      "presets", "Lists the recipes that come with talus, or prints one"));
}

}  // namespace talus

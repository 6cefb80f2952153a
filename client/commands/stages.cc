#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "sim/recipe/reference.h"

namespace talus {
namespace {

class Stages : public Command {
 public:
  explicit Stages(CLI::App* app) : Command(app) {
    app->add_option("name", name_,
                    "Stage, or one parameter of it: gradient_noise, "
                    "gradient_noise.gain");
  }

  absl::Status Run(const Session& session) override {
    if (name_.empty()) {
      for (const std::string& topic : HelpTopics()) {
        absl::FPrintF(session.out, "%s\n", topic);
      }
      return absl::OkStatus();
    }
    const absl::StatusOr<std::string> help = HelpFor(name_);
    if (!help.ok()) return absl::InvalidArgumentError(help.status().message());
    std::fputs(help->c_str(), session.out);
    if (!help->ends_with('\n')) std::fputc('\n', session.out);
    return absl::OkStatus();
  }

 private:
  std::string name_;
};

}  // namespace

std::unique_ptr<Command> AddStages(CLI::App& root) {
  return std::make_unique<Stages>(root.add_subcommand(
      "stages", "Lists the stages of recipes, or explains one"));
}

}  // namespace talus

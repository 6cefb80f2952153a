#ifndef TALUS_CLIENT_COMMANDS_COMMAND_H_
#define TALUS_CLIENT_COMMANDS_COMMAND_H_

#include <CLI/App.hpp>
#include <cstdio>
#include <memory>
#include <stop_token>

#include "absl/status/status.h"

namespace talus {

// What a command talks to. Results (paths, tables, JSON) go to `out`, so that
// scripts can read them; progress and remarks go to `err`.
struct Session {
  std::stop_token stop;
  std::FILE* out = stdout;
  std::FILE* err = stderr;
};

// One verb of the command line. The factories add it, with its flags, to the
// root; Run is called for the one that was chosen, after parsing.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  bool chosen() const { return app_->parsed(); }
  virtual absl::Status Run(const Session& session) = 0;

 protected:
  CLI::App* const app_;
};

std::unique_ptr<Command> AddDemo(CLI::App& root);
std::unique_ptr<Command> AddErode(CLI::App& root);
std::unique_ptr<Command> AddGenerate(CLI::App& root);
std::unique_ptr<Command> AddInspect(CLI::App& root);
std::unique_ptr<Command> AddPlan(CLI::App& root);
std::unique_ptr<Command> AddPresets(CLI::App& root);
std::unique_ptr<Command> AddReport(CLI::App& root);
std::unique_ptr<Command> AddRivers(CLI::App& root);
std::unique_ptr<Command> AddStages(CLI::App& root);
std::unique_ptr<Command> AddVerify(CLI::App& root);

}  // namespace talus

#endif  // TALUS_CLIENT_COMMANDS_COMMAND_H_

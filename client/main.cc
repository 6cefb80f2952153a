// talus: the command line. Parses, runs one command, tells the shell how it
// went.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/commands/command.h"
#include "client/exit_code.h"
#include "client/interrupt.h"
#include "sim/plan/engine.h"

namespace talus {
namespace {

constexpr char kFooter[] =
    "Exit codes: 0 done; 1 a fault of talus; 2 wrong flags or a recipe that "
    "cannot work;\n"
    "  3 digests or files do not agree; 4 the server is away; 5 a file cannot "
    "be read or\n"
    "  written; 6 over a limit of memory, cells or work; 130 stopped by "
    "Ctrl-C.\n"
    "talus COMMAND --help explains a command. docs/cli.md has examples.";

int Finish(const absl::Status& status) {
  if (!status.ok()) {
    const std::string message(status.message());
    std::fprintf(stderr, "talus: %s\n", message.c_str());
  }
  return static_cast<int>(ExitCodeOf(status));
}

int Main(int argc, char** argv) {
  // A file that reaches the limit on file sizes is an error of its writer,
  // which clears up; the signal would end the process in between.
  std::signal(SIGXFSZ, SIG_IGN);
  const Interrupt interrupt;
  CLI::App root("talus: erodes landscapes, exact to the bit", "talus");
  root.set_version_flag("--version", [] {
    return "talus " TALUS_VERSION ", engine version " +
           std::to_string(kEngineVersion);
  });
  root.require_subcommand(1);
  root.footer(kFooter);
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto add :
       {AddGenerate, AddErode, AddPlan, AddVerify, AddInspect, AddReport,
        AddRivers, AddPresets, AddStages, AddDemo}) {
    commands.push_back(add(root));
  }
  try {
    root.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = root.exit(error);
    return code == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  }
  try {
    for (const std::unique_ptr<Command>& command : commands) {
      if (!command->chosen()) continue;
      Session session;
      session.stop = interrupt.token();
      return Finish(command->Run(session));
    }
  } catch (const std::bad_alloc&) {
    return Finish(absl::ResourceExhaustedError(
        "out of memory; give --memory or a smaller region"));
  }
  return static_cast<int>(ExitCode::kUsage);
}

}  // namespace
}  // namespace talus

int main(int argc, char** argv) {
  try {
    return talus::Main(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "talus: %s\n", error.what());
    return static_cast<int>(talus::ExitCode::kInternal);
  }
}

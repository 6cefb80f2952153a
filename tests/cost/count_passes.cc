#include <valgrind/callgrind.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sim/base/isa.h"
#include "sim/base/ledger.h"
#include "sim/base/rect.h"
#include "sim/base/status_macros.h"
#include "sim/plan/program.h"
#include "sim/plan/state.h"
#include "sim/plan/step_runner.h"
#include "sim/plan/tiled_runner.h"
#include "tests/sim/plan/program_of.h"

// Runs a few passes of each process on a small walled land, with each
// instruction set that the machine has up to x86-64-v3 (callgrind knows no
// AVX-512). Under callgrind it leaves a dump a process and set, described as
// `process set cell-passes`, which counts the passes alone: no start-up, no
// recipe, no ground. cost.sh reads them.
namespace talus {
namespace {

constexpr int64_t kEdge = 128;
constexpr int kPasses = 4;  // stream through the land in one group

struct Process {
  std::string_view name;
  std::string_view stages;  // on hills, where they make none themselves
};
constexpr char kHills[] =
    "stages { gradient_noise { octaves: 6 wavelength_m: 600 amplitude_m: 300 } "
    "} ";
constexpr Process kProcesses[] = {
    {"gradient_noise", ""},
    {"water_erosion", "water_erosion { passes: 4 }"},
    {"fluvial_incision", "fluvial_incision { passes: 4 }"},
    {"thermal_erosion", "thermal_erosion { passes: 4 }"},
    {"creep", "creep { passes: 4 }"},
    {"cellular_erosion", "cellular_erosion { passes: 4 }"},
    {"droplets", "droplets { passes: 4 drops_per_pass: 120000 }"},
    {"stream_power", "stream_power { passes: 4 }"},
};

absl::Status CountRun(StepRunner& runner, State before, const StepRun& run,
                      const std::string& what) {
  Ledger ledger;
  CALLGRIND_ZERO_STATS;
  const auto after = runner.Run(std::move(before), run, &ledger);
  CALLGRIND_DUMP_STATS_AT(what.c_str());
  return after.status();
}

absl::Status Count(const Process& process, Isa isa) {
  std::string text =
      absl::StrCat("cell_size_m: 10 domain { width: ", kEdge,
                   " height: ", kEdge, " border: BORDER_WALL } ", kHills);
  if (!process.stages.empty()) {
    absl::StrAppend(&text, "stages { ", std::string(process.stages), " }");
  }
  TALUS_ASSIGN_OR_RETURN(const auto program, testing::ProgramOf(text));
  const Rect land{0, 0, kEdge, kEdge};
  const std::vector<StepRun> runs =
      RunsOf(*program, 0, 0, land, {Layer::kHeight}, land);
  const ScopedIsa scoped(isa);
  WorkerPool pool(1);
  TiledRunner runner({.threads = 1, .passes_per_group = kPasses}, pool, {},
                     [](int64_t) {});
  const StepRun& last = runs.back();
  State before = MakePlanes(*program, last.before, land, /*zeroed=*/true);
  if (runs.size() > 1) {
    Ledger ledger;
    TALUS_ASSIGN_OR_RETURN(
        const State ground,
        runner.Run(MakePlanes(*program, runs[0].before, land, true), runs[0],
                   &ledger));
    before.Set(Layer::kHeight, ground.Get(Layer::kHeight));
  }
  return CountRun(
      runner, std::move(before), last,
      absl::StrCat(std::string(process.name), " ", std::string(IsaName(isa)),
                   " ", land.area() * static_cast<int64_t>(last.steps.size())));
}

int Main() {
  for (const Process& process : kProcesses) {
    for (const Isa isa : {Isa::kV2, Isa::kV3}) {
      if (isa > BestIsa()) continue;
      const absl::Status status = Count(process, isa);
      if (!status.ok()) {
        std::cerr << process.name << ": " << status << '\n';
        return 1;
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace talus

int main() { return talus::Main(); }

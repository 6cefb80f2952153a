#ifndef TALUS_TESTS_CLIENT_CLI_HARNESS_H_
#define TALUS_TESTS_CLIENT_CLI_HARNESS_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "client/pending_file.h"
#include "tests/client/process.h"
#include "tests/temporary_folder.h"

namespace talus {

// A finite world that all erosions shape a little.
inline constexpr char kRecipe[] = R"(
  cell_size_m: 20
  domain { width: 320 height: 256 border: BORDER_OPEN }
  stages { gradient_noise { octaves: 5 } }
  stages { multiscale { coarsest_level: 2 rounds: 4 stages { fluvial_incision { passes: 1 } } } }
  stages { water_erosion { passes: 4 } }
)";

// Passes without end on a small machine: stopped, or over a limit, in the
// tests.
inline constexpr char kLongRecipe[] = R"(
  domain { width: 4096 height: 4096 }
  stages { gradient_noise {} }
  stages { repeat { count: 5000 stages { creep { passes: 3 } } } }
)";

// The command line as a process, in a folder of its own with two recipes.
class Cli : public testing::Test {
 protected:
  Cli() {
    EXPECT_TRUE(WriteFile(recipe_, kRecipe).ok());
    EXPECT_TRUE(WriteFile(long_recipe_, kLongRecipe).ok());
  }
  Finished Talus(std::vector<std::string> args) const {
    args.insert(args.begin(), TALUS_BINARY);
    return RunToEnd(args);
  }
  std::string Out(const std::string& file) const {
    return folder_ / ("out/" + file);
  }

  const TemporaryFolder folder_;
  const std::string recipe_ = folder_ / "land.textproto";
  const std::string long_recipe_ = folder_ / "long.textproto";
};

}  // namespace talus

#endif  // TALUS_TESTS_CLIENT_CLI_HARNESS_H_

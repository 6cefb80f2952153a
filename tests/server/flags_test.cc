#include "server/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/temporary_folder.h"

namespace talus {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(ParseFlags, FillsInTheMachineWhereNothingIsSaid) {
  const auto flags = ParseFlags({"talusd"});
  ASSERT_TRUE(flags.ok()) << flags.status();
  EXPECT_EQ(flags->verb, Flags::Verb::kServe);
  EXPECT_THAT(flags->options.listen, ElementsAre("127.0.0.1:7420"));
  EXPECT_GE(flags->options.engine.tiling.threads, 1);
  EXPECT_GT(flags->options.memory_budget_bytes, 0);
  EXPECT_LE(flags->options.limits.memory_bytes,
            flags->options.memory_budget_bytes);
}

TEST(ParseFlags, LeavesRoomForTheCaches) {
  const auto parse = [](std::string tile_cache) {
    return ParseFlags({"talusd", "--coarse-cache-mib=0", "--domain-cache-mib=0",
                       std::move(tile_cache)});
  };
  const auto without = parse("--tile-cache-mib=0");
  const auto with = parse("--tile-cache-mib=16");
  ASSERT_TRUE(without.ok()) << without.status();
  ASSERT_TRUE(with.ok()) << with.status();
  EXPECT_EQ(
      without->options.memory_budget_bytes - with->options.memory_budget_bytes,
      16 << 20);
}

TEST(ParseFlags, ConvertsUnits) {
  const auto flags =
      ParseFlags({"talusd", "--listen", "127.0.0.1:0", "unix:/run/talus.sock",
                  "--memory-mib", "64", "--memory-budget-mib", "128",
                  "--drain-s", "1.5", "--ready-mib=2", "--tile-cache-mib=0",
                  "--spare-mib=32", "--metrics-listen=none"});
  ASSERT_TRUE(flags.ok()) << flags.status();
  EXPECT_THAT(flags->options.listen,
              ElementsAre("127.0.0.1:0", "unix:/run/talus.sock"));
  EXPECT_EQ(flags->options.limits.memory_bytes, 64 << 20);
  EXPECT_EQ(flags->options.engine.memory_bytes, 64 << 20);
  EXPECT_EQ(flags->options.memory_budget_bytes, 128 << 20);
  EXPECT_EQ(flags->options.drain, std::chrono::milliseconds(1500));
  EXPECT_EQ(flags->options.stream.ready_bytes, 2 << 20);
  EXPECT_EQ(flags->options.tile_cache_bytes, 0);
  EXPECT_EQ(flags->options.engine.spare_bytes, 32 << 20);
  EXPECT_EQ(flags->options.metrics_listen, "");
}

TEST(ParseFlags, HoldsOneRequestBelowTheWholeBudget) {
  const auto flags = ParseFlags({"talusd", "--memory-budget-mib=100"});
  ASSERT_TRUE(flags.ok()) << flags.status();
  EXPECT_EQ(flags->options.limits.memory_bytes, 100 << 20);
  const absl::Status status =
      ParseFlags({"talusd", "--memory-budget-mib=16", "--memory-mib=4096"})
          .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("4096, of one request, is more than the 16"));
}

TEST(ParseFlags, RefusesWhatItDoesNotKnow) {
  struct Case {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{"talusd", "--nonsense"}, "--nonsense"},
      {{"talusd", "word"}, "word"},
      {{"talusd", "--tile-workers=0"}, "range 1 to 1024"},
      {{"talusd", "--drain-s=soon"}, "drain-s"},
      {{"talusd", "--drain-s=nan"}, "'nan' is no number in the range"},
      {{"talusd", "--heartbeat-s=inf"}, "'inf' is no number in the range"},
      {{"talusd", "--memory-mib=3"}, "range 16 to 1073741824, or 0"},
      {{"talusd", "--listen=127.0.0.1:99999"}, "outside [0, 65535]"},
      {{"talusd", "--listen", "127.0.0.1:1", "bogus"}, "'bogus' has no port"},
      {{"talusd", "--metrics-listen", ""}, "'' has no port"},
      {{"talusd", "--metrics-listen=1.2.3.4:70000"}, "outside [0, 65535]"},
      {{"talusd", "--health", ""}, "--health: '' has no port"},
      {{"talusd", "--health", "127.0.0.1:0"}, "outside [1, 65535]"},
      {{"talusd", "--config=no/such/file"}, "no/such/file"},
  };
  for (const Case& c : cases) {
    const absl::Status status = ParseFlags(c.arguments).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
    EXPECT_THAT(std::string(status.message()), HasSubstr("--help"));
  }
}

TEST(ParseFlags, ReadsAFileAndLetsFlagsOverrideIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "talusd.conf";
  std::ofstream(path) << "tile-workers=3\nregion-workers=5\n";
  const auto flags =
      ParseFlags({"talusd", "--config", path, "--region-workers=6"});
  ASSERT_TRUE(flags.ok()) << flags.status();
  EXPECT_EQ(flags->options.tile_lane.threads, 3);
  EXPECT_EQ(flags->options.region_lane.threads, 6);
}

TEST(ParseFlags, RefusesUnknownLinesOfAFile) {
  const TemporaryFolder folder;
  const std::string path = folder / "talusd.conf";
  std::ofstream(path) << "tile-wrkers=3\n";
  EXPECT_THAT(
      std::string(ParseFlags({"talusd", "--config", path}).status().message()),
      HasSubstr("the file of --config sets 'tile-wrkers', which is no flag"));
}

TEST(ParseFlags, DoesNotRepeatTheBytesOfAFileThatIsNoConfig) {
  const TemporaryFolder folder;
  const std::string path = folder / "talusd.conf";
  std::ofstream(path) << std::string(10'000, '\x1b') << "\x80\xff=\n";
  const absl::Status status = ParseFlags({"talusd", "--config", path}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_LT(status.message().size(), 3000u);
  for (const char c : status.message()) EXPECT_TRUE(c >= ' ' && c <= '~');
}

TEST(ParseFlags, TellsHelpVersionAndProbeApart) {
  const auto help = ParseFlags({"talusd", "--help"});
  ASSERT_TRUE(help.ok());
  EXPECT_EQ(help->verb, Flags::Verb::kPrintText);
  EXPECT_THAT(help->text, HasSubstr("--listen"));
  const auto probe = ParseFlags({"talusd", "--health", "127.0.0.1:7420"});
  ASSERT_TRUE(probe.ok());
  EXPECT_EQ(probe->verb, Flags::Verb::kProbe);
  EXPECT_EQ(probe->probe_address, "127.0.0.1:7420");
}

TEST(DeployedConfig, ListsEveryFlagWithItsDefault) {
  const std::string path =
      std::string(TALUS_SOURCE_DIR) + "/deploy/talusd.conf";
  EXPECT_EQ(ReadFile(path), DefaultConfig())
      << "renew it: talusd --print-config > deploy/talusd.conf";
  EXPECT_TRUE(ParseFlags({"talusd", "--config", path}).ok());
}

}  // namespace
}  // namespace talus

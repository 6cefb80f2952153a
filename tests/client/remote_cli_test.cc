// The command line against a real talusd: the files of a server are those of
// the engine inside the command, byte by byte.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <memory>

#include "client/pending_file.h"
#include "tests/client/process.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

constexpr char kRecipe[] = R"(
  domain { x: -64 y: -512 width: 1024 height: 1024 border: BORDER_OPEN }
  stages { gradient_noise { octaves: 6 } }
  stages { multiscale { coarsest_level: 3 rounds: 6 stages { fluvial_incision { passes: 1 } } } }
  stages { repeat { count: ROUNDS stages { water_erosion { passes: 2 } } stages { thermal_erosion { passes: 1 } } } }
)";

class RemoteCli : public testing::Test {
 protected:
  std::string Recipe(const std::string& rounds) const {
    std::string text = kRecipe;
    text.replace(text.find("ROUNDS"), 6, rounds);
    const std::string path = folder_ / "land.textproto";
    EXPECT_TRUE(WriteFile(path, text).ok());
    return path;
  }
  std::unique_ptr<Process> StartServer(
      const std::vector<std::string>& flags = {}) const {
    std::vector<std::string> command = {TALUSD_BINARY, "--listen", address_,
                                        "--metrics-listen", "none"};
    command.insert(command.end(), flags.begin(), flags.end());
    return std::make_unique<Process>(command);
  }
  std::vector<std::string> Generate(const std::string& recipe,
                                    const std::string& out, bool remote) const {
    std::vector<std::string> args = {
        TALUS_BINARY, "generate",    recipe,
        "--out",      folder_ / out, "--layers",
        "all",        "--format",    "q32,r16,hillshade,sheet"};
    if (remote) args.insert(args.end(), {"--server", address_});
    return args;
  }
  // Files of a folder with their digests.
  std::map<std::string, std::string> Files(const std::string& out) const {
    std::map<std::string, std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_ / out)) {
      files[entry.path().filename().string()] =
          HashFile(entry.path().string()).value();
    }
    return files;
  }

  const TemporaryFolder folder_;
  const std::string address_ = "unix:" + (folder_ / "talusd.sock");
};

TEST_F(RemoteCli, FilesOfAServerAreThoseOfTheCommandItself) {
  const std::string recipe = Recipe("2");
  const auto server = StartServer();
  const Finished remote = RunToEnd(Generate(recipe, "remote", true));
  ASSERT_EQ(remote.code, 0) << remote.errors;
  const Finished local = RunToEnd(Generate(recipe, "local", false));
  ASSERT_EQ(local.code, 0) << local.errors;
  EXPECT_GT(Files("local").size(), 10u);
  EXPECT_EQ(Files("remote"), Files("local"));
}

TEST_F(RemoteCli, PlanAndVerifyWorkAgainstAServer) {
  const std::string recipe = Recipe("2");
  const auto server = StartServer();
  const Finished plan =
      RunToEnd({TALUS_BINARY, "plan", recipe, "--server", address_});
  EXPECT_EQ(plan.code, 0) << plan.errors;
  EXPECT_EQ(plan.output, RunToEnd({TALUS_BINARY, "plan", recipe}).output);
  const Finished verify = RunToEnd(
      {TALUS_BINARY, "verify", recipe, "--server", address_, "--tiles", "2"});
  EXPECT_EQ(verify.code, 0) << verify.errors;
}

TEST_F(RemoteCli, AServerKilledInMidWorkIsAskedAgainWhenItIsBack) {
  const std::string recipe = Recipe("60");
  auto server = StartServer();
  Process client(Generate(recipe, "remote", true));
  ASSERT_TRUE(client.WaitForError(" %")) << client.errors();
  server->Signal(SIGKILL);
  EXPECT_EQ(server->Wait(), -1);
  server = StartServer();
  ASSERT_EQ(client.Wait(), 0) << client.errors();
  ASSERT_EQ(RunToEnd(Generate(recipe, "local", false)).code, 0);
  EXPECT_EQ(Files("remote"), Files("local"));
}

TEST_F(RemoteCli, AServerThatDrainsInMidWorkIsAskedAgainWhenItIsBack) {
  const std::string recipe = Recipe("60");
  auto server = StartServer({"--drain-s", "0"});
  Process client(Generate(recipe, "remote", true));
  ASSERT_TRUE(client.WaitForError(" %")) << client.errors();
  server->Signal(SIGTERM);
  EXPECT_EQ(server->Wait(), 0);
  server = StartServer();
  ASSERT_EQ(client.Wait(), 0) << client.errors();
  ASSERT_EQ(RunToEnd(Generate(recipe, "local", false)).code, 0);
  EXPECT_EQ(Files("remote"), Files("local"));
}

TEST_F(RemoteCli, AnInterruptCancelsTheWorkOfTheServer) {
  const std::string recipe = Recipe("5000");
  const auto server = StartServer();
  Process client(Generate(recipe, "remote", true));
  ASSERT_TRUE(client.WaitForError(" %")) << client.errors();
  client.Signal(SIGINT);
  EXPECT_EQ(client.Wait(), 130) << client.errors();
  EXPECT_TRUE(Files("remote").empty());
  // What the server still did would hold up its end.
  server->Signal(SIGTERM);
  EXPECT_EQ(server->Wait(), 0);
  EXPECT_THAT(server->errors() + server->output(),
              testing::HasSubstr("CANCELLED"));
}

TEST_F(RemoteCli, AddressesThatAreNoneAreRefusedAtOnce) {
  const std::string recipe = Recipe("2");
  for (const std::string address :
       {"", "bogus", "127.0.0.1:99999", "127.0.0.1:0"}) {
    const Finished run =
        RunToEnd({TALUS_BINARY, "plan", recipe, "--server", address});
    EXPECT_EQ(run.code, 2) << address;
    EXPECT_THAT(run.errors, testing::HasSubstr("'" + address + "' has "));
    EXPECT_THAT(run.errors, testing::HasSubstr("HOST:PORT or unix:PATH"));
  }
}

TEST_F(RemoteCli, WhatTheServerRefusesIsToldWithItsExitCode) {
  const auto server = StartServer({"--max-region-cells", "1000"});
  const Finished run = RunToEnd(Generate(Recipe("2"), "remote", true));
  EXPECT_EQ(run.code, 6) << run.errors;
  EXPECT_THAT(run.errors, testing::HasSubstr("1000"));
}

}  // namespace
}  // namespace talus

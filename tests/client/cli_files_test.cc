// The command line as a process: files that it must not or cannot write.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/client/cli_harness.h"
#include "tests/client/test_raster.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

class CliFiles : public Cli {};

TEST_F(CliFiles, InputsAreNeverReplaced) {
  const std::string json = folder_ / "mine.json";
  const Finished shown = Talus({"presets", "hills", "--json"});
  ASSERT_TRUE(WriteFile(json, shown.output).ok());
  const std::string text = folder_ / "w.recipe.textproto";
  ASSERT_TRUE(WriteFile(text, kRecipe).ok());
  const std::string dem = folder_ / "x_height.tif";
  WriteRaster(dem, {});
  std::filesystem::create_symlink(folder_.path(), folder_ / "link");
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"generate", json, "--size", "64"},
        {"generate", text, "--name", "w", "--size", "64"},
        {"erode", dem, "--name", "x", "--format", "tiff"}}) {
    for (const char* out : {".", "link"}) {
      std::vector<std::string> with_out = args;
      with_out.insert(with_out.end(), {"--out", folder_ / out});
      const std::string before = HashFile(args[1]).value();
      const Finished run = Talus(with_out);
      EXPECT_EQ(run.code, 2) << run.errors;
      EXPECT_THAT(run.errors, HasSubstr("would replace the input " + args[1] +
                                        "; choose another --name or --out"));
      EXPECT_EQ(HashFile(args[1]).value(), before);
    }
  }
}

TEST_F(CliFiles, DemoKeepsItsDemAndLooksAtItFirst) {
  const std::string dem = folder_ / "hills_height.tif";
  WriteRaster(dem, {});
  const std::string before = HashFile(dem).value();
  const auto demo = [&](const std::string& file) {
    return Talus({"demo", "--preset", "hills", "--size", "64", "--dem", file,
                  "--out", folder_.path()});
  };
  const Finished replacing = demo(dem);
  EXPECT_EQ(replacing.code, 2) << replacing.errors;
  EXPECT_THAT(replacing.errors, HasSubstr("would replace the input " + dem));
  EXPECT_EQ(HashFile(dem).value(), before);

  const Finished missing = demo(folder_ / "none.tif");
  EXPECT_NE(missing.code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "hills_hillshade.png"))
      << "the preset was made for nothing";
}

TEST_F(CliFiles, AFolderInPlaceOfAFileIsFoundBeforeTheWork) {
  std::filesystem::create_directories(Out("land_height.tif"));
  const Finished run = Talus({"generate", recipe_, "--out", folder_ / "out"});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.errors, HasSubstr("land_height.tif: Is a directory"));
  EXPECT_THAT(run.errors, testing::Not(HasSubstr("cell-passes")));
}

TEST_F(CliFiles, APipeIsNoRecipe) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const char* command : {"generate", "erode", "inspect"}) {
    const Finished run = Talus({command, pipe});
    EXPECT_EQ(run.code, 5) << command;
    EXPECT_THAT(run.errors, HasSubstr("it is a pipe; give a regular file"));
  }
}

TEST_F(CliFiles, FilesThatCannotGrowAreOneErrorAndLeaveNothing) {
  for (const char* format : {"r32", "tiff", "cog", "png16", "hillshade"}) {
    // Blocks of 512 bytes: 8 KiB.
    const Finished run =
        RunToEnd({"/bin/sh", "-c",
                  "ulimit -f 16 && exec " TALUS_BINARY " generate " + recipe_ +
                      " --format " + format + " --out " + (folder_ / "out")});
    EXPECT_EQ(run.code, 5) << format << run.errors;
    EXPECT_THAT(run.errors, testing::ContainsRegex(
                                "talus: cannot write [^ ]*/out/land_[^ ]*: "
                                "File too large\n$"))
        << format;
    EXPECT_THAT(run.errors, testing::Not(HasSubstr(".partial")));
    EXPECT_TRUE(std::filesystem::is_empty(folder_ / "out")) << format;
  }
}

TEST_F(CliFiles, AFolderWhoseFilesAreNotFinishedHasNoSidecar) {
  const std::vector<std::string> generate = {
      "generate", recipe_, "--format", "r32", "--out", folder_ / "out"};
  ASSERT_EQ(Talus(generate).code, 0);
  ASSERT_TRUE(std::filesystem::exists(Out("land.json")));
  const Finished run =
      RunToEnd({"/bin/sh", "-c",
                "ulimit -f 16 && exec " TALUS_BINARY " generate " + recipe_ +
                    " --seed 3 --format r32 --out " + (folder_ / "out")});
  ASSERT_EQ(run.code, 5) << run.errors;
  EXPECT_FALSE(std::filesystem::exists(Out("land.json")));
}

class CliSignals : public Cli, public testing::WithParamInterface<int> {};

TEST_P(CliSignals, StopInMidWorkLeavesNothingBehind) {
  Process process(
      {TALUS_BINARY, "generate", long_recipe_, "--out", folder_ / "out"});
  ASSERT_TRUE(process.WaitForError(" %")) << process.errors();
  process.Signal(GetParam());
  EXPECT_EQ(process.Wait(), 130) << process.errors();
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "out"));
}

INSTANTIATE_TEST_SUITE_P(, CliSignals, testing::Values(SIGINT, SIGTERM),
                         [](const auto& info) {
                           return info.param == SIGINT ? "Interrupt"
                                                       : "Terminate";
                         });

}  // namespace
}  // namespace talus

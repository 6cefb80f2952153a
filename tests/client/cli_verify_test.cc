// The command line as a process: written files held against their sidecar.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "client/sidecar.h"
#include "tests/client/cli_harness.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

class CliVerify : public Cli {};

TEST_F(CliVerify, WrittenFilesAreVerifiedAndInspected) {
  ASSERT_EQ(Talus({"generate", recipe_, "--out", folder_ / "out", "--format",
                   "q32", "--layers", "all"})
                .code,
            0);
  const Finished verify =
      Talus({"verify", folder_ / "out", "--tiles", "2", "--pick", "1"});
  EXPECT_EQ(verify.code, 0) << verify.output << verify.errors;
  EXPECT_EQ(verify.output, "2 tiles agree\n");
  const Finished inspect = Talus({"inspect", folder_ / "out"});
  EXPECT_EQ(inspect.code, 0) << inspect.output << inspect.errors;
  EXPECT_THAT(inspect.output, HasSubstr("land_height.q32: as written"));
}

TEST_F(CliVerify, FilesThatWereChangedAreAMismatch) {
  ASSERT_EQ(
      Talus({"generate", recipe_, "--out", folder_ / "out", "--format", "r16"})
          .code,
      0);
  ASSERT_TRUE(WriteFile(Out("land_height.r16"), "no heights").ok());
  const Finished inspect = Talus({"inspect", Out("land.json")});
  EXPECT_EQ(inspect.code, 3);
  EXPECT_THAT(inspect.output, HasSubstr("land_height.r16: changed"));
  std::filesystem::remove(Out("land_height.r16"));
  EXPECT_THAT(Talus({"inspect", folder_ / "out"}).output,
              HasSubstr("land_height.r16: missing"));
}

TEST_F(CliVerify, DigestsThatDoNotHoldAreAMismatch) {
  ASSERT_EQ(
      Talus({"generate", recipe_, "--out", folder_ / "out", "--format", "r16"})
          .code,
      0);
  client::Sidecar sidecar = ReadSidecar(Out("land.json")).value();
  for (std::string& block : *sidecar.mutable_layers(0)->mutable_blocks()) {
    block = std::string(64, 'a');
  }
  ASSERT_TRUE(WriteSidecar(Out("land.json"), sidecar).ok());
  const Finished verify = Talus({"verify", folder_ / "out"});
  EXPECT_EQ(verify.code, 3);
  EXPECT_THAT(verify.output,
              HasSubstr("mismatch: height of tile (0, 0): alone (blocks"));
  EXPECT_THAT(verify.output, HasSubstr("in the region aaaa"));
  EXPECT_EQ(Talus({"inspect", folder_ / "out"}).code, 3);
}

TEST_F(CliVerify, PartsAloneHaveTheWordsOfTheWhole) {
  ASSERT_EQ(
      Talus({"generate", recipe_, "--out", folder_ / "out", "--format", "q32"})
          .code,
      0);
  ASSERT_EQ(Talus({"generate", recipe_, "--out", folder_ / "out", "--name",
                   "part", "--format", "q32", "--region", "256,0,64,256",
                   "--memory", "64M", "--threads", "1"})
                .code,
            0);
  const client::Sidecar whole = ReadSidecar(Out("land.json")).value();
  const client::Sidecar part = ReadSidecar(Out("part.json")).value();
  EXPECT_EQ(part.layers(0).blocks(0), whole.layers(0).blocks(1));
}

TEST_F(CliVerify, VerifyAndInspectHoldEveryFileAgainstTheSidecar) {
  const auto generate = [&] {
    ASSERT_EQ(Talus({"generate", recipe_, "--out", folder_ / "out", "--format",
                     "tiff,q32"})
                  .code,
              0);
  };
  const auto expect = [&](const std::string& message) {
    for (const char* command : {"verify", "inspect"}) {
      const Finished run = Talus({command, folder_ / "out"});
      EXPECT_EQ(run.code, 3) << command << message;
      EXPECT_THAT(run.output + run.errors, HasSubstr(message)) << command;
      EXPECT_THAT(run.output, testing::Not(HasSubstr("tiles agree")));
    }
  };
  generate();
  std::filesystem::resize_file(Out("land_height.tif"), 300);
  expect("land_height.tif: changed");
  generate();
  ASSERT_TRUE(
      WriteFile(Out("land.recipe.textproto"), "stages { gradient_noise {} }")
          .ok());
  expect("land.recipe.textproto: changed: its digest is ");
  generate();
  // Another file, and a sidecar that was mended to suit it.
  client::Sidecar sidecar = ReadSidecar(Out("land.json")).value();
  const client::Sidecar written = sidecar;
  const std::string words(320 * 256 * 4, 'a');
  ASSERT_TRUE(WriteFile(Out("land_height.q32"), words).ok());
  for (client::FileEntry& file : *sidecar.mutable_layers(0)->mutable_files()) {
    file.set_sha256(HashFile(Out(file.file())).value());
  }
  ASSERT_TRUE(WriteSidecar(Out("land.json"), sidecar).ok());
  expect("land_height.q32: its words are not those of the layer's blocks");
  generate();
  sidecar = written;
  sidecar.mutable_layers(0)->mutable_files(0)->set_file("../land.textproto");
  ASSERT_TRUE(WriteSidecar(Out("land.json"), sidecar).ok());
  expect("'../land.textproto' is no name of a file beside it");
  sidecar = written;
  sidecar.set_block_size(0);
  ASSERT_TRUE(WriteSidecar(Out("land.json"), sidecar).ok());
  expect("block_size = 0");
}

}  // namespace
}  // namespace talus

#include "client/sidecar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "client/pending_file.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

constexpr int64_t kFar = int64_t{1} << 39;
constexpr Rect kRegion = {-kFar, 5, 7 - kFar, 9};

client::Sidecar Example() {
  client::Sidecar sidecar;
  sidecar.set_sidecar_version(kSidecarVersion);
  sidecar.set_name("alps");
  sidecar.set_recipe_file("alps.recipe.textproto");
  sidecar.set_block_size(256);
  *sidecar.mutable_region() = ToSidecar(kRegion);
  client::LayerEntry& layer = *sidecar.add_layers();
  layer.set_layer("height");
  layer.set_min(-1.5);
  layer.add_blocks(std::string(64, 'b'));
  client::FileEntry& file = *layer.add_files();
  file.set_file("alps_height.r16");
  file.set_nodata(0);
  return sidecar;
}

TEST(Sidecar, ComesBackAsItWasWritten) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteSidecar(folder / "alps.json", Example()).ok());
  const auto read = ReadSidecar(folder / "alps.json");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->DebugString(), Example().DebugString());
  EXPECT_EQ(FromSidecar(read->region()), kRegion);
}

TEST(Sidecar, IsJsonThatOtherProgramsRead) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteSidecar(folder / "alps.json", Example()).ok());
  const std::string json = ReadFile(folder / "alps.json", 1 << 20).value();
  EXPECT_THAT(json, testing::HasSubstr("\"x\": -549755813888,"));
  EXPECT_THAT(json, testing::HasSubstr("\"min\": -1.5,"));
  EXPECT_THAT(json, testing::HasSubstr("\"max\": 0,"));
}

TEST(Sidecar, FilesThatAreNoneAreRefused) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "a.json", "{\"sidecar_version\": 9}").ok());
  EXPECT_EQ(ReadSidecar(folder / "a.json").status(),
            absl::DataLossError(
                (folder / "a.json") +
                " has sidecar_version 9; this version of talus reads 1"));
  ASSERT_TRUE(WriteFile(folder / "b.json", "{\"colour\": 1}").ok());
  EXPECT_EQ(ReadSidecar(folder / "b.json").status().code(),
            absl::StatusCode::kDataLoss);
  EXPECT_EQ(ReadSidecar(folder / "c.json").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(Sidecar, WhatNoTalusWritesIsRefused) {
  const TemporaryFolder folder;
  struct Case {
    std::function<void(client::Sidecar&)> change;
    std::string message;
  };
  for (const Case& c : {
           Case{[](client::Sidecar& s) {
                  s.mutable_layers(0)->mutable_files(0)->set_file(
                      "../../etc/passwd");
                },
                "'../../etc/passwd' is no name of a file beside it"},
           Case{[](client::Sidecar& s) { s.set_recipe_file(""); },
                "'' is no name of a file beside it"},
           Case{[](client::Sidecar& s) { s.add_pictures()->set_file(".."); },
                "'..' is no name of a file beside it"},
           Case{[](client::Sidecar& s) { s.set_block_size(128); },
                "block_size = 128"},
           Case{[](client::Sidecar& s) { s.mutable_layers(0)->clear_blocks(); },
                "height has 0 blocks, its region 1"},
           Case{[](client::Sidecar& s) { s.mutable_region()->set_x(1e300); },
                "its region is none of the world"},
           Case{[](client::Sidecar& s) { s.mutable_region()->set_width(0); },
                "its region is none of the world"},
       }) {
    client::Sidecar sidecar = Example();
    c.change(sidecar);
    ASSERT_TRUE(WriteSidecar(folder / "a.json", sidecar).ok());
    const absl::Status status = ReadSidecar(folder / "a.json").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(c.message));
  }
}

TEST(Sidecar, AFolderHasOne) {
  const TemporaryFolder folder;
  EXPECT_EQ(FindSidecar(folder.path()).status().code(),
            absl::StatusCode::kNotFound);
  ASSERT_TRUE(WriteFile(folder / "a.json", "{}").ok());
  ASSERT_TRUE(WriteFile(folder / "a.tif", "").ok());
  EXPECT_EQ(FindSidecar(folder.path()).value(), folder / "a.json");
  EXPECT_EQ(FindSidecar(folder / "other.json").value(), folder / "other.json");
  ASSERT_TRUE(WriteFile(folder / "b.json", "{}").ok());
  EXPECT_EQ(FindSidecar(folder.path()).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace talus

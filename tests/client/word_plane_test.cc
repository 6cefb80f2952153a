#include "client/word_plane.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/temporary_folder.h"

namespace talus {
namespace {

TEST(WordPlane, KeepsItsWordsWhenItMoves) {
  const TemporaryFolder folder;
  for (const std::string& spill : {std::string(), folder.path()}) {
    WordPlane plane = WordPlane::Make({-2, -1, 3, 2}, spill).value();
    plane.Row(1)[4] = 7;
    WordPlane other = WordPlane::Make({0, 0, 1, 1}, spill).value();
    other = std::move(plane);
    EXPECT_EQ(other.rect(), (Rect{-2, -1, 3, 2}));
    EXPECT_EQ(other.View({2, 1, 3, 2}).Row(0)[0], 7);
  }
}

TEST(WordPlane, AFolderThatIsNotThereIsAnErrorOfTheFolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(WordPlane::Make({0, 0, 1, 1}, folder / "none").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(WordPlane, MoreThanTheAddressSpaceIsNoRoom) {
  EXPECT_EQ(WordPlane::Make({0, 0, int64_t{1} << 26, int64_t{1} << 26}, "")
                .status()
                .code(),
            absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace talus

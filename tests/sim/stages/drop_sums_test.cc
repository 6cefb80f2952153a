#include "sim/stages/drop_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace talus::drops {
namespace {

constexpr Model kModel = {.steps = 20, .reach = 22, .brush_reach = 2};

Rect WindowOf(int64_t height) { return {-5, 7, 95, 7 + height}; }

TEST(DropSums, BandsHoldEachRowOfBirthsOnce) {
  for (const int64_t height : {1, 30, 100, 1000}) {
    for (const int threads : {1, 2, 5, 64}) {
      int64_t next = -kModel.reach;
      for (const Rows& band : CutBirths(WindowOf(height), kModel, threads)) {
        EXPECT_EQ(band.first, next);
        EXPECT_GT(band.last, band.first);
        next = band.last;
      }
      EXPECT_EQ(next, height + kModel.reach - 1);
    }
  }
}

TEST(DropSums, ThereIsABandForEachThreadOfALargeWindow) {
  for (const int threads : {1, 2, 5, 16}) {
    EXPECT_EQ(std::ssize(CutBirths(WindowOf(1000), kModel, threads)), threads);
  }
  EXPECT_EQ(CutBirths(WindowOf(40), kModel, 16).size(), 1u);
}

TEST(DropSums, BandsTakeTwiceTheMemoryOfOneAtMost) {
  for (const int64_t height : {44, 100, 1000}) {
    const Rect window = WindowOf(height);
    int64_t rows = 0;
    for (const Rows& births : CutBirths(window, kModel, 64)) {
      const Sums sums(window, kModel, births, false);
      for (int64_t y = 0; y < height; ++y) rows += sums.HasRow(y) ? 1 : 0;
    }
    EXPECT_LE(rows, 2 * height);
  }
}

TEST(DropSums, HoldTheRowsThatDropsOfABandMayComeTo) {
  const Sums sums(WindowOf(1000), kModel, {300, 400}, false);
  for (int64_t y = 300 - kModel.reach; y < 400 + kModel.reach; ++y) {
    EXPECT_TRUE(sums.HasRow(y)) << y;
  }
  EXPECT_FALSE(sums.HasRow(100));
  EXPECT_FALSE(sums.HasRow(600));
}

}  // namespace
}  // namespace talus::drops

#include "sim/base/rect.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(Rect, FloorDivRoundsTowardMinusInfinity) {
  EXPECT_EQ(FloorDiv(-1, 256), -1);
  EXPECT_EQ(FloorDiv(-256, 256), -1);
  EXPECT_EQ(FloorDiv(255, 256), 0);
  EXPECT_EQ(CeilDiv(-255, 256), 0);
  EXPECT_EQ(CeilDiv(1, 256), 1);
}

TEST(Rect, BlocksOfCoversTheRectangleAndNoMore) {
  const Rect blocks = BlocksOf({-1, 0, 257, 256}, 256);
  EXPECT_EQ(blocks, (Rect{-1, 0, 2, 1}));
  EXPECT_TRUE(CellsOf(blocks, 256).Contains(Rect{-1, 0, 257, 256}));
}

TEST(Rect, IntersectionOfDisjointRectanglesIsEmpty) {
  EXPECT_TRUE(Intersect({0, 0, 4, 4}, {4, 0, 8, 4}).empty());
  EXPECT_EQ(Union({0, 0, 0, 0}, {1, 1, 2, 2}), (Rect{1, 1, 2, 2}));
}

}  // namespace
}  // namespace talus

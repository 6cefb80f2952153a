#include "sim/report/line_fit.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(LineFit, FindsTheSlopeOfALineAndOfWhatScattersEvenlyAroundIt) {
  EXPECT_DOUBLE_EQ(*SlopeOf({{0, 1}, {1, 3}, {4, 9}}), 2);
  EXPECT_DOUBLE_EQ(*SlopeOf({{0, 1}, {0, -1}, {2, 5}, {2, 3}}), 2);
}

TEST(LineFit, HasNoSlopeWithoutThreePointsOrWithoutWidth) {
  EXPECT_FALSE(SlopeOf({{0, 0}, {1, 1}}).has_value());
  EXPECT_FALSE(SlopeOf({{2, 0}, {2, 1}, {2, 5}}).has_value());
}

TEST(LineFit, BinsTakeTheMedianAndLeaveOutTheThin) {
  const auto bins = BinMedians(
      {{0.1, 5}, {0.2, 1}, {0.9, 100}, {1.5, 7}, {-0.5, 2}, {-0.1, 3}}, 1, 2);
  ASSERT_EQ(bins.size(), 2);
  EXPECT_EQ(bins[0].x, -0.5);
  EXPECT_EQ(bins[0].y, 3);
  EXPECT_EQ(bins[1].x, 0.5);
  EXPECT_EQ(bins[1].y, 5);
}

}  // namespace
}  // namespace talus

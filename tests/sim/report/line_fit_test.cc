#include "sim/report/line_fit.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(LineFit, FindsTheSlopeOfALineAndOfWhatScattersEvenlyAroundIt) {
  EXPECT_DOUBLE_EQ(FitLine({{0, 1}, {1, 3}, {4, 9}})->slope, 2);
  EXPECT_DOUBLE_EQ(FitLine({{0, 1}, {0, -1}, {2, 5}, {2, 3}})->slope, 2);
}

TEST(LineFit, HasNoSlopeWithoutThreePointsOrWithoutWidth) {
  EXPECT_FALSE(FitLine({{0, 0}, {1, 1}}).has_value());
  EXPECT_FALSE(FitLine({{2, 0}, {2, 1}, {2, 5}}).has_value());
}

TEST(LineFit, FindsWhereTwoLinesMeetAndWhatTheyGain) {
  std::vector<Point> points;
  for (int x = 0; x < 20; ++x) {
    points.push_back(
        {static_cast<double>(x), 3 - 1.0 * x - (x > 8 ? 2.0 * (x - 8) : 0)});
  }
  const auto bend = FitBend(points, 4);
  ASSERT_TRUE(bend.has_value());
  EXPECT_EQ(bend->x, 8);
  EXPECT_NEAR(bend->before.slope, -1, 1e-9);
  EXPECT_NEAR(bend->after.slope, -3, 1e-9);
  EXPECT_NEAR(bend->before.At(8), -5, 1e-9);
  EXPECT_NEAR(bend->gain, 1, 1e-9);
  EXPECT_FALSE(FitBend({{0, 0}, {1, 1}, {2, 2}, {3, 3}}, 2).has_value());
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

#include "sim/report/plot.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace talus {
namespace {

constexpr Rgb kRed = {200, 0, 0};

int64_t RedIn(const RgbImage& image, int64_t x0, int64_t y0, int64_t x1,
              int64_t y1) {
  int64_t count = 0;
  for (int64_t y = y0; y < y1; ++y) {
    for (int64_t x = x0; x < x1; ++x) count += image.At(x, y) == kRed ? 1 : 0;
  }
  return count;
}

Plot Of(PlotSeries::Mark mark, std::vector<Point> points) {
  return {.title = "A title",
          .x = {.title = "x, m", .low = 0, .high = 10},
          .y = {.title = "y, m", .low = 0, .high = 10},
          .series = {{"", mark, kRed, std::move(points)}}};
}

TEST(Plot, PointsLieWhereTheirValuesAre) {
  // The frame is 840 by 590 from (130, 70); y grows upwards.
  const RgbImage image =
      DrawPlot(Of(PlotSeries::Mark::kCircle, {{5, 5}, {2.5, 7.5}}));
  EXPECT_GT(RedIn(image, 545, 360, 555, 370), 50);
  EXPECT_GT(RedIn(image, 335, 212, 345, 223), 50);
  EXPECT_EQ(RedIn(image, 335, 500, 345, 530), 0);
}

TEST(Plot, WhatLiesOutsideTheAxesIsLeftOut) {
  const RgbImage dots =
      DrawPlot(Of(PlotSeries::Mark::kCircle, {{-5, 5}, {5, 11}, {1e9, 1e9}}));
  EXPECT_EQ(RedIn(dots, 0, 0, dots.width, dots.height), 0);
  const RgbImage line =
      DrawPlot(Of(PlotSeries::Mark::kLine, {{-5, -5}, {15, 15}}));
  EXPECT_GT(RedIn(line, 130, 70, 970, 660), 1000);
  EXPECT_EQ(RedIn(line, 0, 0, 128, line.height), 0);
  EXPECT_EQ(RedIn(line, 973, 0, line.width, line.height), 0);
}

TEST(Plot, DashesAreALineWithGaps) {
  const auto red = [](PlotSeries::Mark mark) {
    const RgbImage image = DrawPlot(Of(mark, {{0.5, 5}, {9.5, 5}}));
    return RedIn(image, 130, 70, 970, 660);
  };
  EXPECT_LT(red(PlotSeries::Mark::kDashes), red(PlotSeries::Mark::kLine));
  EXPECT_GT(red(PlotSeries::Mark::kDashes), red(PlotSeries::Mark::kLine) / 2);
}

TEST(Plot, OfNothingIsAxes) {
  Plot plot = Of(PlotSeries::Mark::kLine, {});
  plot.x.low = plot.x.high = plot.y.low = plot.y.high = std::nullopt;
  plot.y.log = true;
  const RgbImage image = DrawPlot(plot);
  EXPECT_EQ(image.At(550, 660), (Rgb{30, 34, 40}));
}

}  // namespace
}  // namespace talus

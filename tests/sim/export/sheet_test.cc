#include "sim/export/sheet.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/export/relief.h"

namespace talus {
namespace {

FloatGrid Ramp(int64_t width, int64_t height, float high) {
  FloatGrid grid{width, height, {}};
  for (int64_t i = 0; i < width * height; ++i) {
    grid.values.push_back(high * static_cast<float>(i) /
                          static_cast<float>(width * height - 1));
  }
  return grid;
}

bool Contains(const RgbImage& image, Rgb color) {
  return std::find(image.pixels.begin(), image.pixels.end(), color) !=
         image.pixels.end();
}

TEST(Sheet, PanelsLieSideBySideWithTheirLegends) {
  const GrayImage shade(320, 100, 180);
  const std::vector<SheetPanel> panels = {
      {"height", "m", Ramp(320, 100, 900), HeightRamp(), 0, 0},
      {"water", "m", Ramp(320, 100, 5), WaterRamp(), 1, 0.2f},
      {"sediment", "m", Ramp(320, 100, 5), SedimentRamp(), 1, 0.2f}};
  const RgbImage one = Sheet(shade, {panels[0]}, {});
  const RgbImage three =
      Sheet(shade, panels, {.caption = "alps", .pixel_m = 30});
  EXPECT_EQ(three.height, one.height);
  EXPECT_GT(three.width, 3 * 320);
  for (const SheetPanel& panel : panels) {
    EXPECT_TRUE(Contains(three, panel.ramp.front())) << panel.title;
    EXPECT_TRUE(Contains(three, panel.ramp.back())) << panel.title;
  }
  EXPECT_FALSE(Contains(one, WaterRamp().back()));
}

TEST(Sheet, TheSeaHidesItsFloorAndLeavesTheLegendToTheLand) {
  SheetPanel panel{"height", "m", Ramp(320, 100, 900), HeightRamp(), 0, 0};
  for (float& value : panel.values.values) value -= 300;
  const GrayImage shade(320, 100, 180);
  const RgbImage dry = Sheet(shade, {panel}, {});
  EXPECT_FALSE(Contains(dry, SeaColor(300, 180)));
  panel.sea = 0;
  const RgbImage wet = Sheet(shade, {panel}, {});
  EXPECT_TRUE(Contains(wet, SeaColor(300, 180)));
  // The lowest land has the first colour now, the floor of the sea had it.
  const Rgb shore = Lit(ColorAt(HeightRamp(), 0), 180);
  const auto lit = [&](const RgbImage& image, int64_t x, int64_t y) {
    return image.At(x, y) == shore;
  };
  int64_t before = 0;
  int64_t after = 0;
  for (int64_t y = 0; y < wet.height; ++y) {
    for (int64_t x = 0; x < wet.width; ++x) {
      if (lit(wet, x, y)) after = after == 0 ? y : after;
      if (lit(dry, x, y)) before = before == 0 ? y : before;
    }
  }
  EXPECT_GT(after, before);
}

TEST(Sheet, NarrowGridsGetRoomForTheirLegend) {
  const RgbImage image =
      Sheet(GrayImage(8, 8, 180),
            {{"height", "m", Ramp(8, 8, 1), HeightRamp(), 0, 0}}, {});
  EXPECT_GE(image.width, 300);
}

TEST(Sheet, AGridOfOneValueOrOfNoneDraws) {
  std::vector<SheetPanel> panels(2);
  panels[0].values = {4, 4, std::vector<float>(16, 0.0f)};
  panels[0].ramp = WaterRamp();
  panels[1].values = {4, 4, std::vector<float>(16, kNoValue)};
  panels[1].ramp = FlowRamp();
  const RgbImage image = Sheet(GrayImage(4, 4, 180), panels, {});
  EXPECT_TRUE(Contains(image, kPaper));
}

TEST(Sheet, TheLongerEdgeOfAPanelIsAboutWhatWasAsked) {
  EXPECT_EQ(SheetFactor(2048, 100, 700), 3);
  EXPECT_EQ(SheetFactor(100, 1400, 700), 2);
  EXPECT_EQ(SheetFactor(64, 64, 700), 1);
}

}  // namespace
}  // namespace talus

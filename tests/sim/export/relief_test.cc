#include "sim/export/relief.h"

#include <gtest/gtest.h>

#include "sim/export/color_ramp.h"

namespace talus {
namespace {

constexpr int32_t kM = 65536;

TEST(Relief, TintsByAltitudeInTheCallersRange) {
  const int32_t heights[] = {0, 500 * kM, 1000 * kM, 5000 * kM};
  const GrayImage shade(4, 1, 200);
  const RgbImage image =
      Relief({heights, 4, 1, 4}, {}, shade, {.low_m = 0, .high_m = 1000});
  EXPECT_EQ(image.At(0, 0), Lit(ColorAt(HeightRamp(), 0), 200));
  EXPECT_EQ(image.At(1, 0), Lit(ColorAt(HeightRamp(), 0.5f), 200));
  EXPECT_EQ(image.At(2, 0), Lit(ColorAt(HeightRamp(), 1), 200));
  EXPECT_EQ(image.At(3, 0), image.At(2, 0));
}

TEST(Relief, CellsWithoutDataArePaper) {
  const int32_t heights[] = {kNoHeight};
  EXPECT_EQ(Relief({heights, 1, 1, 1}, {}, GrayImage(1, 1, 0), {}).At(0, 0),
            kPaper);
}

TEST(Relief, DeepWaterIsBlueAndFilmsDoNotShow) {
  const int32_t heights[] = {500 * kM, 500 * kM, 500 * kM};
  const int32_t water[] = {0, kM / 4, 50 * kM};
  const RgbImage image =
      Relief({heights, 3, 1, 3}, {water, 3, 1, 3}, GrayImage(3, 1, 200), {});
  EXPECT_EQ(image.At(0, 0), image.At(1, 0));
  EXPECT_GT(image.At(2, 0).b, image.At(2, 0).r + 50);
}

TEST(Relief, GroundBelowTheSeaIsBluerTheDeeperItLies) {
  const int32_t heights[] = {2 * kM, -2 * kM, -300 * kM};
  const GrayImage shade(3, 1, 189);
  const RgbImage land = Relief({heights, 3, 1, 3}, {}, shade, {});
  const RgbImage image = Relief({heights, 3, 1, 3}, {}, shade, {.sea_m = 0});
  EXPECT_EQ(image.At(0, 0), land.At(0, 0));
  EXPECT_GT(image.At(1, 0).b, image.At(1, 0).r);
  EXPECT_GT(image.At(2, 0).b, image.At(2, 0).r);
  EXPECT_LT(image.At(2, 0).g, image.At(1, 0).g);
}

TEST(Relief, AnEmptyRangeDrawsTheFirstColour) {
  const int32_t heights[] = {500 * kM};
  const RgbImage image = Relief({heights, 1, 1, 1}, {}, GrayImage(1, 1, 255),
                                {.low_m = 9, .high_m = 9});
  EXPECT_EQ(image.At(0, 0), Lit(HeightRamp().front(), 255));
}

}  // namespace
}  // namespace talus

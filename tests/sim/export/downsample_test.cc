#include "sim/export/downsample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

namespace talus {
namespace {

using ::testing::ElementsAre;

TEST(Downsample, AveragesBlocksInMetresAndWhatIsThereAtTheRim) {
  constexpr int32_t kM = 65536;
  const int32_t quanta[] = {kM,     2 * kM, 9 * kM,  //
                            3 * kM, 6 * kM, -kM};
  const FloatGrid grid = DownsampleMeters({quanta, 3, 2, 3}, 2);
  EXPECT_EQ(grid.width, 2);
  EXPECT_EQ(grid.height, 1);
  EXPECT_THAT(grid.values, ElementsAre(3.0f, 4.0f));
}

TEST(Downsample, CellsWithoutDataDoNotCount) {
  const int32_t none = std::bit_cast<int32_t>(kNoValue);
  const int32_t values[] = {none, std::bit_cast<int32_t>(4.0f), none, none};
  EXPECT_THAT(DownsampleValues({values, 4, 1, 4}, 2).values,
              ElementsAre(4.0f, kNoValue));
}

TEST(Downsample, PeaksAreTheLargestValuesThatAreThere) {
  const auto bits = [](float value) { return std::bit_cast<int32_t>(value); };
  const int32_t values[] = {bits(kNoValue), bits(-4), bits(2),
                            bits(kNoValue), bits(-7), bits(kNoValue),
                            bits(1),        bits(9),  bits(kNoValue),
                            bits(kNoValue), bits(3),  bits(4)};
  EXPECT_THAT(DownsamplePeaks({values, 4, 3, 4}, 2).values,
              ElementsAre(-4.0f, 9.0f, kNoValue, 4.0f));
}

TEST(Downsample, ShadeOfABlockWithoutDataIsZero) {
  GrayImage shade(4, 2);
  shade.pixels = {10, 0, 0, 0, 21, 0, 0, 0};
  EXPECT_THAT(DownsampleShade(shade, 2).pixels, ElementsAre(16, 0));
}

}  // namespace
}  // namespace talus

#include "client/region_text.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(RegionText, RegionsAreCornerAndSize) {
  EXPECT_EQ(ParseRegion("-512,7,1024,3").value(), (Rect{-512, 7, 512, 10}));
  for (const char* bad :
       {"", "1,2,3", "1,2,3,0", "1,2,-3,4", "a,b,c,d", "1,2,3,4,5",
        "9223372036854775807,0,9223372036854775807,1"}) {
    EXPECT_EQ(ParseRegion(bad).status().code(),
              absl::StatusCode::kInvalidArgument)
        << bad;
  }
}

TEST(RegionText, SizesAreSquaresOrWidthByHeight) {
  EXPECT_EQ(ParseSize("2048").value(),
            (std::pair<int64_t, int64_t>(2048, 2048)));
  EXPECT_EQ(ParseSize("300x20").value(),
            (std::pair<int64_t, int64_t>(300, 20)));
  for (const char* bad : {"", "0", "-3", "3x", "3x4x5", "big", "1048577"}) {
    EXPECT_EQ(ParseSize(bad).status().code(),
              absl::StatusCode::kInvalidArgument)
        << bad;
  }
}

TEST(RegionText, LayersAreNamesOrAllThatAreMade) {
  EXPECT_EQ(ParseLayers("water,height", {}).value(),
            (LayerSet{Layer::kHeight, Layer::kWater}));
  EXPECT_EQ(ParseLayers("all", {Layer::kFlow}).value(), LayerSet{Layer::kFlow});
  EXPECT_EQ(ParseLayers("lava", {}).status(),
            absl::InvalidArgumentError(
                "--layers 'lava' is unknown; give some of height, water, "
                "sediment, hardness, deposition, wear, flow, loose, mask, "
                "rain, vegetation, uplift, runoff, or all"));
  EXPECT_FALSE(ParseLayers("flux_e", {}).ok());
}

TEST(RegionText, BytesTakeAUnit) {
  EXPECT_EQ(ParseBytes("123").value(), 123);
  EXPECT_EQ(ParseBytes("4K").value(), 4096);
  EXPECT_EQ(ParseBytes("512M").value(), int64_t{512} << 20);
  EXPECT_EQ(ParseBytes("4G").value(), int64_t{4} << 30);
  EXPECT_EQ(ParseBytes("4g").value(), int64_t{4} << 30);
  EXPECT_EQ(ParseBytes("1T").value(), int64_t{1} << 40);
  EXPECT_EQ(ParseBytes("0M").status(),
            absl::InvalidArgumentError("--memory 0M is outside [1, 1024T]"));
  for (const char* bad : {"", "G", "-1", "0", "4GB", "9000000000G"}) {
    EXPECT_EQ(ParseBytes(bad).status().code(),
              absl::StatusCode::kInvalidArgument)
        << bad;
  }
}

TEST(RegionText, TintsRise) {
  EXPECT_EQ(ParseRange("-5,1e3").value(),
            (std::pair<double, double>(-5, 1000)));
  for (const char* bad :
       {"", "5", "5,5", "9,1", "a,b", "1,2,3", "0,nan", "0,inf"}) {
    EXPECT_EQ(ParseRange(bad).status().code(),
              absl::StatusCode::kInvalidArgument)
        << bad;
  }
}

}  // namespace
}  // namespace talus

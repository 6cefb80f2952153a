#include "sim/stages/share_target.h"

#include <gtest/gtest.h>

#include <vector>

#include "sim/plan/state.h"
#include "sim/stages/share_band.h"

namespace talus {
namespace {

// What a share of `value` makes of one of `before`, or of a layer that nobody
// wrote where that is negative.
float Combined(v1::Combine combine, float before, float value) {
  const Rect rect{0, 0, 1, 1};
  State in;
  if (before >= 0) {
    in = MakeState({Layer::kRain}, rect, /*zeroed=*/true);
    in.Rows(0).Real(Layer::kRain, 0)[0] = before;
  }
  const State out = MakeState({Layer::kRain}, rect, /*zeroed=*/true);
  const ShareTarget target = {Layer::kRain, combine};
  target.Write(&value, 1, in.Rows(0), 0, out.Rows(0));
  return out.Rows(0).Real(Layer::kRain, 0)[0];
}

TEST(ShareTarget, CombinesAsTheTableSaysAndHoldsTheResult) {
  struct Case {
    v1::Combine combine;
    float before, value, want;
  };
  for (const Case& c : {Case{v1::COMBINE_REPLACE, 0.25f, 0.75f, 0.75f},
                        Case{v1::COMBINE_ADD, 0.25f, 0.5f, 0.75f},
                        Case{v1::COMBINE_ADD, 0.75f, 0.5f, 1.0f},
                        Case{v1::COMBINE_MULTIPLY, 0.5f, 0.25f, 0.125f},
                        Case{v1::COMBINE_MIN, 0.5f, 0.25f, 0.25f},
                        Case{v1::COMBINE_MAX, 0.5f, 0.25f, 0.5f},
                        Case{v1::COMBINE_REPLACE, 0.5f, -1.0f, 0.0f},
                        Case{v1::COMBINE_REPLACE, 0.5f, 3.0f, 1.0f}}) {
    EXPECT_EQ(Combined(c.combine, c.before, c.value), c.want)
        << v1::Combine_Name(c.combine) << " " << c.before << " " << c.value;
  }
}

TEST(ShareTarget, TakesALayerThatNobodyWroteForZeros) {
  EXPECT_EQ(Combined(v1::COMBINE_REPLACE, -1, 0.5f), 0.5f);
  EXPECT_EQ(Combined(v1::COMBINE_ADD, -1, 0.5f), 0.5f);
  EXPECT_EQ(Combined(v1::COMBINE_MULTIPLY, -1, 0.5f), 0.0f);
  EXPECT_EQ(Combined(v1::COMBINE_MIN, -1, 0.5f), 0.0f);
  EXPECT_EQ(Combined(v1::COMBINE_MAX, -1, 0.5f), 0.5f);
}

TEST(ShareBand, HasRimsHalfInsideOfEachEnd) {
  const ShareBand band = ShareBand::Of(10, true, true, 0.2, 0.8);
  // The band is 100 long; the value lies `at` past its lower end.
  const auto share = [&](float at) { return band.At(at, 100 - at); };
  EXPECT_FLOAT_EQ(share(-5), 0.2f);
  EXPECT_FLOAT_EQ(share(0), 0.5f);
  EXPECT_FLOAT_EQ(share(5), 0.8f);
  EXPECT_FLOAT_EQ(share(50), 0.8f);
  EXPECT_FLOAT_EQ(share(100), 0.5f);
  EXPECT_FLOAT_EQ(share(105), 0.2f);
  // A quarter into the rim: 3/16 - 2/64.
  EXPECT_FLOAT_EQ(share(-2.5f), 0.2f + 0.6f * 0.15625f);
}

TEST(ShareBand, HoldsItsEndsWhereItsRimsAreHard) {
  const ShareBand band = ShareBand::Of(0, true, true, 0, 1);
  EXPECT_EQ(band.At(-1, 101), 0.0f);
  EXPECT_EQ(band.At(0, 100), 1.0f);
  EXPECT_EQ(band.At(100, 0), 1.0f);
  EXPECT_EQ(band.At(101, -1), 0.0f);
}

TEST(ShareBand, GoesOnForEverWhereItHasNoEnd) {
  const ShareBand below = ShareBand::Of(10, false, true, 0, 1);
  EXPECT_EQ(below.At(-1e9f, 1e9f), 1.0f);
  EXPECT_EQ(below.At(1e9f, -1e9f), 0.0f);
  const ShareBand all = ShareBand::Of(10, false, false, 0, 1);
  EXPECT_EQ(all.At(-1e9f, -1e9f), 1.0f);
}

}  // namespace
}  // namespace talus

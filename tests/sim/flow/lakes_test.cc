#include "sim/flow/lakes.h"

#include <gtest/gtest.h>

#include <stop_token>

#include "tests/sim/flow/drawn_ground.h"

namespace talus {
namespace {

// Two hollows side by side, the right one spills into the left; one pit.
const Plane<int32_t>& Ground() {
  static const Plane<int32_t> ground = DrawnGround({"############",  //
                                                    "#11#####222#",  //
                                                    "411##6##252#",  //
                                                    "#11#7##8222#",  //
                                                    "############",  //
                                                    "########8###",  //
                                                    "############"});
  return ground;
}

TEST(Lakes, StandAtTheirSpill) {
  const Drainage d = *DrainageOf(Ground());
  const Lakes all = *LakesOf(Ground(), d, 2, 1);
  ASSERT_GE(all.lakes.size(), 1u);
  const Lake& left = all.lakes[static_cast<size_t>(all.label[d.At(1, 1)]) - 1];
  EXPECT_EQ(left.level, 40);
  EXPECT_EQ(left.max_depth, 30);
  EXPECT_EQ(left.cells, 6);
  EXPECT_EQ(left.volume, 6 * 30);
  const Lake& right = all.lakes[static_cast<size_t>(all.label[d.At(8, 1)]) - 1];
  EXPECT_NE(all.label[d.At(8, 1)], all.label[d.At(1, 1)]);
  EXPECT_EQ(right.max_depth, right.level - 20);
  EXPECT_EQ(all.label[d.At(0, 2)], 0) << "the outlet is dry";
}

TEST(Lakes, HoldAllWaterThatFillsTheGround) {
  const Drainage d = *DrainageOf(Ground());
  const Lakes all = *LakesOf(Ground(), d, 1, 1);
  int64_t volume = 0, filled = 0;
  for (const Lake& lake : all.lakes) volume += lake.volume;
  for (CellIndex c = 0; c < d.size(); ++c) {
    const int32_t deep = d.filled[c] - *Ground().At(c % d.width, c / d.width);
    filled += deep;
    EXPECT_EQ(all.label[c] > 0, deep > 0) << c;
  }
  EXPECT_EQ(volume, filled);
  EXPECT_GT(volume, 0);
}

TEST(Lakes, SmallAndShallowOnesAreLeftDry) {
  const Drainage d = *DrainageOf(Ground());
  const size_t any = LakesOf(Ground(), d, 1, 1)->lakes.size();
  EXPECT_LT(LakesOf(Ground(), d, 2, 1)->lakes.size(), any);
  EXPECT_EQ(LakesOf(Ground(), d, 1, 5000)->lakes.size(), 0u);
}

TEST(Lakes, StopWhereTheyAreAsked) {
  const Drainage d = *DrainageOf(Ground());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(LakesOf(Ground(), d, 1, 1, stop.get_token()).status().code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace talus

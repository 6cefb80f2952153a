#include "sim/flow/flow_shares.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "sim/base/hash.h"

namespace talus {
namespace {

// A middle cell of nine at a level over eight others; its drainage.
Drainage Around(int32_t level, const std::array<int32_t, kNeighbours>& ring) {
  Plane<int32_t> ground({0, 0, 3, 3});
  *ground.At(1, 1) = level;
  for (size_t k = 0; k < kNeighbours; ++k) {
    *ground.At(1 + kNeighbourX[k], 1 + kNeighbourY[k]) = ring[k];
  }
  return *DrainageOf(ground);
}

TEST(FlowShares, AreThePowersOfSlopesOverThatOfTheSteepest) {
  // 12 to the north, 6 to the west, 12 sqrt(2) to the south-east.
  const Drainage d =
      Around(1000, {2000, 988, 2000, 994, 2000, 2000, 2000, 1000 - 17});
  const FlowShares shares(d, 4, 2);
  ASSERT_EQ(shares.count, 3u);
  EXPECT_EQ(shares.receiver[0], 1u);
  EXPECT_EQ(shares.receiver[1], 3u);
  EXPECT_EQ(shares.receiver[2], 8u);
  EXPECT_NEAR(shares.weight[0], std::pow(12 / (17 / std::sqrt(2.0)), 2), 1e-3);
  EXPECT_NEAR(shares.weight[1], 0.25, 1e-3);
  EXPECT_LE(shares.weight[2], 1);
  EXPECT_NEAR(shares.sum, 2.25, 1e-2);
}

TEST(FlowShares, AreOfTheReceiverAloneOnLevelGroundAndOfNoneWhereWaterLeaves) {
  const Drainage level = *DrainageOf(Plane<int32_t>([] {
    Plane<int32_t> ground({0, 0, 3, 3});
    ground.Fill(7);
    return ground;
  }()));
  const FlowShares middle(level, 4, 1);
  ASSERT_EQ(middle.count, 1u);
  EXPECT_EQ(middle.receiver[0], level.receiver[4]);
  EXPECT_EQ(middle.sum, 1);
  EXPECT_EQ(FlowShares(level, 0, 1).count, 0u);
}

// Of an exponent of 16, cliffs of 12 km have powers beyond all floats.
TEST(FlowShares, AreNumbersForAnyExponentAndDrop) {
  for (const float exponent : {0.1f, 1.0f, 16.0f}) {
    for (const int32_t cliff : {1, 65536, 300 << 16, 12000 << 16}) {
      const Drainage d =
          Around(cliff / 2, {-cliff / 2, cliff / 2, 0, 0, cliff / 2 - 1, 0,
                             -cliff / 2, -cliff / 2});
      const FlowShares shares(d, 4, exponent);
      EXPECT_GE(shares.sum, 1);
      EXPECT_LE(shares.sum, 8);
      int64_t given = 0;
      shares.Divide(int64_t{1} << 58, 0.5, [&](CellIndex, int64_t part) {
        EXPECT_GE(part, 0);
        given += part;
      });
      EXPECT_EQ(given, int64_t{1} << 58);
    }
  }
}

// However little there is to divide: 3 parts of 5 : 2 : 1.
TEST(FlowShares, GiveEachItsShareOnAverage) {
  const Drainage d =
      Around(1000, {2000, 990, 2000, 996, 998, 2000, 2000, 2000});
  const FlowShares shares(d, 4, 1);
  ASSERT_EQ(shares.count, 3u);
  std::array<double, 9> sum{};
  constexpr int kDraws = 1 << 16;
  for (uint32_t i = 0; i < kDraws; ++i) {
    int64_t given = 0;
    shares.Divide(3, double{UnitFloat(CellHash(77, i))},
                  [&](CellIndex to, int64_t part) {
                    EXPECT_GE(part, 0);
                    sum[to] += static_cast<double>(part);
                    given += part;
                  });
    ASSERT_EQ(given, 3);
  }
  EXPECT_NEAR(sum[1] / kDraws, 3 * 5.0 / 8, 0.02);
  EXPECT_NEAR(sum[3] / kDraws, 3 * 2.0 / 8, 0.02);
  EXPECT_NEAR(sum[5] / kDraws, 3 * 1.0 / 8, 0.02);
}

}  // namespace
}  // namespace talus

#include "sim/base/hash.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <set>

namespace talus {
namespace {

TEST(Hash, KeepsItsValues) {
  // A change here changes every landscape.
  EXPECT_EQ(Mix32(1), 1753845952u);
  EXPECT_EQ(Mix64(1), 0x5692161d100b05e5u);
  EXPECT_EQ(RowKey(1, 2, 3, -4), 878599221u);
  EXPECT_EQ(HashText("talus"), 11993737087885706449u);
}

TEST(Hash, DistinguishesTextsAndTheOrderOfWhatIsJoined) {
  EXPECT_NE(HashText(""), HashText(std::string_view("\0", 1)));
  EXPECT_NE(HashText("ab"), HashText("ba"));
  EXPECT_NE(HashCombine(HashCombine(0, 1), 2),
            HashCombine(HashCombine(0, 2), 1));
  EXPECT_NE(HashCombine(1, 0), HashCombine(0, 1));
}

TEST(Hash, MixesWithoutCollisions) {
  // Finalisers are bijections.
  std::set<uint32_t> seen;
  for (uint32_t i = 0; i < 100000; ++i) seen.insert(Mix32(i * 40503));
  EXPECT_EQ(seen.size(), 100000u);
}

// Each flipped input bit flips each output bit about half the time.
TEST(Hash, Mix32Avalanches) {
  constexpr int kTrials = 20000;
  for (int in = 0; in < 32; ++in) {
    std::array<int, 32> flips{};
    for (uint32_t t = 0; t < kTrials; ++t) {
      const uint32_t x = t * 0x9e3779b1u;
      const uint32_t changed = Mix32(x) ^ Mix32(x ^ (1u << in));
      for (int out = 0; out < 32; ++out) {
        flips[static_cast<size_t>(out)] += (changed >> out) & 1;
      }
    }
    for (const int n : flips) {
      EXPECT_NEAR(n, kTrials * 0.5, kTrials * 0.04) << "input bit " << in;
    }
  }
}

// Draws along rows, down columns, over passes, salts and seeds: uniform, and
// not alike.
TEST(Hash, DrawsAreUniformAndIndependentAlongEveryAxis) {
  constexpr int kDraws = 1 << 16;
  constexpr int kBins = 64;
  const auto draw = [](int axis, uint32_t i) {
    const auto n = static_cast<int64_t>(i);
    switch (axis) {
      case 0:
        return CellHash(RowKey(7, 5, 3, 11), i);
      case 1:
        return CellHash(RowKey(7, 5, 3, n - kDraws / 2), 12345);
      case 2:
        return CellHash(RowKey(7, n, 3, 11), 12345);
      case 3:
        return CellHash(RowKey(7, 5, i, 11), 12345);
      default:
        return CellHash(RowKey(i, 5, 3, 11), 12345);
    }
  };
  for (int axis = 0; axis < 5; ++axis) {
    SCOPED_TRACE(axis);
    std::array<int, kBins> bins{};
    double sum = 0, products = 0, before = 0.5;
    for (uint32_t i = 0; i < kDraws; ++i) {
      const float u = UnitFloat(draw(axis, i));
      ASSERT_GE(u, 0.0f);
      ASSERT_LT(u, 1.0f);
      ++bins[static_cast<size_t>(u * kBins)];
      sum += static_cast<double>(u);
      products += (static_cast<double>(u) - 0.5) * (before - 0.5);
      before = static_cast<double>(u);
    }
    // Chi square of 63 degrees: mean 63, deviation 11.2.
    double chi2 = 0;
    for (const int n : bins) {
      const double off = n - static_cast<double>(kDraws) / kBins;
      chi2 += off * off * kBins / kDraws;
    }
    EXPECT_LT(chi2, 63 + 5 * 11.2);
    EXPECT_GT(chi2, 63 - 5 * 11.2);
    EXPECT_NEAR(sum / kDraws, 0.5, 5 / std::sqrt(12.0 * kDraws));
    EXPECT_NEAR(products / kDraws, 0, 5 / (12 * std::sqrt(1.0 * kDraws)));
  }
}

TEST(Hash, UnitFloatsReachBothEndsButNotOne) {
  EXPECT_EQ(UnitFloat(0), 0.0f);
  EXPECT_EQ(UnitFloat(0xffffffffu), 16777215.0f / 16777216.0f);
  EXPECT_EQ(UnitFloat(0x80000000u), 0.5f);
}

}  // namespace
}  // namespace talus

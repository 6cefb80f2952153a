#include "sim/base/fixed.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/hash.h"

namespace talus {
namespace {

TEST(Fixed, ConvertsMetresToTheNearestQuantum) {
  EXPECT_EQ(QuantaFromMeters(0), 0);
  EXPECT_EQ(QuantaFromMeters(1), 65536);
  EXPECT_EQ(QuantaFromMeters(-2.5), -163840);
  EXPECT_EQ(QuantaFromMeters(0.4 / 65536), 0);
  EXPECT_EQ(QuantaFromMeters(0.6 / 65536), 1);
  EXPECT_EQ(QuantaFromMeters(-0.6 / 65536), -1);
  EXPECT_EQ(ToMeters(163840), 2.5f);
  for (const double metres : {-8848.86, 0.1, 123.456, 4000.0001}) {
    EXPECT_LE(std::abs(QuantaFromMeters(metres) / 65536.0 - metres),
              0.5 / 65536);
  }
}

TEST(Fixed, HoldsMetresToTheValidRange) {
  EXPECT_EQ(QuantaFromMeters(1e9), kMaxQuanta);
  EXPECT_EQ(QuantaFromMeters(-1e9), -kMaxQuanta);
  EXPECT_EQ(QuantaFromMeters(16383.99999), kMaxQuanta);
  // Any difference of two fits.
  EXPECT_EQ(int64_t{kMaxQuanta} - int64_t{-kMaxQuanta},
            int64_t{kMaxQuanta - -kMaxQuanta});
}

TEST(Fixed, RoundsNothingToNothing) {
  for (const float u : {0.0f, 0.5f, 16777215.0f / 16777216.0f}) {
    EXPECT_EQ(RoundUnbiased(0.0f, u), 0);
  }
}

TEST(Fixed, RoundsToOneOfTheTwoWholeNumbersAround) {
  // A draw just under 1 may lift a whole number by one where float cannot hold
  // the sum: no more than float's own error, on average.
  for (const float q : {0.5f, 1.0f, 17.3f, 65536.0f, 8388608.0f}) {
    for (const float u : {0.0f, 0.25f, 0.5f, 16777215.0f / 16777216.0f}) {
      EXPECT_GE(RoundUnbiased(q, u), static_cast<int32_t>(q));
      EXPECT_LE(RoundUnbiased(q, u), static_cast<int32_t>(q) + 1);
    }
  }
}

// The mean of many roundings is the amount: transfers far below a quantum are
// not lost, and none is gained.
TEST(Fixed, RoundsToTheAmountOnAverage) {
  constexpr int kDraws = 1 << 20;
  for (const float q : {0.001f, 0.02f, 0.25f, 0.5f, 0.9f, 3.14f, 1000.7f}) {
    int64_t sum = 0;
    const uint32_t key = RowKey(1, 2, 3, 4);
    for (uint32_t x = 0; x < kDraws; ++x) {
      sum += RoundUnbiased(q, UnitFloat(CellHash(key, x)));
    }
    const double mean = static_cast<double>(sum) / kDraws;
    const double fraction = static_cast<double>(q) - std::floor(q);
    const double deviation = std::sqrt(fraction * (1 - fraction) / kDraws);
    EXPECT_NEAR(mean, q, 5 * deviation + 1e-7 * static_cast<double>(q)) << q;
  }
}

}  // namespace
}  // namespace talus

#include "sim/base/math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace talus {
namespace {

// Steps through the positive floats by a prime number of ulps, so that all
// exponents and many mantissas occur.
template <typename F>
void ForFloats(float first, float last, F&& f) {
  const auto end = std::bit_cast<int32_t>(last);
  for (int32_t bits = std::bit_cast<int32_t>(first); bits < end; bits += 4999) {
    f(std::bit_cast<float>(bits));
  }
}

TEST(Log2, StaysCloseToLibm) {
  ForFloats(0x1p-126f, 0x1.fp127f, [](float x) {
    const double want = std::log2(static_cast<double>(x));
    const double error = std::abs(Log2(x) - want);
    ASSERT_LE(error, 2e-7 * std::abs(want) + 1e-12) << x;
  });
}

TEST(Log2, IsExactForPowersOfTwo) {
  for (int e = -126; e < 128; ++e) {
    EXPECT_EQ(Log2(std::ldexp(1.0f, e)), static_cast<float>(e));
  }
}

TEST(Log2, HoldsZeroAndLessToTheSmallestNormal) {
  EXPECT_EQ(Log2(0.0f), -126.0f);
  EXPECT_EQ(Log2(-1.0f), -126.0f);
  EXPECT_EQ(Log2(std::numeric_limits<float>::denorm_min()), -126.0f);
}

TEST(Exp2, StaysCloseToLibm) {
  for (float x = -126.0f; x <= 127.0f; x += 0.00137f) {
    const double want = std::exp2(static_cast<double>(x));
    ASSERT_NEAR(Exp2(x) / want, 1.0, 2e-7) << x;
  }
}

TEST(Exp2, IsExactForWholeNumbersAndHeldBeyondTheRange) {
  for (int e = -126; e <= 127; ++e) {
    EXPECT_EQ(Exp2(static_cast<float>(e)), std::ldexp(1.0f, e));
  }
  EXPECT_EQ(Exp2(-1e30f), 0x1p-126f);
  EXPECT_EQ(Exp2(1e30f), 0x1p127f);
}

TEST(Pow, StaysWithinItsStatedError) {
  for (const float y :
       {0.1f, 0.3f, 0.4f, 0.5f, 0.75f, 1.0f, 1.3f, 2.0f, 4.0f, 8.0f}) {
    ForFloats(1e-9f, 1e13f, [y](float x) {
      const double want = std::pow(static_cast<double>(x), y);
      if (want < 1e-37 || want > 1e37) return;
      const double bound = 1e-7 * (2 + std::abs(y * std::log2(x)));
      ASSERT_NEAR(Pow(x, y) / want, 1.0, bound) << x << "^" << y;
    });
  }
}

TEST(Pow, KeepsZeroAndOne) {
  EXPECT_EQ(Pow(0.0f, 0.5f), 0.0f);
  EXPECT_EQ(Pow(1.0f, 3.7f), 1.0f);
  EXPECT_EQ(Pow(123.0f, 0.0f), 1.0f);
}

TEST(Pow, RisesWithItsBase) {
  for (const float y : {0.1f, 0.5f, 3.0f}) {
    float last = 0;
    for (int i = 1; i <= 4096; ++i) {
      const float now = Pow(static_cast<float>(i) / 4096, y);
      ASSERT_GE(now, last) << i << " " << y;
      last = now;
    }
  }
}

TEST(SinPi, AndCosPiStayCloseToLibm) {
  for (float t = -0.5f; t <= 0.5f; t += 0.0001f) {
    ASSERT_NEAR(SinPi(t), std::sin(M_PI * t), 2e-6) << t;
    ASSERT_NEAR(CosPi(t), std::cos(M_PI * t), 1e-6) << t;
  }
}

TEST(TanDegrees, StaysCloseToLibm) {
  for (double d = 0; d < 89.95; d += 0.1) {
    const double want = std::tan(d * M_PI / 180);
    ASSERT_NEAR(TanDegrees(d), want, 1e-13 * want + 1e-16) << d;
  }
}

TEST(AtanDegrees, StaysCloseToLibm) {
  ForFloats(0x1p-40f, 0x1p40f, [](float t) {
    const double want = std::atan(static_cast<double>(t)) * 57.29577951308232;
    ASSERT_NEAR(AtanDegrees(t), want, 4e-5) << t;
  });
  EXPECT_EQ(AtanDegrees(0.0f), 0.0f);
  EXPECT_EQ(AtanDegrees(std::numeric_limits<float>::infinity()), 90.0f);
}

}  // namespace
}  // namespace talus

#include "sim/base/float_env.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>

namespace talus {
namespace {

// Kept from the compiler, which knows the answer of the usual environment.
float Halved(float value) {
  volatile float v = value;
  return v * 0.5f;
}
float Third() {
  volatile float one = 1.0f;
  return one / 3.0f;
}

TEST(FloatEnv, RoundsToNearestWhateverTheProcessDid) {
  const float nearest = Third();
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    float inside;
    {
      const ScopedFloatEnv env;
      inside = Third();
    }
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(inside, nearest);
    EXPECT_EQ(after, mode);
  }
}

#if defined(__x86_64__)
TEST(FloatEnv, KeepsDenormalsWhateverTheProcessDid) {
  constexpr float kLeast = std::numeric_limits<float>::min();
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON);
  const float flushed = Halved(kLeast);
  float inside;
  {
    const ScopedFloatEnv env;
    inside = Halved(kLeast);
  }
  const float after = Halved(kLeast);
  _mm_setcsr(before);
  EXPECT_EQ(flushed, 0.0f);
  EXPECT_EQ(inside, kLeast / 2);
  EXPECT_EQ(after, 0.0f);
}
#endif

}  // namespace
}  // namespace talus

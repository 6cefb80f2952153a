#include "sim/report/slopes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/fixed.h"
#include "sim/flow/drainage.h"
#include "tests/sim/report/ground.h"

namespace talus {
namespace {

using testing::Ground;

TEST(Slopes, AConeHasNoFavouredDirectionAndAPyramidHas) {
  Plane<int32_t> cone = Ground(201, [](int64_t x, int64_t y) {
    return 1000 - std::hypot(static_cast<double>(x - 100),
                             static_cast<double>(y - 100));
  });
  for (int64_t y = 0; y < 201; ++y) {
    for (int64_t x = 0; x < 201; ++x) {
      const int64_t r2 = (x - 100) * (x - 100) + (y - 100) * (y - 100);
      if (r2 > 100 * 100) *cone.At(x, y) = Drainage::kNoData;
    }
  }
  const auto round = SlopesOf(cone, 10);
  EXPECT_LT(*round.aspect_4_fold, 0.02);
  EXPECT_LT(*round.aspect_8_fold, 0.02);
  EXPECT_LT(*round.aspect_spread, 0.05);
  const auto pyramid =
      SlopesOf(Ground(201,
                      [](int64_t x, int64_t y) {
                        return 1000.0 - static_cast<double>(std::abs(x - 100) +
                                                            std::abs(y - 100));
                      }),
               10);
  EXPECT_GT(*pyramid.aspect_4_fold, 1.8);
}

TEST(Slopes, OfARoofLieInOneBinAndFaceTwoWays) {
  // Falls by tan 27 degrees to the east and west.
  const Slopes s = SlopesOf(Ground(64,
                                   [](int64_t x, int64_t) {
                                     return -std::tan(27 * M_PI / 180) * 10 *
                                            std::abs(x - 31.5);
                                   }),
                            10);
  double sum = 0;
  for (const Point& bin : s.histogram) {
    sum += bin.y * Slopes::kBinDeg;
    if (bin.x == 27) {
      EXPECT_NEAR(bin.y * Slopes::kBinDeg, 60.0 / 62, 1e-9);
    }
  }
  EXPECT_NEAR(sum, 1, 1e-9);
  ASSERT_EQ(s.aspects.size(), 32);
  EXPECT_NEAR(s.aspects[0], 0.5, 0.02);
  EXPECT_NEAR(s.aspects[16], 0.5, 0.02);
  EXPECT_NEAR(*s.aspect_spread, std::sqrt(15), 0.05);
}

}  // namespace
}  // namespace talus

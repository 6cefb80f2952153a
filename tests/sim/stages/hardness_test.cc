#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

v1::Stage Rock(double base, double noise, double strata) {
  v1::Stage stage;
  auto& p = *stage.mutable_hardness();
  p.set_base(base);
  p.set_noise_amplitude(noise);
  p.set_noise_wavelength_m(600);
  p.set_noise_octaves(4);
  p.set_strata_amplitude(strata);
  p.set_strata_thickness_m(100);
  return stage;
}

StageContext At(int level) {
  return {.seed = 3, .level0_cell_m = 10, .level = level};
}

int32_t Ramp(int64_t x, int64_t) {
  return QuantaFromMeters(2.0 * static_cast<double>(x));
}

TEST(Hardness, IsItsBaseWithoutNoiseAndStrata) {
  const Values v = RunSource(*MakeStage(Rock(0.3, 0, 0), At(0)),
                             {-5, -5, 40, 5}, Layer::kHardness);
  for (int64_t x = -5; x < 40; ++x) ASSERT_EQ(v.Real(x, 0), 0.3f);
}

TEST(Hardness, VariesAboutItsBaseAndStaysInRange) {
  const auto stage = MakeStage(Rock(0.5, 0.9, 0.4), At(0));
  const Values v = RunSource(*stage, {0, 0, 400, 400}, Layer::kHardness, Ramp);
  double sum = 0;
  int soft = 0, hard = 0;
  for (int64_t y = 0; y < 400; ++y) {
    for (int64_t x = 0; x < 400; ++x) {
      const float h = v.Real(x, y);
      ASSERT_GE(h, 0.0f);
      ASSERT_LE(h, 1.0f);
      sum += h;
      soft += h < 0.2f ? 1 : 0;
      hard += h > 0.8f ? 1 : 0;
    }
  }
  EXPECT_NEAR(sum / 160000, 0.5, 0.05);
  EXPECT_GT(soft, 1600);
  EXPECT_GT(hard, 1600);
}

TEST(Hardness, AlternatesWithTheHeightWhereThereAreStrata) {
  const auto stage = MakeStage(Rock(0.5, 0, 0.4), At(0));
  const Values v = RunSource(*stage, {0, 0, 500, 1}, Layer::kHardness, Ramp);
  for (int pair = 0; pair < 10; ++pair) {
    // The middles of the hard and the soft layer, at 2 m a cell.
    const float hard = v.Real(50 * pair + 12, 0) - 0.5f;
    const float soft = v.Real(50 * pair + 37, 0) - 0.5f;
    EXPECT_GE(hard, 0.19f);
    EXPECT_LE(hard, 0.41f);
    EXPECT_NEAR(soft, -hard, 1e-6);
  }
}

TEST(Hardness, FollowsTheDipOfItsStrata) {
  v1::Stage stage = Rock(0.5, 0, 0.4);
  stage.mutable_hardness()->set_strata_dip_east(0.5);
  stage.mutable_hardness()->set_strata_dip_south(-0.25);
  const auto tilted = MakeStage(stage, At(0));
  // Land that rises with the strata lies in one layer everywhere.
  const int64_t far = int64_t{1} << 39;
  for (const int64_t x0 : {int64_t{0}, far}) {
    const Values v = RunSource(
        *tilted, {x0, 0, x0 + 200, 80}, Layer::kHardness,
        [x0](int64_t x, int64_t y) {
          return QuantaFromMeters(5.0 * (static_cast<double>(x - x0) + 0.5) -
                                  2.5 * (static_cast<double>(y) + 0.5));
        });
    for (int64_t y = 0; y < 80; ++y) {
      for (int64_t x = x0; x < x0 + 200; ++x) {
        ASSERT_NEAR(v.Real(x, y), v.Real(x0, 0), 1e-3) << x << " " << y;
      }
    }
  }
}

TEST(Hardness, DoesNotDependOnTheWindowOrTheInstructionSet) {
  v1::Stage stage = Rock(0.4, 0.5, 0.3);
  stage.mutable_hardness()->set_strata_dip_east(0.123);
  const auto made = MakeStage(stage, At(1));
  const int64_t x0 = -(int64_t{1} << 33) - 50;
  const Values whole =
      RunSource(*made, {x0, -20, x0 + 300, 20}, Layer::kHardness,
                [](int64_t x, int64_t y) {
                  return static_cast<int32_t>(x * 777 + y * 91);
                });
  const Rect part{x0 + 11, -13, x0 + 290, 7};
  const ScopedIsa scope(Isa::kV2);
  const Values alone =
      RunSource(*made, part, Layer::kHardness, [](int64_t x, int64_t y) {
        return static_cast<int32_t>(x * 777 + y * 91);
      });
  for (int64_t y = part.y0; y < part.y1; ++y) {
    for (int64_t x = part.x0; x < part.x1; ++x) {
      ASSERT_EQ(alone(x, y), whole(x, y));
    }
  }
}

}  // namespace
}  // namespace talus

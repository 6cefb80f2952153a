#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

constexpr double kCellM = 10;

v1::Stage Mountains() {
  v1::Stage stage;
  auto& p = *stage.mutable_gully_noise();
  p.set_wavelength_m(6000);
  p.set_octaves(4);
  p.set_gain(0.3);
  p.set_amplitude_m(2400);
  p.set_base_m(500);
  p.set_gully_width_m(1000);
  p.set_gully_octaves(5);
  p.set_gully_depth(0.2);
  p.set_full_slope(0.4);
  p.set_sharpness(0.7);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

StageContext At(int level, double cell_m = kCellM) {
  return {.seed = 7, .level0_cell_m = cell_m, .level = level};
}

double Meters(const Values& v, int64_t x, int64_t y) {
  return v(x, y) / 65536.0;
}

TEST(GullyNoise, IsPlainHillsWithoutGullies) {
  v1::Stage hills = Mountains();
  hills.mutable_gully_noise()->set_gully_octaves(0);
  v1::Stage flat_gullies = Mountains();
  flat_gullies.mutable_gully_noise()->set_gully_depth(0);
  const Rect rect{-40, 10, 60, 80};
  EXPECT_EQ(RunSource(*MakeStage(hills, At(0)), rect),
            RunSource(*MakeStage(flat_gullies, At(0)), rect));
}

TEST(GullyNoise, LeavesLevelLandLevel) {
  v1::Stage stage = Mountains();
  stage.mutable_gully_noise()->set_amplitude_m(0);
  const Values v = RunSource(*MakeStage(stage, At(0)), {0, 0, 200, 200});
  for (const int32_t word : v.words) ASSERT_EQ(word, QuantaFromMeters(500));
}

// What the gullies of one octave add, and the slope of the hills: gullies
// change little down the land and much across it.
TEST(GullyNoise, RunsDownTheLand) {
  v1::Stage hills = Mountains();
  hills.mutable_gully_noise()->set_octaves(1);
  hills.mutable_gully_noise()->set_gully_octaves(0);
  v1::Stage gullies = hills;
  gullies.mutable_gully_noise()->set_gully_octaves(1);
  const Rect rect{0, 0, 1200, 1200};
  const Values before = RunSource(*MakeStage(hills, At(0)), rect);
  const Values after = RunSource(*MakeStage(gullies, At(0)), rect);
  const auto added = [&](int64_t x, int64_t y) {
    return Meters(after, x, y) - Meters(before, x, y);
  };
  double along2 = 0, across2 = 0;
  for (int64_t y = 1; y < 1199; y += 3) {
    for (int64_t x = 1; x < 1199; x += 3) {
      const double sx = Meters(before, x + 1, y) - Meters(before, x - 1, y);
      const double sy = Meters(before, x, y + 1) - Meters(before, x, y - 1);
      const double slope2 = sx * sx + sy * sy;
      if (slope2 < std::pow(0.3 * 2 * kCellM, 2)) continue;
      const double gx = added(x + 1, y) - added(x - 1, y);
      const double gy = added(x, y + 1) - added(x, y - 1);
      along2 += std::pow(gx * sx + gy * sy, 2) / slope2;
      across2 += std::pow(gx * sy - gy * sx, 2) / slope2;
    }
  }
  EXPECT_GT(across2, 10 * along2);
}

TEST(GullyNoise, AgreesBetweenLevels) {
  const v1::Stage stage = Mountains();
  for (int level = 1; level <= 5; ++level) {
    const int64_t n = 640 >> level;
    const Values coarse = RunSource(*MakeStage(stage, At(level)), {0, 0, n, n});
    const Values fine =
        RunSource(*MakeStage(stage, At(level - 1)), {0, 0, 2 * n, 2 * n});
    double sum2 = 0, sum = 0;
    for (int64_t y = 0; y < n; ++y) {
      for (int64_t x = 0; x < n; ++x) {
        const double mean =
            (Meters(fine, 2 * x, 2 * y) + Meters(fine, 2 * x + 1, 2 * y) +
             Meters(fine, 2 * x, 2 * y + 1) +
             Meters(fine, 2 * x + 1, 2 * y + 1)) /
            4;
        sum += Meters(coarse, x, y) - mean;
        sum2 += std::pow(Meters(coarse, x, y) - mean, 2);
      }
    }
    // Gullies of up to four cells a width fade: half of their depth, and of the
    // hills of that size likewise.
    const double cell = kCellM * (1 << level);
    const double cells = static_cast<double>(n * n);
    EXPECT_LT(std::sqrt(sum2 / cells), 0.2 * cell) << level;
    EXPECT_LT(std::fabs(sum / cells), 0.1 * cell) << level;
  }
}

// Land that is as rough eastward as southward, and in directions between: all
// steps are five cells long.
TEST(GullyNoise, HasNoDirectionOfItsOwn) {
  v1::Stage stage = Mountains();
  auto& p = *stage.mutable_gully_noise();
  p.set_wavelength_m(1500);
  p.set_amplitude_m(600);
  p.set_gully_width_m(250);
  constexpr int64_t kSide = 3000;
  const Values v =
      RunSource(*MakeStage(stage, At(0)), {-5, 0, kSide + 5, kSide + 5});
  const auto roughness = [&](int64_t dx, int64_t dy) {
    double sum = 0;
    for (int64_t y = 0; y < kSide; ++y) {
      for (int64_t x = 0; x < kSide; ++x) {
        sum += std::pow(Meters(v, x + dx, y + dy) - Meters(v, x, y), 2);
      }
    }
    return sum;
  };
  const double east = roughness(5, 0), south = roughness(0, 5);
  const double southeast = roughness(3, 4) + roughness(4, 3);
  const double southwest = roughness(-3, 4) + roughness(-4, 3);
  EXPECT_NEAR(east / south, 1, 0.1);
  EXPECT_NEAR(southeast / southwest, 1, 0.1);
  EXPECT_NEAR((southeast + southwest) / (east + south), 2, 0.1);
}

// Cells so small that a border of a lattice cell would show as a step: heights
// differ no more than the steepest gully allows, and round land bends little.
TEST(GullyNoise, IsSmoothAcrossTheBordersOfItsLattices) {
  v1::Stage stage = Mountains();
  stage.mutable_gully_noise()->set_sharpness(0);
  stage.mutable_gully_noise()->set_gully_octaves(2);
  constexpr double kSmallM = 0.5;
  for (const bool down : {false, true}) {
    const Rect line = down ? Rect{31, 0, 32, 20000} : Rect{0, 31, 20000, 32};
    const Values v = RunSource(*MakeStage(stage, At(0, kSmallM)), line);
    for (size_t i = 2; i < v.words.size(); ++i) {
      const double before = (v.words[i - 1] - v.words[i - 2]) / 65536.0;
      const double here = (v.words[i] - v.words[i - 1]) / 65536.0;
      ASSERT_LT(std::fabs(here), 4 * kSmallM) << i;
      // Float heights of some 2^11 m are exact to 2^-12 m.
      ASSERT_LT(std::fabs(here - before), 0.1 * kSmallM) << i;
    }
  }
}

TEST(GullyNoise, IsTheSameLandFarFromTheOriginOnEveryInstructionSet) {
  const auto stage = MakeStage(Mountains(), At(2));
  const int64_t x0 = -(int64_t{1} << 37) - 300;
  const Values whole = RunSource(*stage, {x0, -20, x0 + 700, 20});
  const ScopedIsa scope(Isa::kV2);
  const Rect part{x0 + 113, -13, x0 + 555, 7};
  const Values alone = RunSource(*stage, part);
  for (int64_t y = part.y0; y < part.y1; ++y) {
    for (int64_t x = part.x0; x < part.x1; ++x) {
      ASSERT_EQ(alone(x, y), whole(x, y));
    }
  }
}

}  // namespace
}  // namespace talus

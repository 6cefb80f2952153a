#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

constexpr double kCellM = 10;

v1::Stage Noise(v1::NoiseBasis basis = v1::NOISE_BASIS_PERLIN,
                v1::NoiseFractal fractal = v1::NOISE_FRACTAL_FBM) {
  v1::Stage stage;
  auto& p = *stage.mutable_gradient_noise();
  p.set_basis(basis);
  p.set_fractal(fractal);
  p.set_octaves(5);
  p.set_lacunarity(2);
  p.set_gain(0.5);
  p.set_wavelength_m(833);
  p.set_amplitude_m(1000);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

void Warp(double strength_m, v1::Stage* stage) {
  auto& warp = *stage->mutable_gradient_noise()->mutable_warp();
  warp.set_strength_m(strength_m);
  warp.set_wavelength_m(1200);
  warp.set_octaves(2);
}

StageContext At(int level, uint64_t seed = 7) {
  return {.seed = seed, .level0_cell_m = kCellM, .level = level};
}

double Mean(const Values& v) {
  double sum = 0;
  for (const int32_t q : v.words) sum += ToMeters(q);
  return sum / static_cast<double>(v.words.size());
}

class EveryNoise
    : public ::testing::TestWithParam<std::tuple<int, int, bool, uint32_t>> {
 protected:
  v1::Stage stage() const {
    const auto& [basis, fractal, warped, period] = GetParam();
    v1::Stage stage = Noise(static_cast<v1::NoiseBasis>(basis),
                            static_cast<v1::NoiseFractal>(fractal));
    stage.mutable_gradient_noise()->set_period(period);
    if (warped) Warp(300, &stage);
    return stage;
  }
};

TEST_P(EveryNoise, GivesACellTheSameHeightInEveryWindow) {
  const auto noise = MakeStage(stage(), At(0));
  const int64_t far = int64_t{1} << 40;
  // Where the index of a lattice line passes a multiple of 2^31: wavelengths
  // are 83.3 cells and its halves.
  const auto line = static_cast<int64_t>(83.3 * 2147483648.0);
  for (const int64_t x : {int64_t{0}, int64_t{-317}, (int64_t{1} << 31) - 40,
                          line / 16 - 300, line - 300, far - 600, -far}) {
    for (const int64_t y : {int64_t{-5}, -line / 8}) {
      const Values whole = RunSource(*noise, {x, y, x + 600, y + 3});
      for (const Rect part : {Rect{x + 1, y + 1, x + 300, y + 2},
                              Rect{x + 287, y, x + 600, y + 3},
                              Rect{x + 513, y + 2, x + 516, y + 3}}) {
        const Values alone = RunSource(*noise, part);
        for (int64_t py = part.y0; py < part.y1; ++py) {
          for (int64_t px = part.x0; px < part.x1; ++px) {
            ASSERT_EQ(alone(px, py), whole(px, py)) << px << " " << py;
          }
        }
      }
    }
  }
}

TEST_P(EveryNoise, HasTheSameBitsOnEveryInstructionSet) {
  const auto noise = MakeStage(stage(), At(0));
  const Rect rect{-301, -9, 333, 9};
  const Values best = RunSource(*noise, rect);
  for (const Isa isa : {Isa::kV2, Isa::kV3}) {
    if (isa > BestIsa()) continue;
    const ScopedIsa scope(isa);
    EXPECT_EQ(RunSource(*noise, rect), best) << IsaName(isa);
  }
}

TEST_P(EveryNoise, StaysWithinItsAmplitudeAndUsesMuchOfIt) {
  const auto noise = MakeStage(stage(), At(0));
  const Values v = RunSource(*noise, {-500, -250, 500, 250});
  const auto [low, high] = std::minmax_element(v.words.begin(), v.words.end());
  EXPECT_GE(ToMeters(*low), -1010);
  EXPECT_LE(ToMeters(*high), 1010);
  EXPECT_GE(ToMeters(*high) - ToMeters(*low), 450);
}

std::string NameOf(const ::testing::TestParamInfo<EveryNoise::ParamType>& i) {
  static constexpr const char* kBases[] = {"", "Perlin", "Simplex", "Value",
                                           "Cellular"};
  static constexpr const char* kFractals[] = {"", "Fbm", "Ridged", "Billow"};
  const auto& [basis, fractal, warped, period] = i.param;
  return std::string(kBases[basis]) + kFractals[fractal] +
         (warped ? "Warped" : "") + (period > 0 ? "Periodic" : "");
}

INSTANTIATE_TEST_SUITE_P(All, EveryNoise,
                         ::testing::Combine(::testing::Range(1, 5),
                                            ::testing::Range(1, 4),
                                            ::testing::Bool(),
                                            ::testing::Values(0u, 5u)),
                         NameOf);

class EveryBasis : public ::testing::TestWithParam<int> {
 protected:
  v1::NoiseBasis basis() const {
    return static_cast<v1::NoiseBasis>(GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(All, EveryBasis, ::testing::Range(1, 5));

TEST_P(EveryBasis, RepeatsExactlyAfterItsPeriod) {
  for (const bool warped : {false, true}) {
    for (const double lacunarity : {2.0, 1.7}) {
      v1::Stage stage = Noise(basis());
      auto& p = *stage.mutable_gradient_noise();
      p.set_period(3);
      p.set_lacunarity(lacunarity);
      p.set_offset_x_m(123.4);
      if (warped) Warp(500, &stage);
      const auto noise = MakeStage(stage, At(0));
      const int64_t period = 250;  // 3 * 833 m, in whole cells
      const Values here = RunSource(*noise, {-40, 20, 300, 60});
      const Values there = RunSource(*noise, {-40 + 7 * period, 20 - period,
                                              300 + 7 * period, 60 - period});
      EXPECT_EQ(here.words, there.words);
      const Values half = RunSource(*noise, {-40 + 125, 20, 300 + 125, 60});
      EXPECT_NE(here.words, half.words);
    }
  }
}

TEST_P(EveryBasis, SlidesExactlyByWholeCells) {
  v1::Stage stage = Noise(basis());
  Warp(200, &stage);
  const Values before = RunSource(*MakeStage(stage, At(0)), {0, 0, 300, 20});
  auto& p = *stage.mutable_gradient_noise();
  p.set_offset_x_m(1e8);
  p.set_offset_y_m(-70);
  const int64_t moved = 10'000'000;
  const Values after =
      RunSource(*MakeStage(stage, At(0)), {moved, -7, moved + 300, 20 - 7});
  EXPECT_EQ(before.words, after.words);
}

TEST_P(EveryBasis, MovesOneOctaveByItsOwnOffset) {
  v1::Stage stage = Noise(basis());
  auto& p = *stage.mutable_gradient_noise();
  p.set_octaves(1);
  const Values before = RunSource(*MakeStage(stage, At(0)), {0, 0, 300, 20});
  p.add_octave_offsets()->set_x_m(40);
  p.mutable_octave_offsets(0)->set_y_m(30);
  const Values after = RunSource(*MakeStage(stage, At(0)), {4, 3, 304, 23});
  EXPECT_EQ(before.words, after.words);
  p.set_octaves(2);
  const Values two = RunSource(*MakeStage(stage, At(0)), {4, 3, 304, 23});
  p.add_octave_offsets()->set_x_m(40);
  EXPECT_NE(two, RunSource(*MakeStage(stage, At(0)), {4, 3, 304, 23}));
}

TEST_P(EveryBasis, GivesAWarpOfAlmostNothingAlmostTheSameLand) {
  v1::Stage stage = Noise(basis());
  const Values still = RunSource(*MakeStage(stage, At(0)), {-99, -9, 299, 19});
  Warp(1e-4, &stage);
  const Values moved = RunSource(*MakeStage(stage, At(0)), {-99, -9, 299, 19});
  for (size_t i = 0; i < still.words.size(); ++i) {
    ASSERT_NEAR(ToMeters(still.words[i]), ToMeters(moved.words[i]), 0.005);
  }
}

TEST_P(EveryBasis, LeavesOutOctavesFinerThanTwoCells) {
  v1::Stage stage = Noise(basis());
  auto& p = *stage.mutable_gradient_noise();
  p.set_wavelength_m(19);
  const Values v = RunSource(*MakeStage(stage, At(0)), {0, 0, 40, 40});
  for (const int32_t q : v.words) ASSERT_EQ(q, v.words[0]);
}

// The bound is stated in the reference of the stage.
TEST_P(EveryBasis, AgreesBetweenLevelsWithinTheStatedError) {
  for (int fractal = 1; fractal <= 3; ++fractal) {
    v1::Stage stage = Noise(basis(), static_cast<v1::NoiseFractal>(fractal));
    auto& p = *stage.mutable_gradient_noise();
    p.set_wavelength_m(1000);
    p.set_octaves(8);
    for (int level = 1; level <= 4; ++level) {
      const int64_t n = 400 >> level;
      const Values coarse =
          RunSource(*MakeStage(stage, At(level)), {0, 0, n, n});
      const Values fine =
          RunSource(*MakeStage(stage, At(level - 1)), {0, 0, 2 * n, 2 * n});
      double square = 0;
      double bias = 0;
      for (int64_t y = 0; y < n; ++y) {
        for (int64_t x = 0; x < n; ++x) {
          const double mean =
              (ToMeters(fine(2 * x, 2 * y)) + ToMeters(fine(2 * x + 1, 2 * y)) +
               ToMeters(fine(2 * x, 2 * y + 1)) +
               ToMeters(fine(2 * x + 1, 2 * y + 1))) /
              4;
          const double error = ToMeters(coarse(x, y)) - mean;
          square += error * error;
          bias += error;
        }
      }
      const double cells = static_cast<double>(n * n);
      const double share = 10.0 * (1 << level) / 1000;
      EXPECT_LE(std::sqrt(square / cells), 0.6 * share * 1000);
      EXPECT_LE(std::abs(bias / cells), 0.2 * share * 1000);
    }
  }
}

// The share of the energy of slopes that turns `fold` times with their
// direction; 0 for land without preferred directions.
double Anisotropy(v1::NoiseBasis basis, int fold) {
  double cosine = 0, sine = 0, energy = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    v1::Stage stage = Noise(basis);
    stage.mutable_gradient_noise()->set_octaves(1);
    stage.mutable_gradient_noise()->set_wavelength_m(200);
    const int64_t n = 800;
    const Values v = RunSource(*MakeStage(stage, At(0, seed)), {0, 0, n, n});
    for (int64_t y = 1; y < n - 1; ++y) {
      for (int64_t x = 1; x < n - 1; ++x) {
        const double east = ToMeters(v(x + 1, y) - v(x - 1, y));
        const double south = ToMeters(v(x, y + 1) - v(x, y - 1));
        const double square = east * east + south * south;
        const double turn = fold * std::atan2(south, east);
        cosine += square * std::cos(turn);
        sine += square * std::sin(turn);
        energy += square;
      }
    }
  }
  return std::hypot(cosine, sine) / energy;
}

TEST(GradientNoise, PrefersNoAxisOfTheGrid) {
  EXPECT_LE(Anisotropy(v1::NOISE_BASIS_SIMPLEX, 2), 0.02);
  EXPECT_LE(Anisotropy(v1::NOISE_BASIS_SIMPLEX, 4), 0.02);
  EXPECT_LE(Anisotropy(v1::NOISE_BASIS_SIMPLEX, 8), 0.02);
  EXPECT_LE(Anisotropy(v1::NOISE_BASIS_CELLULAR, 2), 0.02);
  EXPECT_LE(Anisotropy(v1::NOISE_BASIS_CELLULAR, 4), 0.02);
  EXPECT_LE(Anisotropy(v1::NOISE_BASIS_PERLIN, 2), 0.02);
  // The square lattice of Perlin noise shows a little along the diagonals.
  EXPECT_LE(Anisotropy(v1::NOISE_BASIS_PERLIN, 4), 0.15);
}

TEST(GradientNoise, DiffersFromSeedToSeed) {
  const Rect rect{0, 0, 1000, 400};
  const Values a = RunSource(*MakeStage(Noise(), At(0, 1)), rect);
  const Values b = RunSource(*MakeStage(Noise(), At(0, 2)), rect);
  double ab = 0, aa = 0, bb = 0;
  const double ma = Mean(a), mb = Mean(b);
  for (size_t i = 0; i < a.words.size(); ++i) {
    const double x = ToMeters(a.words[i]) - ma, y = ToMeters(b.words[i]) - mb;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  EXPECT_LE(std::abs(ab) / std::sqrt(aa * bb), 0.35);
}

TEST(GradientNoise, AddsBaseAndCombinesWithTheHeightBefore) {
  v1::Stage stage = Noise();
  const Rect rect{0, 0, 50, 5};
  const Values plain = RunSource(*MakeStage(stage, At(0)), rect);
  auto& p = *stage.mutable_gradient_noise();
  p.set_base_m(250);
  p.set_combine(v1::COMBINE_ADD);
  const Values sum =
      RunSource(*MakeStage(stage, At(0)), rect, Layer::kHeight,
                [](int64_t x, int64_t) { return static_cast<int32_t>(x); });
  for (int64_t x = 0; x < 50; ++x) {
    EXPECT_EQ(sum(x, 2), plain(x, 2) + 250 * 65536 + x);
  }
}

TEST(GradientNoise, RejectsAPeriodTooLongToCount) {
  v1::Stage stage = Noise();
  auto& p = *stage.mutable_gradient_noise();
  p.set_period(65536);
  p.set_wavelength_m(1e6);
  const auto made = FindStage(v1::Stage::kGradientNoise)->make(stage, At(0));
  EXPECT_EQ(made.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace talus

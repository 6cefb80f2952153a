#include <gtest/gtest.h>

#include <cmath>

#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

v1::Stage Patches(double low, double high, double contrast) {
  v1::Stage stage;
  auto& p = *stage.mutable_layer_noise();
  p.set_layer(v1::LAYER_RAIN);
  p.set_wavelength_m(400);
  p.set_octaves(4);
  p.set_low(low);
  p.set_high(high);
  p.set_contrast(contrast);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

StageContext At(int level) {
  return {.seed = 4, .level0_cell_m = 10, .level = level};
}

TEST(LayerNoise, RunsFromLowToHighAboutTheirMean) {
  const Values v = RunSource(*MakeStage(Patches(0.2, 0.6, 0.3), At(0)),
                             {0, 0, 600, 600}, Layer::kRain);
  double sum = 0;
  int64_t low = 0, high = 0;
  for (int64_t y = 0; y < 600; ++y) {
    for (int64_t x = 0; x < 600; ++x) {
      const float share = v.Real(x, y);
      ASSERT_GE(share, 0.2f);
      ASSERT_LE(share, 0.6f + 1e-6f);
      sum += share;
      low += share < 0.21f ? 1 : 0;
      high += share > 0.59f ? 1 : 0;
    }
  }
  EXPECT_NEAR(sum / 360000, 0.4, 0.02);
  EXPECT_GT(low, 3600);
  EXPECT_GT(high, 3600);
}

TEST(LayerNoise, HasSharperRimsWithLessContrast) {
  const auto between = [](double contrast) {
    const Values v = RunSource(*MakeStage(Patches(0, 1, contrast), At(0)),
                               {0, 0, 300, 300}, Layer::kRain);
    int64_t count = 0;
    for (int64_t y = 0; y < 300; ++y) {
      for (int64_t x = 0; x < 300; ++x) {
        count += v.Real(x, y) > 0.0f && v.Real(x, y) < 1.0f ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_LT(10 * between(0.02), between(0.5));
}

TEST(LayerNoise, AgreesBetweenLevels) {
  const v1::Stage stage = Patches(0, 1, 0.5);
  for (int level = 1; level <= 3; ++level) {
    const int64_t n = 320 >> level;
    const Values coarse =
        RunSource(*MakeStage(stage, At(level)), {0, 0, n, n}, Layer::kRain);
    const Values fine = RunSource(*MakeStage(stage, At(level - 1)),
                                  {0, 0, 2 * n, 2 * n}, Layer::kRain);
    double sum = 0;
    for (int64_t y = 0; y < n; ++y) {
      for (int64_t x = 0; x < n; ++x) {
        const double mean =
            (fine.Real(2 * x, 2 * y) + fine.Real(2 * x + 1, 2 * y) +
             fine.Real(2 * x, 2 * y + 1) + fine.Real(2 * x + 1, 2 * y + 1)) /
            4.0;
        sum += std::pow(coarse.Real(x, y) - mean, 2);
      }
    }
    EXPECT_LT(std::sqrt(sum / static_cast<double>(n * n)),
              0.6 * 10 * (1 << level) / 400 / 0.5)
        << level;
  }
}

}  // namespace
}  // namespace talus

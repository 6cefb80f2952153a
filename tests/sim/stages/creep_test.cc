#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/fixed.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus {
namespace {

using testing::World;

constexpr LayerSet kLayers = {Layer::kHeight, Layer::kWear, Layer::kDeposition};

std::unique_ptr<Stage> Make(double diffusion_m2) {
  v1::Stage stage;
  stage.mutable_creep()->set_passes(1);
  stage.mutable_creep()->set_diffusion_m2(diffusion_m2);
  return *FindStage(v1::Stage::kCreep)
              ->make(stage, {.seed = 3, .level0_cell_m = 10});
}

TEST(Creep, SpreadsAGaussianAsTheClosedFormDoes) {
  World w({-60, -60, 61, 61}, kWall, {Layer::kHeight});
  const auto gaussian = [](double variance_m2, int64_t x, int64_t y) {
    const double r2 = 100.0 * static_cast<double>(x * x + y * y);
    const double peak = 100.0 * 10000 / variance_m2;
    return peak * std::exp(-r2 / (2 * variance_m2));
  };
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return QuantaFromMeters(gaussian(10000, x, y));
  });
  // D t = 200 passes of 15 m^2 widens the variance by 2 D t.
  w.Run(*Make(15), 200);
  for (const auto& [x, y] :
       {std::pair{0, 0}, {8, 0}, {0, -8}, {6, 6}, {15, 3}, {20, 20}}) {
    EXPECT_NEAR(ToMeters(w.Quanta(Layer::kHeight, x, y)), gaussian(16000, x, y),
                0.05)
        << x << ", " << y;
  }
}

TEST(Creep, SpreadsASpikeRound) {
  World w({-30, -30, 31, 31}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    return x == 0 && y == 0 ? QuantaFromMeters(10000) : 0;
  });
  w.Run(*Make(20), 40);
  // (5, 0) and (3, 4) lie equally far off.
  const double axis = ToMeters(w.Quanta(Layer::kHeight, 5, 0));
  EXPECT_NEAR(ToMeters(w.Quanta(Layer::kHeight, 3, 4)), axis, 0.01 * axis);
}

TEST(Creep, ConservesGroundToTheQuantum) {
  World w({0, 0, 50, 31}, kWall, kLayers);
  const State rough = testing::RoughWorld({Layer::kHeight}, w.domain(), 500);
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y);
  });
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(*Make(10), 300);
  EXPECT_EQ(w.Sum(Layer::kHeight), before);
  EXPECT_EQ(w.ledger(), Ledger{});
  EXPECT_EQ(w.Sum(Layer::kWear), w.Sum(Layer::kDeposition));
}

TEST(Creep, LeavesAPlaneAlone) {
  // An inclined plane has no Laplacian; what a cell gets from above it gives
  // on, but for the roundings.
  World w({0, 0, 40, 40}, kWall, {Layer::kHeight});
  const auto plane = [](int64_t x, int64_t) {
    return QuantaFromMeters(2.0 * static_cast<double>(x));
  };
  w.SetQuanta(Layer::kHeight, plane);
  w.Run(*Make(10), 10);
  for (int64_t x = 15; x < 25; ++x) {
    EXPECT_NEAR(w.Quanta(Layer::kHeight, x, 20), plane(x, 20), 20);
  }
}

TEST(Creep, StaysStableWhenTheCellsAreTooSmallForTheDiffusion) {
  World w({0, 0, 32, 32}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    return QuantaFromMeters((x + y) % 2 == 0 ? 100 : 0);
  });
  w.Run(*Make(1e6), 30);
  for (int64_t x = 4; x < 28; ++x) {
    EXPECT_NEAR(ToMeters(w.Quanta(Layer::kHeight, x, 16)), 50, 0.01);
  }
}

TEST(Creep, KeepsTheLaw) {
  const auto stage = Make(10);
  testing::ExpectPartsGiveTheWhole(*stage, kLayers, -40, -17);
  testing::ExpectInstructionSetsAgree(*stage, kLayers);
  testing::ExpectMaskedPathAgrees(*stage, kLayers);
  testing::ExpectHaloIsWhatIsRead(*stage, kLayers);
  testing::ExpectExtremesAreSurvived(*stage, kLayers);
  testing::ExpectLiftedWorldErodesAlike(*stage, *stage, kLayers,
                                        QuantaFromMeters(6000));
}

}  // namespace
}  // namespace talus

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus {
namespace {

using testing::World;

constexpr LayerSet kLayers = {Layer::kHeight, Layer::kWear, Layer::kDeposition};

std::unique_ptr<Stage> Make(double diffusion_m2,
                            std::optional<double> critical_deg = {}) {
  v1::Stage stage;
  stage.mutable_creep()->set_passes(1);
  stage.mutable_creep()->set_diffusion_m2(diffusion_m2);
  if (critical_deg) {
    stage.mutable_creep()->set_critical_slope_deg(*critical_deg);
  }
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

// What crosses the middle of a plane that falls to the west, in m^2 a pass and
// metre of its width.
double FluxDownAPlane(const Stage& stage, double slope) {
  constexpr int64_t kRows = 40;
  World w({0, 0, 60, kRows}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t) {
    return QuantaFromMeters(10 * slope * static_cast<double>(x));
  });
  const auto lower_half = [&] {
    double sum = 0;
    for (int64_t y = 0; y < kRows; ++y) {
      for (int64_t x = 0; x < 30; ++x) {
        sum += ToMeters(w.Quanta(Layer::kHeight, x, y));
      }
    }
    return sum;
  };
  const double before = lower_half();
  w.Run(stage, 1);
  return (lower_half() - before) * 10 / kRows;
}

TEST(Creep, MovesSoilByRoeringsLawTowardACriticalSlope) {
  constexpr double kDiffusion = 0.5;
  // Of the weights 2/3 + 2 * 1/6 of a row, what the last row lacks.
  constexpr double kEdgeRows = 1 - 1.0 / 3 / 40;
  const auto stage = Make(kDiffusion, 45);
  for (const double slope : {0.1, 0.3, 0.6, 0.8, 0.9, 0.95}) {
    const double expected =
        kEdgeRows * kDiffusion * slope / (1 - slope * slope);
    EXPECT_NEAR(FluxDownAPlane(*stage, slope), expected, 0.002 * expected)
        << slope;
  }
  const double linear = FluxDownAPlane(*Make(kDiffusion), 0.9);
  EXPECT_NEAR(linear, kEdgeRows * kDiffusion * 0.9, 0.002 * linear);
}

TEST(Creep, NeverOvershootsAtOrBeyondTheCriticalSlope) {
  World w({0, 0, 60, 60}, kWall, {Layer::kHeight});
  const State rough = testing::RoughWorld({Layer::kHeight}, w.domain(), 4000);
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y);
  });
  const auto stage = Make(20, 35);
  for (int pass = 0; pass < 20; ++pass) {
    std::vector<int32_t> before;
    for (int64_t i = 0; i < 60 * 60; ++i) {
      before.push_back(w.Quanta(Layer::kHeight, i % 60, i / 60));
    }
    w.Run(*stage, 1, pass);
    for (int64_t y = 1; y < 59; ++y) {
      for (int64_t x = 1; x < 59; ++x) {
        int32_t low = INT32_MAX, high = INT32_MIN;
        for (int64_t v = y - 1; v <= y + 1; ++v) {
          for (int64_t u = x - 1; u <= x + 1; ++u) {
            const int32_t h = before[static_cast<size_t>(v * 60 + u)];
            low = std::min(low, h);
            high = std::max(high, h);
          }
        }
        const int32_t now = w.Quanta(Layer::kHeight, x, y);
        // A quantum for each of the eight roundings.
        ASSERT_GE(now, low - 8) << x << ", " << y << ", pass " << pass;
        ASSERT_LE(now, high + 8) << x << ", " << y << ", pass " << pass;
      }
    }
  }
}

TEST(Creep, StraightensSlopesBelowTheCriticalOne) {
  // A cliff becomes a slope that is nowhere steeper than the critical one.
  World w({0, 0, 80, 20}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(x < 40 ? 0 : 100);
  });
  w.Run(*Make(1, 40), 600);
  const double critical = std::tan(40 * 3.14159265358979 / 180);
  double steepest = 0;
  for (int64_t x = 0; x < 79; ++x) {
    const int32_t rise =
        w.Quanta(Layer::kHeight, x + 1, 10) - w.Quanta(Layer::kHeight, x, 10);
    steepest = std::max(steepest, ToMeters(rise) / 10.0);
  }
  EXPECT_LT(steepest, critical);
  EXPECT_GT(steepest, 0.6 * critical);
}

void ExpectTheLaw(const Stage& stage) {
  testing::ExpectPartsGiveTheWhole(stage, kLayers, -40, -17);
  testing::ExpectInstructionSetsAgree(stage, kLayers);
  testing::ExpectMaskedPathAgrees(stage, kLayers);
  testing::ExpectHaloIsWhatIsRead(stage, kLayers);
  testing::ExpectExtremesAreSurvived(stage, kLayers);
  testing::ExpectLiftedWorldErodesAlike(stage, stage, kLayers,
                                        QuantaFromMeters(6000));
}

TEST(Creep, KeepsTheLaw) { ExpectTheLaw(*Make(10)); }

TEST(Creep, KeepsTheLawWithACriticalSlope) {
  // No slope of the suite's rough ground is critical, so that each counts.
  ExpectTheLaw(*Make(0.1, 89));
}

}  // namespace
}  // namespace talus

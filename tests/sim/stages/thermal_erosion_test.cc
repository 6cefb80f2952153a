#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/fixed.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus {
namespace {

using testing::World;

constexpr double kCell = 10;
constexpr LayerSet kLayers = {Layer::kHeight, Layer::kHardness, Layer::kWear,
                              Layer::kDeposition};

v1::ThermalErosion Params() {
  v1::ThermalErosion p;
  p.set_passes(1);
  p.set_talus_angle_deg(35);
  p.set_hard_talus_angle_deg(60);
  p.set_strength(1);
  return p;
}

std::unique_ptr<Stage> Make(const v1::ThermalErosion& params) {
  v1::Stage stage;
  *stage.mutable_thermal_erosion() = params;
  return *FindStage(v1::Stage::kThermalErosion)
              ->make(stage, {.seed = 11, .level0_cell_m = kCell});
}

double Tan(double degrees) { return std::tan(degrees * M_PI / 180); }

// Largest slope between neighbours, over all eight directions.
double LargestSlope(const World& w) {
  double largest = 0;
  const Rect& d = w.domain();
  for (int64_t y = d.y0; y < d.y1; ++y) {
    for (int64_t x = d.x0; x < d.x1; ++x) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, {1, 1}, {0, 1}, {-1, 1}}) {
        if (!d.Contains(x + dx, y + dy)) continue;
        const double drop =
            std::abs(ToMeters(w.Quanta(Layer::kHeight, x, y) -
                              w.Quanta(Layer::kHeight, x + dx, y + dy)));
        largest = std::max(largest, drop / (kCell * std::hypot(dx, dy)));
      }
    }
  }
  return largest;
}

TEST(ThermalErosion, BringsAStepToItsAngleOfRepose) {
  World w({0, 0, 64, 24}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(x < 32 ? 60 : 0);
  });
  w.Run(*Make(Params()), 1500);
  EXPECT_LT(LargestSlope(w), Tan(35) * 1.01);
  // The middle of the scree lies at the angle, not below it.
  const double slope = ToMeters(w.Quanta(Layer::kHeight, 30, 12) -
                                w.Quanta(Layer::kHeight, 33, 12)) /
                       (3 * kCell);
  EXPECT_NEAR(slope, Tan(35), 0.02 * Tan(35));
}

TEST(ThermalErosion, LeavesAConeRoundAtItsAngleOfRepose) {
  World w({-40, -40, 41, 41}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    const double r = std::hypot(static_cast<double>(x), static_cast<double>(y));
    return QuantaFromMeters(std::max(0.0, 300 - r * 20));
  });
  w.Run(*Make(Params()), 3000);
  EXPECT_LT(LargestSlope(w), Tan(35) * 1.01);
  // The foot lies equally far off along the axes, the diagonals and between.
  const auto height = [&](int64_t x, int64_t y) {
    return ToMeters(w.Quanta(Layer::kHeight, x, y));
  };
  const double axis = height(13, 0);
  EXPECT_NEAR(height(0, -13), axis, 0.5);
  EXPECT_NEAR(height(12, 5), axis, 12);
  EXPECT_NEAR(height(9, 9), axis, 12);
}

TEST(ThermalErosion, LeavesSlopesBelowTalusAngleAlone) {
  World w({0, 0, 40, 40}, kWall, {Layer::kHeight});
  const auto plane = [](int64_t x, int64_t y) {
    return QuantaFromMeters(kCell * Tan(24) * static_cast<double>(x + y));
  };
  w.SetQuanta(Layer::kHeight, plane);  // 32.2 degrees down the diagonal
  w.Run(*Make(Params()), 20);
  for (int64_t y = 0; y < 40; ++y) {
    for (int64_t x = 0; x < 40; ++x) {
      ASSERT_EQ(w.Quanta(Layer::kHeight, x, y), plane(x, y));
    }
  }
}

TEST(ThermalErosion, ConservesGroundToTheQuantumAndTalliesIt) {
  World w({-20, 7, 33, 60}, kWall,
          {Layer::kHeight, Layer::kWear, Layer::kDeposition});
  const State rough = testing::RoughWorld({Layer::kHeight}, w.domain(), 800);
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y);
  });
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(*Make(Params()), 200);
  EXPECT_EQ(w.Sum(Layer::kHeight), before);
  EXPECT_EQ(w.ledger(), Ledger{});
  EXPECT_GT(w.Sum(Layer::kWear), 0);
  EXPECT_EQ(w.Sum(Layer::kWear), w.Sum(Layer::kDeposition));
  for (int64_t x = -20; x < 33; ++x) {
    EXPECT_EQ(*rough.Get(Layer::kHeight)->At(x, 30) +
                  w.Quanta(Layer::kDeposition, x, 30) -
                  w.Quanta(Layer::kWear, x, 30),
              w.Quanta(Layer::kHeight, x, 30));
  }
}

TEST(ThermalErosion, LetsNothingSlideOverAnOpenBorder) {
  World w({0, 0, 16, 16}, kOpen, {Layer::kHeight}, QuantaFromMeters(-500));
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    return QuantaFromMeters(static_cast<double>((x * 37 + y * 11) % 50));
  });
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(*Make(Params()), 50);
  EXPECT_EQ(w.Sum(Layer::kHeight), before);
}

TEST(ThermalErosion, MovesOnlyGroundInsideTheBand) {
  v1::ThermalErosion p = Params();
  p.set_band_min_m(50);
  p.set_band_max_m(150);
  const auto stage = Make(p);
  World w({0, 0, 9, 1}, kWall, {Layer::kHeight});
  // Cliffs of 40 m from 40, 140 and 240 m.
  const double heights[] = {40, 0, 0, 140, 100, 100, 240, 200, 200};
  w.SetQuanta(Layer::kHeight,
              [&](int64_t x, int64_t) { return QuantaFromMeters(heights[x]); });
  w.Run(*stage, 1);
  EXPECT_EQ(w.Quanta(Layer::kHeight, 0, 0), QuantaFromMeters(40));
  EXPECT_EQ(w.Quanta(Layer::kHeight, 1, 0), QuantaFromMeters(0));
  EXPECT_LT(w.Quanta(Layer::kHeight, 3, 0), QuantaFromMeters(140));
  EXPECT_GT(w.Quanta(Layer::kHeight, 4, 0), QuantaFromMeters(100));
  EXPECT_EQ(w.Quanta(Layer::kHeight, 6, 0), QuantaFromMeters(240));
}

TEST(ThermalErosion, HoldsHardGroundAtItsOwnAngle) {
  const auto slope_at = [](float hardness) {
    World w({0, 0, 40, 8}, kWall, {Layer::kHeight, Layer::kHardness});
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
      return QuantaFromMeters(x < 20 ? 100 : 0);
    });
    w.SetQuanta(Layer::kHardness, [&](int64_t, int64_t) {
      return std::bit_cast<int32_t>(hardness);
    });
    w.Run(*Make(Params()), 1500);
    return LargestSlope(w);
  };
  EXPECT_NEAR(slope_at(0), Tan(35), 0.02);
  EXPECT_NEAR(slope_at(1), Tan(60), 0.04);
  EXPECT_NEAR(slope_at(0.5f), (Tan(35) + Tan(60)) / 2, 0.03);
}

TEST(ThermalErosion, MovesNothingAtStrengthZeroAndLessAtHalf) {
  const auto moved = [](double strength) {
    v1::ThermalErosion p = Params();
    p.set_strength(strength);
    World w({0, 0, 2, 1}, kWall, {Layer::kHeight});
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
      return QuantaFromMeters(x == 0 ? 100 : 0);
    });
    w.Run(*Make(p), 1);
    return ToMeters(w.Quanta(Layer::kHeight, 1, 0));
  };
  EXPECT_EQ(moved(0), 0);
  const double excess = 100 - kCell * Tan(35);
  EXPECT_NEAR(moved(1), excess / 8, 1e-4);
  EXPECT_NEAR(moved(0.5), excess / 16, 1e-4);
}

TEST(ThermalErosion, MovesExcessBelowAQuantumAtTheRightRate) {
  v1::ThermalErosion p = Params();
  p.set_talus_angle_deg(0);
  // Each pass moves an eighth of 2 quanta on average: pairs apart from each
  // other, so that they sum.
  World w({0, 0, 3000, 1}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight,
              [](int64_t x, int64_t) { return x % 3 == 0 ? 2 : 0; });
  int64_t moved = 0;
  w.Run(*Make(p), 1);
  for (int64_t x = 0; x < 3000; x += 3) {
    moved += 2 - w.Quanta(Layer::kHeight, x, 0);
  }
  // 1999 edges of 1/4: mean 500, deviation 19.
  EXPECT_NEAR(static_cast<double>(moved), 499.75, 80);
}

TEST(ThermalErosion, KeepsTheLaw) {
  const auto stage = Make(Params());
  testing::ExpectPartsGiveTheWhole(*stage, kLayers, -40, -17);
  testing::ExpectPartsGiveTheWhole(*stage, {Layer::kHeight}, int64_t{1} << 33,
                                   -(int64_t{1} << 34));
  testing::ExpectInstructionSetsAgree(*stage, kLayers);
  testing::ExpectInstructionSetsAgree(*stage, {Layer::kHeight});
  testing::ExpectMaskedPathAgrees(*stage, kLayers);
  testing::ExpectHaloIsWhatIsRead(*stage, kLayers);
  testing::ExpectExtremesAreSurvived(*stage, kLayers);
}

TEST(ThermalErosion, ErodesALiftedWorldToTheSameBits) {
  v1::ThermalErosion p = Params();
  p.set_band_min_m(-40);
  const auto low = Make(p);
  p.set_band_min_m(5960);
  testing::ExpectLiftedWorldErodesAlike(*low, *Make(p), kLayers,
                                        QuantaFromMeters(6000));
}

}  // namespace
}  // namespace talus

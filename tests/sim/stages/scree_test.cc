#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "sim/base/fixed.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus {
namespace {

using testing::World;

constexpr double kCell = 10;
constexpr LayerSet kLayers = {Layer::kHeight, Layer::kLoose, Layer::kHardness,
                              Layer::kWear, Layer::kDeposition};

v1::ThermalErosion Params() {
  v1::ThermalErosion p;
  p.set_passes(1);
  p.set_talus_angle_deg(55);
  p.set_hard_talus_angle_deg(75);
  p.set_loose_talus_angle_deg(34);
  p.set_strength(1);
  return p;
}

std::unique_ptr<Stage> Make(const v1::ThermalErosion& params) {
  v1::Stage stage;
  *stage.mutable_thermal_erosion() = params;
  return *FindStage(v1::Stage::kThermalErosion)
              ->make(stage, {.seed = 11, .level0_cell_m = kCell});
}

double Degrees(double slope) { return std::atan(slope) * 180 / M_PI; }

// A plateau over a plain, alike from north to south.
World Cliff(double height_m, LayerSet layers = {Layer::kHeight}) {
  World w({0, 0, 80, 4}, kWall, layers | LayerSet{Layer::kLoose});
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t) {
    return QuantaFromMeters(x < 30 ? height_m : 0);
  });
  return w;
}

// Angle down from column x to the next one east of it.
double AngleAt(const World& w, int64_t x) {
  return Degrees(ToMeters(w.Quanta(Layer::kHeight, x, 2) -
                          w.Quanta(Layer::kHeight, x + 1, 2)) /
                 kCell);
}

TEST(Scree, LiesAtItsOwnAngleBelowRockAtItsOwn) {
  World w = Cliff(150);
  w.Run(*Make(Params()), 6000);
  int apron = 0, rock = 0;
  for (int64_t x = 20; x < 60; ++x) {
    const double covered = ToMeters(w.Quanta(Layer::kLoose, x, 2));
    const double next = ToMeters(w.Quanta(Layer::kLoose, x + 1, 2));
    const double angle = AngleAt(w, x);
    EXPECT_LT(angle, 56) << x;
    if (covered > 1 && next > 1) {
      EXPECT_NEAR(angle, 34, 1) << x;
      ++apron;
    }
    if (covered < 0.01 && angle > 1) {
      EXPECT_GT(angle, 35) << x;
      ++rock;
    }
  }
  EXPECT_GE(apron, 4);
  EXPECT_GE(rock, 2);
}

TEST(Scree, IsWhatFell) {
  World w = Cliff(150);
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(*Make(Params()), 2000);
  EXPECT_EQ(w.Sum(Layer::kHeight), before);
  EXPECT_EQ(w.ledger(), Ledger{});
  // Rock is the ground less its cover: what it lost is the cover.
  int64_t lost = 0;
  for (int64_t y = 0; y < 4; ++y) {
    for (int64_t x = 0; x < 80; ++x) {
      const int32_t rock =
          w.Quanta(Layer::kHeight, x, y) - w.Quanta(Layer::kLoose, x, y);
      const int32_t was = QuantaFromMeters(x < 30 ? 150 : 0);
      ASSERT_LE(rock, was);
      ASSERT_GE(w.Quanta(Layer::kLoose, x, y), 0);
      lost += was - rock;
    }
  }
  EXPECT_GT(lost, QuantaFromMeters(50));
  EXPECT_EQ(w.Sum(Layer::kLoose), lost);
}

TEST(Scree, FallsLessFromHarderRock) {
  const auto fallen = [](float hardness) {
    World w = Cliff(150, {Layer::kHeight, Layer::kHardness});
    w.SetQuanta(Layer::kHardness, [&](int64_t, int64_t) {
      return std::bit_cast<int32_t>(hardness);
    });
    w.Run(*Make(Params()), 500);
    return w.Sum(Layer::kLoose);
  };
  EXPECT_GT(fallen(0), fallen(0.5f));
  EXPECT_GT(fallen(0.5f), fallen(1));
  EXPECT_GT(fallen(1), 0);
}

TEST(Scree, SlidesOffRockThatStands) {
  // A slope of 45 degrees: steeper than the cover rests, not than the rock.
  World w({0, 0, 60, 4}, kWall, {Layer::kHeight, Layer::kLoose});
  const auto rock = [](int64_t x) {
    return QuantaFromMeters(std::max(0.0, 300 - 10.0 * static_cast<double>(x)));
  };
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t) {
    return rock(x) + (x < 30 ? QuantaFromMeters(2) : 0);
  });
  w.SetQuanta(Layer::kLoose, [](int64_t x, int64_t) {
    return x < 30 ? QuantaFromMeters(2) : 0;
  });
  const int64_t cover = w.Sum(Layer::kLoose);
  w.Run(*Make(Params()), 4000);
  EXPECT_EQ(w.Sum(Layer::kLoose), cover);
  for (int64_t x = 0; x < 60; ++x) {
    EXPECT_EQ(w.Quanta(Layer::kHeight, x, 2) - w.Quanta(Layer::kLoose, x, 2),
              rock(x));
  }
  EXPECT_LT(ToMeters(w.Quanta(Layer::kLoose, 5, 2)), 0.02);
  EXPECT_GT(ToMeters(w.Quanta(Layer::kLoose, 30, 2)), 5);
}

TEST(Scree, SheltersTheRockUnderIt) {
  // A cliff under ground that falls by 20 degrees: rock would break, its cover
  // rests.
  World w({0, 0, 60, 4}, kWall, {Layer::kHeight, Layer::kLoose});
  const auto ground = [](int64_t x, int64_t) {
    return QuantaFromMeters(400 - 3.6 * static_cast<double>(x));
  };
  const auto cover = [&](int64_t x, int64_t y) {
    return x < 30 ? 0 : ground(x, y);
  };
  w.SetQuanta(Layer::kHeight, ground);
  w.SetQuanta(Layer::kLoose, cover);
  w.Run(*Make(Params()), 50);
  for (int64_t x = 0; x < 60; ++x) {
    ASSERT_EQ(w.Quanta(Layer::kHeight, x, 2), ground(x, 2));
    ASSERT_EQ(w.Quanta(Layer::kLoose, x, 2), cover(x, 2));
  }
}

TEST(Scree, NeverOvershoots) {
  World w({0, 0, 40, 40}, kWall, {Layer::kHeight, Layer::kLoose});
  const State rough = testing::RoughWorld({Layer::kHeight}, w.domain(), 4000);
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y);
  });
  const auto stage = Make(Params());
  const auto extremes = [&] {
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int64_t i = 0; i < 1600; ++i) {
      const int32_t h = w.Quanta(Layer::kHeight, i % 40, i / 40);
      low = std::min(low, h);
      high = std::max(high, h);
    }
    return std::pair{low, high};
  };
  auto [low, high] = extremes();
  for (int pass = 0; pass < 50; ++pass) {
    w.Run(*stage, 1, pass);
    const auto [lower, higher] = extremes();
    ASSERT_GE(lower, low) << pass;
    ASSERT_LE(higher, high) << pass;
    low = lower;
    high = higher;
  }
}

TEST(Scree, KeepsTheLaw) {
  const auto stage = Make(Params());
  constexpr LayerSet kBare = {Layer::kHeight, Layer::kLoose};
  testing::ExpectPartsGiveTheWhole(*stage, kLayers, -40, -17);
  testing::ExpectPartsGiveTheWhole(*stage, kBare, int64_t{1} << 33,
                                   -(int64_t{1} << 34));
  testing::ExpectInstructionSetsAgree(*stage, kLayers);
  testing::ExpectMaskedPathAgrees(*stage, kLayers);
  testing::ExpectHaloIsWhatIsRead(*stage, kLayers);
  testing::ExpectExtremesAreSurvived(*stage, kLayers);
}

}  // namespace
}  // namespace talus

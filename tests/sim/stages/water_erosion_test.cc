#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "tests/sim/stages/water_world.h"

namespace talus {
namespace {

using testing::DryWeather;
using testing::kWaterLayers;
using testing::MakeWater;
using testing::RoughGround;
using testing::WaterDefaults;
using testing::World;

constexpr LayerSet kWithSums =
    kWaterLayers | LayerSet{Layer::kWear, Layer::kDeposition};

TEST(WaterErosion, KeepsEveryQuantumOfAClosedBasin) {
  testing::ExpectEveryQuantumOfAClosedBasinKept(*MakeWater(WaterDefaults()),
                                                kWaterLayers);
}

TEST(WaterErosion, BalancesWhatLeavesOverAnOpenBorder) {
  testing::ExpectWhatLeavesOverAnOpenBorderBalanced(*MakeWater(WaterDefaults()),
                                                    kWaterLayers);
}

TEST(WaterErosion, CountsWearAndDepositionApart) {
  testing::ExpectWearAndDepositionCountedApart(*MakeWater(WaterDefaults()),
                                               kWithSums);
}

TEST(WaterErosion, RainsToTheQuantum) {
  World world({0, 0, 8, 8}, kWall, kWaterLayers);
  v1::WaterErosion p = DryWeather();
  p.set_initial_water_m(0.25);
  p.set_rain_m_per_s(1e-5);
  const double per_pass = 1e-5 * 65536 * p.courant() * 10 / p.v_max_m_per_s();
  ASSERT_LT(per_pass, 1);
  const auto stage = MakeWater(p);
  for (int64_t pass = 0; pass < 40; ++pass) {
    world.Run(*stage, 1, pass);
    const double fallen = per_pass * static_cast<double>(pass + 1);
    const int64_t each = 16384 + static_cast<int64_t>(fallen);
    EXPECT_EQ(world.Sum(Layer::kWater), 64 * each);
    EXPECT_EQ(world.ledger().rain, 64 * each);
  }
}

TEST(WaterErosion, SparesHardGround) {
  const auto worn = [](float hardness) {
    World world({0, 0, 32, 32}, kOpen, kWithSums | LayerSet{Layer::kHardness});
    world.SetQuanta(Layer::kHeight, RoughGround);
    world.SetQuanta(Layer::kHardness, [&](int64_t, int64_t) {
      return std::bit_cast<int32_t>(hardness);
    });
    world.Run(*MakeWater(WaterDefaults()), 40);
    return world.Sum(Layer::kWear);
  };
  EXPECT_EQ(worn(1.0f), 0);
  EXPECT_GT(worn(0.0f), worn(0.5f));
  EXPECT_GT(worn(0.5f), worn(0.9f));
  EXPECT_GT(worn(0.9f), 0);
}

TEST(WaterErosion, LeavesGroundBelowTheBaseLevelAlone) {
  World world({0, 0, 64, 64}, kWall, kWithSums);
  world.SetQuanta(Layer::kHeight, RoughGround);
  v1::WaterErosion p = WaterDefaults();
  p.set_base_level_m(300);
  p.set_deposition_per_s(0);
  world.Run(*MakeWater(p), 100);
  EXPECT_GT(world.Sum(Layer::kWear), 0);
  for (int64_t y = 0; y < 64; ++y) {
    for (int64_t x = 0; x < 64; ++x) {
      const int32_t before = RoughGround(x, y);
      const int32_t after = world.Quanta(Layer::kHeight, x, y);
      ASSERT_GE(after, std::min(before, QuantaFromMeters(300)));
    }
  }
}

TEST(WaterErosion, WearsATenthNearTheBaseLevel) {
  // A long slope, so that neither cap counts.
  const auto worn = [](double base_m) {
    World world({0, 0, 8, 48}, kOpen, kWithSums);
    world.SetQuanta(Layer::kHeight, [](int64_t, int64_t y) {
      return QuantaFromMeters(500 + static_cast<double>(y));
    });
    v1::WaterErosion p = WaterDefaults();
    p.set_base_level_m(base_m);
    p.set_base_band_m(4000);
    p.set_erosion_per_s(1e-3);
    p.set_deposition_per_s(0);
    world.Run(*MakeWater(p), 20);
    return static_cast<double>(world.Sum(Layer::kWear));
  };
  const double far = worn(-4000);  // above the band
  EXPECT_NEAR(worn(200), 0.1 * far, 0.01 * far);
  EXPECT_NEAR(worn(-1477), 0.5 * far, 0.02 * far);
}

TEST(WaterErosion, LeavesAStillLakeStill) {
  World world({0, 0, 64, 48}, kWall, kWaterLayers);
  world.SetQuanta(Layer::kHeight, RoughGround);
  const int32_t level = QuantaFromMeters(300);
  const auto depth = [&](int64_t x, int64_t y) {
    return std::max(0, level - RoughGround(x, y));
  };
  world.SetQuanta(Layer::kWater, depth);
  world.Run(*MakeWater(DryWeather()), 50);
  for (int64_t y = 0; y < 48; ++y) {
    for (int64_t x = 0; x < 64; ++x) {
      ASSERT_EQ(world.Quanta(Layer::kWater, x, y), depth(x, y));
      ASSERT_EQ(world.Quanta(Layer::kHeight, x, y), RoughGround(x, y));
    }
  }
}

TEST(WaterErosion, FillsABasinToALevelSurface) {
  constexpr int64_t kEdge = 32;
  World world({0, 0, kEdge, kEdge}, kWall, kWaterLayers);
  // A bowl 10 m deep with all its water heaped in one corner.
  const auto bowl = [](int64_t x, int64_t y) {
    const auto dx = static_cast<double>(x) - 15.5;
    const auto dy = static_cast<double>(y) - 15.5;
    return QuantaFromMeters(100 + 0.04 * (dx * dx + dy * dy));
  };
  world.SetQuanta(Layer::kHeight, bowl);
  world.SetQuanta(Layer::kWater, [](int64_t x, int64_t y) {
    return x < 8 && y < 8 ? QuantaFromMeters(20) : 0;
  });
  v1::WaterErosion p = DryWeather();
  p.set_capacity_s(0);
  world.Run(*MakeWater(p), 2000);
  int32_t lowest = kMaxQuanta, highest = -kMaxQuanta;
  int64_t wet = 0;
  for (int64_t y = 0; y < kEdge; ++y) {
    for (int64_t x = 0; x < kEdge; ++x) {
      const int32_t depth = world.Quanta(Layer::kWater, x, y);
      if (depth < 10000) continue;  // the shore
      const int32_t surface = world.Quanta(Layer::kHeight, x, y) + depth;
      lowest = std::min(lowest, surface);
      highest = std::max(highest, surface);
      ++wet;
    }
  }
  EXPECT_GT(wet, 300);
  EXPECT_LE(highest - lowest, 32) << "half a millimetre";
}

TEST(WaterErosion, WearsAPlaneInRainEvenly) {
  constexpr int64_t kEdge = 64;
  for (const bool oblique : {false, true}) {
    const auto plane = [&](int64_t x, int64_t y) {
      return QuantaFromMeters(oblique ? 1.5 * static_cast<double>(x + y)
                                      : 2.0 * static_cast<double>(y));
    };
    World world({0, 0, kEdge, kEdge}, kOpen, kWaterLayers);
    world.SetQuanta(Layer::kHeight, plane);
    world.Run(*MakeWater(WaterDefaults()), 60);
    // Along a contour in the middle, out of reach of the border's water.
    double sum = 0, squares = 0, n = 0;
    for (int64_t t = -8; t < 8; ++t) {
      const int64_t x = kEdge / 2 + t;
      const int64_t y = kEdge / 2 - (oblique ? t : 0);
      const double worn = plane(x, y) - world.Quanta(Layer::kHeight, x, y);
      sum += worn;
      squares += worn * worn;
      n += 1;
    }
    EXPECT_GT(sum / n, 500) << "worn, in quanta";
    EXPECT_LT(std::sqrt(squares / n - sum / n * sum / n), 8);
  }
}

TEST(WaterErosion, RunsDownAPlaneAtTheSpeedOfItsDrag) {
  // Rain r on a long slope S: discharge r x, and a speed v with
  // drag v^2 / depth = g S.
  constexpr int64_t kLength = 64;
  constexpr double kSlope = 0.1, kRain = 0.002, kDrag = 0.05;
  World world({0, 0, 32, kLength}, kWall, kWaterLayers);
  world.SetQuanta(Layer::kHeight, [](int64_t, int64_t y) {
    // The last row is a sink that takes all.
    return y == kLength - 1
               ? QuantaFromMeters(-1000)
               : QuantaFromMeters(-kSlope * 10 * static_cast<double>(y));
  });
  v1::WaterErosion p = DryWeather();
  p.set_rain_m_per_s(kRain);
  p.set_drag(kDrag);
  p.set_capacity_s(2);
  p.set_erosion_per_s(100);
  p.set_deposition_per_s(100);
  p.set_full_depth_m(100);
  p.set_erosion_cap(0.5);
  world.Run(*MakeWater(p), 800);
  for (const int64_t y : {16, 32, 48}) {
    const double discharge = kRain * 10 * static_cast<double>(y + 1);
    const double depth =
        std::cbrt(kDrag * discharge * discharge / (9.81 * kSlope));
    EXPECT_NEAR(ToMeters(world.Quanta(Layer::kWater, 16, y)), depth,
                0.03 * depth);
    EXPECT_NEAR(world.Real(Layer::kFluxS, 16, y), discharge, 0.04 * discharge);
    // With full rates the load is the capacity.
    const double sine = kSlope / std::sqrt(1 + kSlope * kSlope);
    const double capacity = 2 * sine * (discharge / depth) * (depth / 100);
    EXPECT_NEAR(ToMeters(world.Quanta(Layer::kSediment, 16, y)), capacity,
                0.05 * capacity);
  }
}

TEST(WaterErosion, ThinFilmsDryAsFastAsTheyShould) {
  World world({0, 0, 32, 32}, kWall, kWaterLayers);
  world.SetQuanta(Layer::kWater, [](int64_t, int64_t) { return 2; });
  v1::WaterErosion p = DryWeather();
  p.set_evaporation_per_s(0.02);  // 1 % a pass
  const auto stage = MakeWater(p);
  world.Run(*stage, 100);
  const double expected = 2 * 32 * 32 * std::pow(0.99, 100);
  EXPECT_NEAR(static_cast<double>(world.Sum(Layer::kWater)), expected,
              0.06 * expected);
  world.Run(*stage, 1400, 100);
  EXPECT_EQ(world.Sum(Layer::kWater), 0);
}

TEST(WaterErosion, FilmsOfSingleQuantaRunOff) {
  // One quantum a cell on a steep slope still gets to the foot.
  World world({0, 0, 16, 32}, kWall, kWaterLayers);
  world.SetQuanta(Layer::kHeight, [](int64_t, int64_t y) {
    return QuantaFromMeters(-10.0 * static_cast<double>(y));
  });
  world.SetQuanta(Layer::kWater, [](int64_t, int64_t) { return 1; });
  v1::WaterErosion p = DryWeather();
  p.set_drag(0);
  world.Run(*MakeWater(p), 400);
  int64_t foot = 0;
  for (int64_t x = 0; x < 16; ++x) foot += world.Quanta(Layer::kWater, x, 31);
  EXPECT_EQ(world.Sum(Layer::kWater), 16 * 32);
  EXPECT_GT(foot, 16 * 32 * 9 / 10);
}

TEST(WaterErosion, SlowErosionIsNotLost) {
  // Less than a quantum a pass adds up to what ten times the rate gives in a
  // tenth of the passes; the water is the same in both.
  const auto worn = [](double rate, int64_t passes) {
    World world({0, 0, 32, 24}, kOpen, kWithSums);
    world.SetQuanta(Layer::kHeight, [](int64_t, int64_t y) {
      return QuantaFromMeters(0.5 * static_cast<double>(y));
    });
    v1::WaterErosion p = DryWeather();
    p.set_rain_m_per_s(0.0005);
    p.set_capacity_s(500);
    p.set_erosion_per_s(rate);
    p.set_deposition_per_s(0);
    world.Run(*MakeWater(p), 1500);
    const int64_t before = world.Sum(Layer::kWear);
    world.Run(*MakeWater(p), passes, 1500);
    return static_cast<double>(world.Sum(Layer::kWear) - before) / 768;
  };
  const double slow = worn(1e-5, 500);
  EXPECT_LT(slow / 500, 1) << "quanta a pass";
  const double fast = worn(1e-4, 50);
  EXPECT_NEAR(slow, fast, 0.02 * fast);
}

TEST(WaterErosion, HalvingTheStepKeepsTheErosion) {
  const auto worn = [](double courant, int64_t passes) {
    World world({0, 0, 48, 48}, kOpen, kWithSums);
    world.SetQuanta(Layer::kHeight, RoughGround);
    v1::WaterErosion p = WaterDefaults();
    p.set_courant(courant);
    world.Run(*MakeWater(p), passes);
    return static_cast<double>(world.Sum(Layer::kWear));
  };
  const double coarse = worn(0.4, 100);
  for (int halvings = 1; halvings <= 4; ++halvings) {
    EXPECT_NEAR(worn(0.4 / (1 << halvings), 100 << halvings), coarse,
                0.05 * coarse)
        << halvings << " halvings";
  }
}

TEST(WaterErosion, WearsAConeAlikeInAllDirections) {
  constexpr int64_t kEdge = 128;
  World world({0, 0, kEdge, kEdge}, kOpen, kWaterLayers);
  const auto radius = [](int64_t x, int64_t y) {
    return std::hypot(static_cast<double>(x) - 63.5,
                      static_cast<double>(y) - 63.5);
  };
  const auto cone = [&](int64_t x, int64_t y) {
    return QuantaFromMeters(1000 - 3 * radius(x, y));
  };
  world.SetQuanta(Layer::kHeight, cone);
  world.Run(*MakeWater(WaterDefaults()), 100);
  double mean = 0;
  double waves[2][2] = {};
  for (int64_t y = 0; y < kEdge; ++y) {
    for (int64_t x = 0; x < kEdge; ++x) {
      if (radius(x, y) < 12 || radius(x, y) > 52) continue;
      const double worn = cone(x, y) - world.Quanta(Layer::kHeight, x, y);
      const double angle = std::atan2(static_cast<double>(y) - 63.5,
                                      static_cast<double>(x) - 63.5);
      mean += worn;
      for (int i = 0; i < 2; ++i) {
        waves[i][0] += 2 * worn * std::cos((i == 0 ? 4 : 8) * angle);
        waves[i][1] += 2 * worn * std::sin((i == 0 ? 4 : 8) * angle);
      }
    }
  }
  EXPECT_GT(mean, 0);
  EXPECT_LT(std::hypot(waves[0][0], waves[0][1]), 0.01 * mean) << "4-fold";
  EXPECT_LT(std::hypot(waves[1][0], waves[1][1]), 0.01 * mean) << "8-fold";
}

}  // namespace
}  // namespace talus

// What cellular erosion wears off and lays down, and that nothing is lost.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "tests/sim/stages/cell_world.h"

namespace talus {
namespace {

using testing::CellDefaults;
using testing::DryCells;
using testing::EastwardPlane;
using testing::kCellLayers;
using testing::kCellSums;
using testing::MakeCells;
using testing::RoughGround;
using testing::World;

TEST(CellularErosion, KeepsEveryQuantumOfAClosedBasin) {
  testing::ExpectEveryQuantumOfAClosedBasinKept(*MakeCells(CellDefaults()),
                                                kCellLayers);
}

TEST(CellularErosion, BalancesWhatLeavesOverAnOpenBorder) {
  testing::ExpectWhatLeavesOverAnOpenBorderBalanced(*MakeCells(CellDefaults()),
                                                    kCellLayers);
}

TEST(CellularErosion, CountsWearAndDepositionApart) {
  testing::ExpectWearAndDepositionCountedApart(*MakeCells(CellDefaults()),
                                               kCellSums);
}

// A pass over a plane under a film, away from its borders: every cell gives as
// much as it takes. Mean wear, in quanta, negative where the load settles.
struct Film {
  double depth_m = 0.05;
  double load_m = 0;
  float hardness = 0;
  double raised_m = 0;
};
double WearOf(const v1::CellularErosion& p, const Film& film) {
  World world({0, 0, 96, 96}, kWall, kCellSums | LayerSet{Layer::kHardness});
  world.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return EastwardPlane(x, y) + QuantaFromMeters(film.raised_m);
  });
  const auto everywhere = [&](Layer layer, int32_t value) {
    world.SetQuanta(layer, [&](int64_t, int64_t) { return value; });
  };
  everywhere(Layer::kWater, QuantaFromMeters(film.depth_m));
  everywhere(Layer::kSediment, QuantaFromMeters(film.load_m));
  everywhere(Layer::kHardness, std::bit_cast<int32_t>(film.hardness));
  world.Run(*MakeCells(p), 1);
  double sum = 0;
  for (int64_t y = 8; y < 88; ++y) {
    for (int64_t x = 8; x < 88; ++x) {
      sum += world.Quanta(Layer::kWear, x, y) -
             world.Quanta(Layer::kDeposition, x, y);
    }
  }
  return sum / (80 * 80);
}

// Capacity of the film on the plane, in quanta.
double CapacityOf(const v1::CellularErosion& p, double depth_m) {
  const double slope = 0.1;
  return p.capacity() * p.v_max_m_per_s() * std::sqrt(slope / (1 + slope)) *
         std::pow(depth_m, p.depth_exponent()) * 65536;
}

TEST(CellularErosion, PicksUpAndLaysDownAsTheFormulaSays) {
  for (const double exponent : {0.5, 1.0, 1.5}) {
    SCOPED_TRACE(exponent);
    v1::CellularErosion p = DryCells();
    p.set_depth_exponent(exponent);
    p.set_capacity(0.3);
    const double capacity = CapacityOf(p, 0.05);
    // A pass is a second, 0.05 / (1 + 0.05 / 2) of the rest.
    EXPECT_NEAR(WearOf(p, {}), capacity * 0.05 / 1.025,
                0.01 * capacity * 0.05 + 0.05);
    const double load = 65536 * 0.2;
    EXPECT_NEAR(WearOf(p, {.load_m = 0.2}), (capacity - load) * 0.3 / 1.15,
                0.01 * load * 0.3);
  }
}

TEST(CellularErosion, SparesRock) {
  const v1::CellularErosion p = DryCells();
  const double soil = WearOf(p, {.depth_m = 0.2});
  ASSERT_GT(soil, 10);
  EXPECT_NEAR(WearOf(p, {.depth_m = 0.2, .hardness = 1}), 0.1 * soil,
              0.02 * soil);
  EXPECT_NEAR(WearOf(p, {.depth_m = 0.2, .hardness = 0.5}), 0.55 * soil,
              0.02 * soil);
  v1::CellularErosion iron = p;
  iron.set_rock_erodibility(0);
  EXPECT_EQ(WearOf(iron, {.depth_m = 0.2, .hardness = 1}), 0);
}

TEST(CellularErosion, WearsATenthNearTheBaseLevel) {
  v1::CellularErosion p = DryCells();
  const Film film{.depth_m = 0.2};
  const double far = WearOf(p, film);
  p.set_base_band_m(4000);
  p.set_base_level_m(300);  // the plane lies some 150 m above
  EXPECT_NEAR(WearOf(p, film), 0.1 * far, 0.02 * far);
  p.set_base_level_m(452 - 2000);  // half of the band below its middle
  EXPECT_NEAR(WearOf(p, film), 0.5 * far, 0.02 * far);
  p.set_base_level_m(452 - 8000);
  EXPECT_NEAR(WearOf(p, film), far, 0.02 * far);
}

TEST(CellularErosion, HoldsBackAtTheCap) {
  v1::CellularErosion p = DryCells();
  p.set_capacity(1000);
  p.set_erosion_per_s(100);
  p.set_erosion_cap(0.1);
  EXPECT_NEAR(WearOf(p, {}), 6553.6, 1);  // of a metre to the next cell
  p.set_erosion_cap(0.02);
  EXPECT_NEAR(WearOf(p, {}), 1310.7, 1);
  p.set_base_level_m(352);
  p.set_base_band_m(0.01);
  EXPECT_NEAR(WearOf(p, {}), 0.02 * 100.5 * 65536, 10);
  EXPECT_EQ(WearOf(p, {.raised_m = -200}), 0);  // all below the base level
}

TEST(CellularErosion, NeverDigsBelowTheBaseLevel) {
  World world({0, 0, 64, 64}, kWall, kCellSums);
  world.SetQuanta(Layer::kHeight, RoughGround);
  v1::CellularErosion p = CellDefaults();
  p.set_base_level_m(300);
  p.set_capacity(100);
  p.set_deposition_per_s(0);
  world.Run(*MakeCells(p), 100);
  EXPECT_GT(world.Sum(Layer::kWear), 0);
  for (int64_t y = 0; y < 64; ++y) {
    for (int64_t x = 0; x < 64; ++x) {
      ASSERT_GE(world.Quanta(Layer::kHeight, x, y),
                std::min(RoughGround(x, y), QuantaFromMeters(300)));
    }
  }
}

TEST(CellularErosion, DoesNotDependOnAltitude) {
  const int32_t rise = QuantaFromMeters(3000);
  World low({0, 0, 64, 64}, kOpen, kCellLayers);
  World high({0, 0, 64, 64}, kOpen, kCellLayers);
  low.SetQuanta(Layer::kHeight, RoughGround);
  high.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return RoughGround(x, y) + rise;
  });
  const auto stage = MakeCells(CellDefaults());
  low.Run(*stage, 100);
  high.Run(*stage, 100);
  int64_t changed = 0;
  for (int64_t y = 0; y < 64; ++y) {
    for (int64_t x = 0; x < 64; ++x) {
      ASSERT_EQ(high.Quanta(Layer::kHeight, x, y) - rise,
                low.Quanta(Layer::kHeight, x, y));
      changed += low.Quanta(Layer::kHeight, x, y) != RoughGround(x, y);
    }
  }
  EXPECT_GT(changed, 3000);
}

// State after some passes with the mask layer a share everywhere, on soil or on
// rock.
World Scaled(float share, std::vector<ParameterScale> scales,
             float hardness = 0) {
  World world({0, 0, 64, 64}, kOpen,
              kCellSums | LayerSet{Layer::kMask, Layer::kHardness});
  world.SetQuanta(Layer::kHardness, [&](int64_t, int64_t) {
    return std::bit_cast<int32_t>(hardness);
  });
  world.SetQuanta(Layer::kHeight, RoughGround);
  world.SetQuanta(Layer::kMask, [&](int64_t, int64_t) {
    return std::bit_cast<int32_t>(share);
  });
  world.Run(*MakeCells(CellDefaults(), std::move(scales)), 40);
  return world;
}

constexpr const char* kScalable[] = {
    "initial_water_m",  "rain_m_per_s",      "rain_density",
    "capacity",         "erosion_per_s",     "rock_erodibility",
    "deposition_per_s", "evaporation_per_s", "erosion_cap"};

TEST(CellularErosion, IsTheSameWhereScalesAreOne) {
  std::vector<ParameterScale> scales;
  for (const char* parameter : kScalable) {
    scales.push_back({parameter, Layer::kMask, 0.0f, 1.0f});
  }
  const World plain = Scaled(1, {}, 0.5f);
  const World scaled = Scaled(1, scales, 0.5f);
  kCellSums.ForEach([&](Layer layer) {
    for (int64_t y = 0; y < 64; ++y) {
      for (int64_t x = 0; x < 64; ++x) {
        ASSERT_EQ(plain.Quanta(layer, x, y), scaled.Quanta(layer, x, y));
      }
    }
  });
  EXPECT_EQ(plain.ledger(), scaled.ledger());
}

TEST(CellularErosion, ScalesEachParameter) {
  const auto with = [](const char* parameter, float share) {
    return Scaled(share, {{parameter, Layer::kMask, 0.0f, 1.0f}});
  };
  EXPECT_EQ(with("evaporation_per_s", 0).ledger().evaporated, 0);
  EXPECT_EQ(with("erosion_per_s", 0).Sum(Layer::kWear), 0);
  EXPECT_EQ(with("capacity", 0).Sum(Layer::kWear), 0);
  EXPECT_EQ(with("erosion_cap", 0).Sum(Layer::kWear), 0);
  EXPECT_EQ(with("deposition_per_s", 0).Sum(Layer::kDeposition), 0);
  const auto initial = static_cast<double>(64 * 64 * QuantaFromMeters(0.05));
  const auto rain = [&](float share) {
    return static_cast<double>(with("rain_m_per_s", share).ledger().rain) -
           initial;
  };
  EXPECT_EQ(rain(0), 0);
  EXPECT_NEAR(rain(0.25f), 0.25 * rain(1), 0.01 * rain(1));
  EXPECT_NEAR(static_cast<double>(with("initial_water_m", 0.5f).ledger().rain),
              rain(1) + 0.5 * initial, 32 * 64);  // halves are rounded up
  // Fewer cells, on each of which it rains the more.
  EXPECT_NEAR(static_cast<double>(with("rain_density", 0.25f).ledger().rain),
              rain(1) + initial, 0.05 * rain(1));
  const auto rock = [](float share) {
    return Scaled(share, {{"rock_erodibility", Layer::kMask, 0.0f, 1.0f}}, 1)
        .Sum(Layer::kWear);
  };
  EXPECT_EQ(rock(0), 0);
  EXPECT_GT(rock(1), rock(0.3f));
  EXPECT_GT(rock(0.3f), 0);
  const double worn =
      static_cast<double>(with("erosion_per_s", 1).Sum(Layer::kWear));
  EXPECT_LT(static_cast<double>(with("erosion_per_s", 0.5f).Sum(Layer::kWear)),
            0.8 * worn);
}

}  // namespace
}  // namespace talus

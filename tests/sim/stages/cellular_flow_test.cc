// How the water of cellular erosion moves.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "tests/sim/stages/cell_world.h"

namespace talus {
namespace {

using testing::CellDefaults;
using testing::DryCells;
using testing::EastwardPlane;
using testing::IdleCells;
using testing::kCellLayers;
using testing::MakeCells;
using testing::RoughGround;
using testing::Surface;
using testing::World;

v1::CellularErosion WithShare(double share) {
  v1::CellularErosion p = IdleCells();
  p.set_outflow_share(share);
  return p;
}

int32_t Flat(int64_t, int64_t) { return QuantaFromMeters(100); }

TEST(CellularFlow, LeavesAStillLakeStill) {
  World world({0, 0, 64, 48}, kWall, kCellLayers);
  world.SetQuanta(Layer::kHeight, RoughGround);
  const auto depth = [](int64_t x, int64_t y) {
    return std::max(0, QuantaFromMeters(300) - RoughGround(x, y));
  };
  world.SetQuanta(Layer::kWater, depth);
  world.Run(*MakeCells(DryCells()), 50);
  for (int64_t y = 0; y < 48; ++y) {
    for (int64_t x = 0; x < 64; ++x) {
      ASSERT_EQ(world.Quanta(Layer::kWater, x, y), depth(x, y));
      ASSERT_EQ(world.Quanta(Layer::kHeight, x, y), RoughGround(x, y));
    }
  }
}

TEST(CellularFlow, LevelsTwoCellsWithoutSwinging) {
  for (const double share : {0.1, 0.5, 1.0}) {
    SCOPED_TRACE(share);
    World world({0, 0, 2, 1}, kWall, kCellLayers);
    world.SetQuanta(Layer::kHeight, Flat);
    world.SetQuanta(Layer::kWater, [](int64_t x, int64_t) {
      return x == 0 ? QuantaFromMeters(1) : 0;
    });
    const auto stage = MakeCells(WithShare(share));
    int32_t before = 65536;
    for (int64_t pass = 0; pass < 200; ++pass) {
      world.Run(*stage, 1, pass);
      const int32_t drop = Surface(world, 0, 0) - Surface(world, 1, 0);
      ASSERT_GE(drop, -1) << pass;
      ASSERT_LE(drop, std::max(before, 1)) << pass;
      before = drop;
    }
    EXPECT_LE(std::abs(before), 1);
  }
}

TEST(CellularFlow, DoesNotHeapWaterWhereManyGiveToOne) {
  World world({0, 0, 3, 3}, kWall, kCellLayers);
  world.SetQuanta(Layer::kHeight, Flat);
  world.SetQuanta(Layer::kWater, [](int64_t x, int64_t y) {
    return x == 1 && y == 1 ? 0 : QuantaFromMeters(1);
  });
  const auto stage = MakeCells(WithShare(0.5));
  for (int64_t pass = 0; pass < 100; ++pass) {
    world.Run(*stage, 1, pass);
    int32_t rim = 0;
    for (int64_t i = 0; i < 9; ++i) {
      if (i != 4) rim = std::max(rim, Surface(world, i % 3, i / 3));
    }
    ASSERT_LE(Surface(world, 1, 1), rim + 8) << pass;
  }
}

TEST(CellularFlow, NeverLeavesTheRangeOfTheSurfacesAround) {
  for (const double share : {0.5, 1.0}) {
    SCOPED_TRACE(share);
    const Rect rect{0, 0, 48, 48};
    World world(rect, kWall, kCellLayers);
    world.SetQuanta(Layer::kHeight, RoughGround);
    // From films to floods deeper than the ground is rough.
    world.SetQuanta(Layer::kWater, [](int64_t x, int64_t y) {
      const uint32_t hash =
          CellHash(static_cast<uint32_t>(x), static_cast<uint32_t>(y));
      return static_cast<int32_t>(hash >> (10 + hash % 12));
    });
    const auto stage = MakeCells(WithShare(share));
    for (int64_t pass = 0; pass < 60; ++pass) {
      Plane<int32_t> before(rect);
      for (int64_t y = 0; y < 48; ++y) {
        for (int64_t x = 0; x < 48; ++x) {
          *before.At(x, y) = Surface(world, x, y);
        }
      }
      world.Run(*stage, 1, pass);
      for (int64_t y = 0; y < 48; ++y) {
        for (int64_t x = 0; x < 48; ++x) {
          int32_t low = INT32_MAX, high = INT32_MIN;
          for (int64_t j = std::max<int64_t>(0, y - 1); j < y + 2; ++j) {
            for (int64_t i = std::max<int64_t>(0, x - 1); i < x + 2; ++i) {
              if (!rect.Contains(i, j)) continue;
              low = std::min(low, *before.At(i, j));
              high = std::max(high, *before.At(i, j));
            }
          }
          // Each gift is rounded by less than a quantum.
          ASSERT_GE(Surface(world, x, y), low - 1) << x << ' ' << y;
          ASSERT_LE(Surface(world, x, y), high + 8) << x << ' ' << y;
        }
      }
    }
  }
}

TEST(CellularFlow, SmoothsAChequerboardWithoutTurningItOver) {
  World world({0, 0, 32, 32}, kWall, kCellLayers);
  world.SetQuanta(Layer::kHeight, Flat);
  world.SetQuanta(Layer::kWater, [](int64_t x, int64_t y) {
    return QuantaFromMeters((x + y) % 2 == 0 ? 2 : 1);
  });
  const auto stage = MakeCells(WithShare(0.5));
  double before = 65536;
  for (int64_t pass = 0; pass < 40; ++pass) {
    world.Run(*stage, 1, pass);
    double contrast = 0;
    for (int64_t y = 0; y < 32; ++y) {
      for (int64_t x = 0; x < 32; ++x) {
        contrast += ((x + y) % 2 == 0 ? 1 : -1) * Surface(world, x, y);
      }
    }
    contrast /= 512;
    EXPECT_GE(contrast, -0.01 * 65536) << pass;
    EXPECT_LE(contrast, before + 1) << pass;
    before = contrast;
  }
  EXPECT_LT(before, 0.02 * 65536);
}

// A drop of which a share goes on in each pass lies binomially, and so does
// what it carries.
TEST(CellularFlow, SpreadsADropAsTheBinomialLawSays) {
  constexpr double kShare = 0.4;
  constexpr int kPasses = 30;
  const double drop = QuantaFromMeters(0.2), load = QuantaFromMeters(0.1);
  World world({0, 0, 64, 9}, kWall, kCellLayers);
  world.SetQuanta(Layer::kHeight, EastwardPlane);
  world.SetQuanta(Layer::kWater, [&](int64_t x, int64_t y) {
    return x == 4 && y == 4 ? static_cast<int32_t>(drop) : 0;
  });
  world.SetQuanta(Layer::kSediment, [&](int64_t x, int64_t y) {
    return x == 4 && y == 4 ? static_cast<int32_t>(load) : 0;
  });
  world.Run(*MakeCells(WithShare(kShare)), kPasses);
  double chance = std::pow(1 - kShare, kPasses);
  for (int64_t x = 4; x <= 4 + kPasses; ++x) {
    EXPECT_NEAR(world.Quanta(Layer::kWater, x, 4), drop * chance, 6) << x;
    EXPECT_NEAR(world.Quanta(Layer::kSediment, x, 4), load * chance, 8) << x;
    const double i = static_cast<double>(x - 4);
    chance *= (kPasses - i) / (i + 1) * kShare / (1 - kShare);
  }
}

TEST(CellularFlow, RunsDownTheSteepestOfEightWays) {
  for (int64_t dy = -1; dy <= 1; ++dy) {
    for (int64_t dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      World world({0, 0, 3, 3}, kWall, kCellLayers);
      world.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
        return QuantaFromMeters(
            100 - 2 * static_cast<double>((x - 1) * dx + (y - 1) * dy) +
            0.1 * static_cast<double>((x - 1) * (x - 1) + (y - 1) * (y - 1)));
      });
      world.SetQuanta(Layer::kWater, [](int64_t x, int64_t y) {
        return x == 1 && y == 1 ? QuantaFromMeters(0.1) : 0;
      });
      world.Run(*MakeCells(WithShare(1)), 1);
      EXPECT_GE(world.Quanta(Layer::kWater, 1 + dx, 1 + dy), 6552)
          << dx << ' ' << dy;
    }
  }
}

TEST(CellularFlow, LetsWaterRunOffOverAnOpenBorder) {
  World world({0, 0, 24, 24}, kOpen, kCellLayers);
  world.SetQuanta(Layer::kHeight, EastwardPlane);
  world.SetQuanta(Layer::kWater,
                  [](int64_t, int64_t) { return QuantaFromMeters(0.1); });
  const int64_t before = world.Sum(Layer::kWater);
  world.Run(*MakeCells(WithShare(0.5)), 200);
  EXPECT_EQ(world.Sum(Layer::kWater), 0);
  EXPECT_EQ(world.ledger().water_out, before);
  EXPECT_EQ(world.ledger().water_net_in, 0);
}

TEST(CellularFlow, RainsAsMuchAsAskedOnAsManyCellsAsAsked) {
  v1::CellularErosion p = CellDefaults();
  p.set_evaporation_per_s(0);
  p.set_initial_water_m(0.25);
  p.set_rain_m_per_s(1e-4);  // 6.6 quanta a pass of 1 s
  p.set_rain_density(0.2);
  World world({0, 0, 128, 128}, kWall, kCellLayers);
  world.SetQuanta(Layer::kHeight, Flat);
  world.Run(*MakeCells(p), 1);
  int64_t wetter = 0;
  for (int64_t y = 0; y < 128; ++y) {
    for (int64_t x = 0; x < 128; ++x) {
      wetter += world.Quanta(Layer::kWater, x, y) > 16384 + 16;
    }
  }
  // Sums over 16384 cells: five standard deviations are 256 cells.
  EXPECT_NEAR(static_cast<double>(wetter), 0.2 * 16384, 256);
  world.Run(*MakeCells(p), 49, 1);
  const double fallen = 16384.0 * (16384 + 50 * 6.5536);
  EXPECT_EQ(world.ledger().rain, world.Sum(Layer::kWater));
  EXPECT_NEAR(static_cast<double>(world.ledger().rain), fallen,
              16384.0 * 50 * 6.5536 * 0.02);
}

TEST(CellularFlow, DriesAtTheRateAsked) {
  v1::CellularErosion p = IdleCells();
  p.set_evaporation_per_s(0.01);
  World world({0, 0, 16, 16}, kWall, kCellLayers);
  world.SetQuanta(Layer::kHeight, Flat);
  world.SetQuanta(Layer::kWater,
                  [](int64_t, int64_t) { return QuantaFromMeters(0.1); });
  const auto before = static_cast<double>(world.Sum(Layer::kWater));
  world.Run(*MakeCells(p), 100);
  EXPECT_NEAR(static_cast<double>(world.Sum(Layer::kWater)),
              before * std::exp(-1.0), before * 1e-3);
  EXPECT_EQ(world.ledger().evaporated,
            static_cast<int64_t>(before) - world.Sum(Layer::kWater));
}

}  // namespace
}  // namespace talus

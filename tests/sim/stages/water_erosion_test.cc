#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/recipe/params.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"

namespace talus {
namespace {

using testing::World;

constexpr LayerSet kLayers =
    LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment} | kFluxLayers;

v1::WaterErosion Defaults() {
  v1::WaterErosion p;
  FillDefaults(&p);
  return p;
}

// Water that runs and neither falls, dries nor erodes.
v1::WaterErosion OnlyFlow() {
  v1::WaterErosion p = Defaults();
  p.set_initial_water_m(0);
  p.set_rain_m_per_s(0);
  p.set_evaporation_per_s(0);
  p.set_capacity_s(0);
  return p;
}

std::unique_ptr<Stage> Make(const v1::WaterErosion& p, double cell_m = 10) {
  v1::Stage stage;
  *stage.mutable_water_erosion() = p;
  auto made = FindStage(v1::Stage::kWaterErosion)
                  ->make(stage, {.seed = 7, .level0_cell_m = cell_m});
  EXPECT_TRUE(made.ok());
  return *std::move(made);
}

// Uneven ground: waves of several lengths and a grain of a few decimetres.
int32_t Rough(int64_t x, int64_t y) {
  const double wave = 25 * std::sin(0.11 * static_cast<double>(x)) *
                          std::cos(0.07 * static_cast<double>(y)) +
                      4 * std::sin(0.41 * static_cast<double>(x + 2 * y));
  const uint32_t grain =
      CellHash(static_cast<uint32_t>(y), static_cast<uint32_t>(x));
  return QuantaFromMeters(300 + wave) + static_cast<int32_t>(grain >> 17);
}

TEST(WaterErosion, KeepsEveryQuantumOfAClosedBasin) {
  World world({-37, 11, 27, 75}, kWall, kLayers);
  world.SetQuanta(Layer::kHeight, Rough);
  const int64_t before = world.Sum(Layer::kHeight);
  world.Run(*Make(Defaults()), 1000);
  EXPECT_GT(world.Sum(Layer::kSediment), 0);
  EXPECT_EQ(world.Sum(Layer::kHeight) + world.Sum(Layer::kSediment), before);
  EXPECT_GT(world.ledger().evaporated, 0);
  EXPECT_EQ(world.Sum(Layer::kWater),
            world.ledger().rain - world.ledger().evaporated);
  EXPECT_EQ(world.ledger().water_out, 0);
  EXPECT_EQ(world.ledger().water_net_in, 0);
  EXPECT_EQ(world.ledger().ground_net_in, 0);
}

TEST(WaterErosion, BalancesWhatLeavesOverAnOpenBorder) {
  World world({0, 0, 64, 64}, kOpen, kLayers);
  world.SetQuanta(Layer::kHeight, Rough);
  const int64_t before = world.Sum(Layer::kHeight);
  world.Run(*Make(Defaults()), 300);
  const Ledger& ledger = world.ledger();
  EXPECT_GT(ledger.water_out, 0);
  EXPECT_GT(ledger.sediment_out, 0);
  EXPECT_EQ(world.Sum(Layer::kWater),
            ledger.rain - ledger.evaporated - ledger.water_out);
  EXPECT_EQ(world.Sum(Layer::kHeight) + world.Sum(Layer::kSediment),
            before - ledger.sediment_out);
}

TEST(WaterErosion, LeavesAStillLakeStill) {
  World world({0, 0, 64, 48}, kWall, kLayers);
  world.SetQuanta(Layer::kHeight, Rough);
  const int32_t level = QuantaFromMeters(300);
  const auto depth = [&](int64_t x, int64_t y) {
    return std::max(0, level - Rough(x, y));
  };
  world.SetQuanta(Layer::kWater, depth);
  v1::WaterErosion p = Defaults();
  p.set_initial_water_m(0);
  p.set_rain_m_per_s(0);
  p.set_evaporation_per_s(0);
  world.Run(*Make(p), 50);
  for (int64_t y = 0; y < 48; ++y) {
    for (int64_t x = 0; x < 64; ++x) {
      ASSERT_EQ(world.Quanta(Layer::kWater, x, y), depth(x, y))
          << x << "," << y;
      ASSERT_EQ(world.Quanta(Layer::kHeight, x, y), Rough(x, y));
    }
  }
}

}  // namespace
}  // namespace talus

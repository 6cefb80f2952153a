#ifndef TALUS_TESTS_SIM_STAGES_RUNNING_WATER_H_
#define TALUS_TESTS_SIM_STAGES_RUNNING_WATER_H_

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "tests/sim/stages/stage_harness.h"

// What any erosion by running water must keep, and the ground to show it on.
namespace talus::testing {

// Uneven ground: waves of several lengths and a grain of half a metre.
inline int32_t RoughGround(int64_t x, int64_t y) {
  const double wave = 25 * std::sin(0.11 * static_cast<double>(x)) *
                          std::cos(0.07 * static_cast<double>(y)) +
                      4 * std::sin(0.41 * static_cast<double>(x + 2 * y));
  const uint32_t grain =
      CellHash(static_cast<uint32_t>(y), static_cast<uint32_t>(x));
  return QuantaFromMeters(300 + wave) + static_cast<int32_t>(grain >> 17);
}

inline void ExpectEveryQuantumOfAClosedBasinKept(const Stage& stage,
                                                 LayerSet layers) {
  World world({-37, 11, 27, 75}, kWall, layers);
  world.SetQuanta(Layer::kHeight, RoughGround);
  const int64_t before = world.Sum(Layer::kHeight);
  world.Run(stage, 1000);
  EXPECT_GT(world.Sum(Layer::kSediment), 0);
  EXPECT_EQ(world.Sum(Layer::kHeight) + world.Sum(Layer::kSediment), before);
  EXPECT_GT(world.ledger().evaporated, 0);
  EXPECT_EQ(world.Sum(Layer::kWater),
            world.ledger().rain - world.ledger().evaporated);
  EXPECT_EQ(world.ledger().water_out, 0);
  EXPECT_EQ(world.ledger().sediment_out, 0);
  EXPECT_EQ(world.ledger().water_net_in, 0);
  EXPECT_EQ(world.ledger().ground_net_in, 0);
}

inline void ExpectWhatLeavesOverAnOpenBorderBalanced(const Stage& stage,
                                                     LayerSet layers) {
  World world({0, 0, 64, 64}, kOpen, layers, QuantaFromMeters(290));
  world.SetQuanta(Layer::kHeight, RoughGround);
  const int64_t before = world.Sum(Layer::kHeight);
  world.Run(stage, 300);
  const Ledger& ledger = world.ledger();
  EXPECT_GT(ledger.water_out, 0);
  EXPECT_GT(ledger.sediment_out, 0);
  EXPECT_EQ(world.Sum(Layer::kWater),
            ledger.rain - ledger.evaporated - ledger.water_out);
  EXPECT_EQ(world.Sum(Layer::kHeight) + world.Sum(Layer::kSediment),
            before - ledger.sediment_out);
  EXPECT_EQ(ledger.water_net_in, 0);
  EXPECT_EQ(ledger.ground_net_in, 0);
}

// `layers` with wear and deposition.
inline void ExpectWearAndDepositionCountedApart(const Stage& stage,
                                                LayerSet layers) {
  World world({0, 0, 48, 48}, kWall, layers);
  world.SetQuanta(Layer::kHeight, RoughGround);
  world.Run(stage, 100);
  EXPECT_GT(world.Sum(Layer::kWear), 0);
  EXPECT_GT(world.Sum(Layer::kDeposition), 0);
  for (int64_t y = 0; y < 48; ++y) {
    for (int64_t x = 0; x < 48; ++x) {
      ASSERT_EQ(world.Quanta(Layer::kHeight, x, y),
                RoughGround(x, y) - world.Quanta(Layer::kWear, x, y) +
                    world.Quanta(Layer::kDeposition, x, y));
    }
  }
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_STAGES_RUNNING_WATER_H_

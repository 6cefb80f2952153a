#include "sim/stages/ground_hardness.h"

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/plan/loose_keeper.h"
#include "sim/recipe/params.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/running_water.h"

namespace talus::testing {
namespace {

TEST(GroundHardness, IsThatOfTheRockAsFarAsItIsBare) {
  const Rect rect = {3, 5, 7, 6};
  Plane<int32_t> rock(rect), loose(rect);
  std::vector<float> room(4);
  LayerRows rows;
  const float* none = HardnessOfGround(rows, 5, 0, room);
  for (int64_t i = 0; i < 4; ++i) EXPECT_EQ(none[i], 0);

  const int32_t depths[] = {0, kHidingCover / 4, kHidingCover, kMaxQuanta};
  for (int64_t i = 0; i < 4; ++i) {
    *rock.At(3 + i, 5) = std::bit_cast<int32_t>(0.8f);
    *loose.At(3 + i, 5) = depths[i];
  }
  rows.SetPlane(Layer::kHardness, rock, 3);
  EXPECT_EQ(HardnessOfGround(rows, 5, 0, room), rows.Real(Layer::kHardness, 5));
  rows.SetPlane(Layer::kLoose, loose, 3);
  const float* hardness = HardnessOfGround(rows, 5, 0, room);
  EXPECT_EQ(hardness[0], 0.8f);
  EXPECT_FLOAT_EQ(hardness[1], 0.6f);
  EXPECT_EQ(hardness[2], 0);
  EXPECT_EQ(hardness[3], 0);
}

template <typename Params>
Params Defaults() {
  Params p;
  FillDefaults(&p);
  return p;
}

std::vector<v1::Stage> RunningWaters() {
  std::vector<v1::Stage> stages(4);
  *stages[0].mutable_water_erosion() = Defaults<v1::WaterErosion>();
  *stages[1].mutable_cellular_erosion() = Defaults<v1::CellularErosion>();
  stages[1].mutable_cellular_erosion()->set_rock_erodibility(0);
  *stages[2].mutable_fluvial_incision() = Defaults<v1::FluvialIncision>();
  stages[2].mutable_fluvial_incision()->set_diffusivity_m2_per_yr(0);
  *stages[3].mutable_droplets() = Defaults<v1::Droplets>();
  stages[3].mutable_droplets()->set_steps(2);
  return stages;
}

// Rock that nothing wears, in the west under loose material.
TEST(GroundHardness, LetsWaterCarryOffWhatLiesOnTheHardestRock) {
  const LayerSet layers =
      kFluxLayers | LayerSet{Layer::kHeight,   Layer::kWater,
                             Layer::kSediment, Layer::kDeposition,
                             Layer::kWear,     Layer::kHardness,
                             Layer::kLoose,    Layer::kFlow};
  for (const v1::Stage& params : RunningWaters()) {
    auto process = FindStage(params.process_case())
                       ->make(params, {.seed = 3, .level0_cell_m = 10});
    ASSERT_TRUE(process.ok());
    SCOPED_TRACE((*process)->info().name);
    World w({0, 0, 64, 40}, kWall, layers);
    w.SetQuanta(Layer::kHeight, RoughGround);
    w.SetQuanta(Layer::kHardness,
                [](int64_t, int64_t) { return std::bit_cast<int32_t>(1.0f); });
    w.SetQuanta(Layer::kLoose,
                [](int64_t x, int64_t) { return x < 32 ? 8 << 16 : 0; });
    w.Run(*KeepLoose(*std::move(process)), 10);
    int64_t west = 0, east = 0;
    for (int64_t y = 0; y < 40; ++y) {
      for (int64_t x = 0; x < 64; ++x) {
        // What is laid down in the east is loose there.
        const bool bare = w.Quanta(Layer::kDeposition, x, y) == 0;
        const int64_t worn = w.Quanta(Layer::kWear, x, y);
        if (x < 32) west += worn;
        if (x >= 40 && bare) east += worn;
      }
    }
    EXPECT_GT(west, 0);
    EXPECT_EQ(east, 0);
  }
}

}  // namespace
}  // namespace talus::testing

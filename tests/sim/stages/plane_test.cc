#include <gtest/gtest.h>

#include "sim/base/fixed.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"

namespace talus {
namespace {

TEST(Plane, RisesByItsSlopeBetweenCellCentres) {
  v1::Stage stage;
  auto& p = *stage.mutable_plane();
  p.set_base_m(100);
  p.set_slope_east(0.5);
  p.set_slope_south(-0.25);
  p.set_combine(v1::COMBINE_REPLACE);
  const auto made =
      FindStage(v1::Stage::kPlane)->make(stage, {.level0_cell_m = 10});
  ASSERT_TRUE(made.ok());
  testing::World world({-8, -8, 8, 8}, kWall, {Layer::kHeight});
  world.Run(**made, 1);
  // The centre of cell (0, 0) lies at (5 m, 5 m).
  EXPECT_EQ(world.Quanta(Layer::kHeight, 0, 0),
            QuantaFromMeters(100 + 2.5 - 1.25));
  EXPECT_EQ(world.Quanta(Layer::kHeight, -3, 2),
            QuantaFromMeters(100 - 12.5 - 6.25));
}

TEST(Plane, KeepsItsSignHoweverFarItRises) {
  v1::Stage stage;
  stage.mutable_plane()->set_slope_east(10);
  stage.mutable_plane()->set_slope_south(0);
  stage.mutable_plane()->set_combine(v1::COMBINE_REPLACE);
  const auto made = FindStage(v1::Stage::kPlane)
                        ->make(stage, {.level0_cell_m = 10000, .level = 12});
  ASSERT_TRUE(made.ok());
  testing::World world({-2, 0, 2, 1}, kWall, {Layer::kHeight});
  world.Run(**made, 1);
  EXPECT_EQ(world.Quanta(Layer::kHeight, -1, 0), -kMaxQuanta);
  EXPECT_EQ(world.Quanta(Layer::kHeight, 0, 0), kMaxQuanta);
}

}  // namespace
}  // namespace talus

// The layer of what ran off.
#include <gtest/gtest.h>

#include <memory>

#include "sim/base/fixed.h"
#include "sim/recipe/params.h"
#include "tests/sim/stages/cell_world.h"
#include "tests/sim/stages/water_world.h"

namespace talus::testing {
namespace {

constexpr int64_t kCells = 60;
constexpr int32_t kDepth = 1 << 14;  // a quarter of a metre

// All that was above a cell of a strip that falls eastward and is there no
// more has run off the cell.
void ExpectRunoffIsWhatIsGoneFromAbove(const Stage& stage, LayerSet layers) {
  World w({0, 0, kCells, 1}, kWall, layers | LayerSet{Layer::kRunoff});
  w.SetQuanta(Layer::kHeight, EastwardPlane);
  w.SetQuanta(Layer::kWater, [](int64_t, int64_t) { return kDepth; });
  w.Run(stage, 40);
  int64_t there = 0;
  for (int64_t x = 0; x < kCells / 2; ++x) {
    there += w.Quanta(Layer::kWater, x, 0);
    EXPECT_EQ(w.Quanta(Layer::kRunoff, x, 0), (x + 1) * kDepth - there) << x;
  }
  EXPECT_GT(w.Quanta(Layer::kRunoff, kCells / 2, 0), 2 * kDepth);
}

TEST(Runoff, IsWhatIsGoneFromAboveInCells) {
  ExpectRunoffIsWhatIsGoneFromAbove(*MakeCells(IdleCells()), kCellLayers);
}

TEST(Runoff, IsWhatIsGoneFromAboveInWater) {
  ExpectRunoffIsWhatIsGoneFromAbove(*MakeWater(DryWeather()), kWaterLayers);
}

}  // namespace
}  // namespace talus::testing

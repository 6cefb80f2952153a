#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/sim/stages/incision_harness.h"

namespace talus {
namespace {

using testing::IncisionParams;
using testing::kCellArea;
using testing::kLand;
using testing::LowestNeighbour;
using testing::MakeIncision;
using testing::SetRough;
using testing::World;

TEST(IncisionDeposition, FillsALakeUntilItOverflowsAndDrainsOnThroughIt) {
  v1::FluvialIncision p = IncisionParams();
  p.set_deposition_m_per_yr(2e-5);
  p.set_deposition_slope(0.02);
  // A valley that falls eastward, with a hollow of 15 m across its floor and a
  // steep run below, whose far end takes long to fill.
  World w({0, 0, 80, 5}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    const double side = 5.0 * std::abs(static_cast<double>(y - 2));
    const double hollow = x >= 30 && x < 50 ? 15 : 0;
    const double run = x >= 50 ? 20.0 * static_cast<double>(x - 50) : 0;
    return QuantaFromMeters(1000 - static_cast<double>(x) + side - hollow -
                            run);
  });
  p.set_erodibility(0);
  const auto stage = MakeIncision(p);
  w.Run(*stage, 20);
  EXPECT_LT(w.Real(Layer::kFlow, 60, 2), 60 * kCellArea);
  w.Run(*stage, 300, 20);
  // Past the lake flows what rises before it.
  EXPECT_GT(w.Real(Layer::kFlow, 60, 2), 150 * kCellArea);
  for (int64_t x = 30; x < 50; ++x) {
    EXPECT_GT(w.Quanta(Layer::kHeight, x, 2), QuantaFromMeters(945)) << x;
  }
  EXPECT_LT(w.ledger().dissolved, 0);
}

TEST(IncisionDeposition, FillsPitsForGoodUnderALargeRiver) {
  v1::FluvialIncision p = IncisionParams();
  p.set_deposition_m_per_yr(1e-4);
  p.set_diffusivity_m2_per_yr(0.02);
  World w({0, 0, 200, 41}, kWall, kLand);
  const State rough = testing::RoughWorld({Layer::kHeight}, w.domain(), 40);
  // A valley that falls eastward into a lower basin.
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y) +
           QuantaFromMeters(1000 -
                            2 * static_cast<double>(std::min<int64_t>(x, 150)) +
                            5 * std::abs(static_cast<double>(y - 20)));
  });
  w.Run(*MakeIncision(p), 120);
  int deep = 0;
  for (int64_t y = 0; y < 41; ++y) {
    for (int64_t x = 0; x < 150; ++x) {
      deep += LowestNeighbour(w, x, y) - w.Quanta(Layer::kHeight, x, y) >
              QuantaFromMeters(0.1);
    }
  }
  EXPECT_EQ(deep, 0);
}

TEST(IncisionDeposition, LaysDownNoMoreThanAKilometreAPass) {
  v1::FluvialIncision p = IncisionParams();
  p.set_deposition_m_per_yr(1);
  p.set_deposition_slope(1);
  p.set_step_years(1e6);
  v1::Stage stage;
  *stage.mutable_fluvial_incision() = p;
  const auto made =
      FindStage(v1::Stage::kFluvialIncision)
          ->make(stage, {.seed = 11, .level0_cell_m = 10000, .level = 6});
  World w({0, 0, 12, 12}, kWall, kLand);
  SetRough(w, 300);
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(**made, 3);
  const int64_t risen = w.Sum(Layer::kHeight) - before;
  EXPECT_GT(risen, 0);
  EXPECT_LE(risen, int64_t{3} * 144 * QuantaFromMeters(1025));
}

TEST(IncisionDeposition, LaysNothingDownWhereNothingFlowsIn) {
  v1::FluvialIncision p = IncisionParams();
  p.set_deposition_m_per_yr(1);
  World w({0, 0, 20, 20}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t, int64_t) { return 1000; });
  w.Run(*MakeIncision(p), 50);
  EXPECT_EQ(w.Sum(Layer::kHeight), 400 * 1000);
}

TEST(IncisionDeposition, LaysNothingDownOnSteepBeds) {
  v1::FluvialIncision p = IncisionParams();
  const auto height_after = [&](double deposition) {
    p.set_deposition_m_per_yr(deposition);
    p.set_deposition_slope(0.05);
    World w({0, 0, 30, 3}, kWall, kLand);
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
      return QuantaFromMeters(2.0 * static_cast<double>(x));
    });
    w.Run(*MakeIncision(p), 5);
    return w.Quanta(Layer::kHeight, 20, 1);
  };
  EXPECT_EQ(height_after(0.1), height_after(0));
}

}  // namespace
}  // namespace talus

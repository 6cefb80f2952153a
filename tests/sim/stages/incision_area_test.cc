#include <gtest/gtest.h>

#include <cmath>
#include <memory>

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

std::unique_ptr<Stage> MakeWithoutCut() {
  v1::FluvialIncision p = IncisionParams();
  p.set_erodibility(0);
  return MakeIncision(p);
}

TEST(IncisionArea, HandsDrainageAreaDownAChannelCellByCell) {
  // A V-shaped channel along row 0 that falls eastward; its two sides are one
  // cell wide.
  World w({0, -1, 20, 2}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    return QuantaFromMeters(100 - 0.1 * static_cast<double>(x) +
                            1000.0 * std::abs(static_cast<double>(y)));
  });
  w.Run(*MakeWithoutCut(), 40);
  // Each column adds three cells; the sides spill a trace to their diagonal
  // neighbours.
  for (int64_t x = 1; x < 20; ++x) {
    EXPECT_NEAR(w.Real(Layer::kFlow, x, 0) - w.Real(Layer::kFlow, x - 1, 0),
                3 * kCellArea, 0.6 * kCellArea)
        << x;
  }
  EXPECT_NEAR(w.Real(Layer::kFlow, 19, 0), 60 * kCellArea, 0.1);
}

TEST(IncisionArea, HandsOnOneCellAPass) {
  World w({0, 0, 30, 1}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(100 - static_cast<double>(x));
  });
  w.Run(*MakeWithoutCut(), 4);
  EXPECT_FLOAT_EQ(w.Real(Layer::kFlow, 0, 0), kCellArea);
  EXPECT_FLOAT_EQ(w.Real(Layer::kFlow, 3, 0), 4 * kCellArea);
  EXPECT_FLOAT_EQ(w.Real(Layer::kFlow, 20, 0), 5 * kCellArea);
}

TEST(IncisionArea, CountsEveryCellOnceInTheAreaOfTheOutlets) {
  for (const double exponent : {1.0, 1.7, 2.0, 4.0}) {
    v1::FluvialIncision p = IncisionParams();
    p.set_erodibility(0);
    p.set_flow_exponent(exponent);
    World w({0, 0, 24, 24}, kWall, kLand);
    SetRough(w, 100);
    w.Run(*MakeIncision(p), 100);
    double at_pits = 0;
    for (int64_t y = 0; y < 24; ++y) {
      for (int64_t x = 0; x < 24; ++x) {
        if (w.Quanta(Layer::kHeight, x, y) <= LowestNeighbour(w, x, y)) {
          at_pits += w.Real(Layer::kFlow, x, y);
        }
      }
    }
    EXPECT_NEAR(at_pits, 576 * kCellArea, 0.01 * kCellArea) << exponent;
  }
}

TEST(IncisionArea, KeepsAreaExactFromDropsOfAQuantumToCliffs) {
  for (const double drop : {kMetersPerQuantum * 1.0, 1e-3, 1.0, 1600.0}) {
    World w({0, 0, 20, 1}, kWall, kLand);
    w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t) {
      return QuantaFromMeters(-drop * static_cast<double>(x - 10));
    });
    w.Run(*MakeWithoutCut(), 30);
    EXPECT_NEAR(w.Real(Layer::kFlow, 19, 0), 20 * kCellArea, 1e-3) << drop;
  }
}

}  // namespace
}  // namespace talus

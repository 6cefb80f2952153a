#include "sim/flow/river_network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stop_token>
#include <vector>

#include "sim/base/hash.h"
#include "sim/flow/channels.h"
#include "sim/flow/drainage_area.h"
#include "sim/flow/hydraulic_geometry.h"
#include "tests/sim/flow/drawn_ground.h"

namespace talus {
namespace {

Plane<int32_t> RoughGround(uint32_t seed) {
  Plane<int32_t> ground({0, 0, 97, 61});
  for (int64_t y = 0; y < 61; ++y) {
    for (int64_t x = 0; x < 97; ++x) {
      const uint32_t draw = CellHash(seed + static_cast<uint32_t>(y) * 977,
                                     static_cast<uint32_t>(x));
      *ground.At(x, y) = static_cast<int32_t>(40 * x + draw % 3000);
    }
  }
  return ground;
}

TEST(RiverNetwork, ReachesRunFromConfluenceToConfluence) {
  const Drainage d = *DrainageOf(DrawnGround({"###########",  //
                                              "#9#######9#",  //
                                              "##8#####8##",  //
                                              "###7###7###",  //
                                              "####6#6####",  //
                                              "#####5#####",  //
                                              "#####4#####",  //
                                              "#####3#####"}));
  const std::vector<uint32_t> area = DrawnChannels(d);
  const auto reaches = ReachesOf(d, area, StrahlerOrders(d, area, 1));
  ASSERT_TRUE(reaches.ok());
  ASSERT_EQ(reaches->size(), 3u);
  for (uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ((*reaches)[i].order, 1);
    EXPECT_EQ((*reaches)[i].to, 2u);
    EXPECT_EQ((*reaches)[i].cells.size(), 5u);
    EXPECT_EQ((*reaches)[i].cells.back(), d.At(5, 5));
    EXPECT_NEAR((*reaches)[i].length_cells, 4 * std::sqrt(2.0), 1e-9);
  }
  const std::vector<CellIndex> trunk = {d.At(5, 5), d.At(5, 6), d.At(5, 7)};
  EXPECT_EQ((*reaches)[2].cells, trunk);
  EXPECT_EQ((*reaches)[2].order, 2);
  EXPECT_EQ((*reaches)[2].to, Reach::kNone);
}

// Over many random lands: water runs down the filled ground, grows downstream,
// every channel cell lies in just one reach but for confluences, and all of it
// leaves the terrain.
TEST(RiverNetwork, RiversRunDownAndGrowAndLeave) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const Drainage d = *DrainageOf(RoughGround(seed));
    const auto area = *DrainageArea(d);
    const std::vector<uint8_t> strahler = StrahlerOrders(d, area, 20);
    const std::vector<Reach> reaches = *ReachesOf(d, area, strahler);
    ASSERT_GT(reaches.size(), 10u);
    std::set<CellIndex> owned;
    for (size_t n = 0; n < reaches.size(); ++n) {
      const Reach& r = reaches[n];
      ASSERT_GE(r.cells.size(), 2u);
      for (size_t i = 1; i < r.cells.size(); ++i) {
        ASSERT_EQ(d.receiver[r.cells[i - 1]], r.cells[i]);
        ASSERT_LE(d.filled[r.cells[i]], d.filled[r.cells[i - 1]]);
        ASSERT_GT(area[r.cells[i]], area[r.cells[i - 1]]);
      }
      for (size_t i = 0; i + 1 < r.cells.size(); ++i) {
        ASSERT_TRUE(owned.insert(r.cells[i]).second) << seed;
      }
      if (r.to == Reach::kNone) {
        ASSERT_EQ(d.receiver[r.cells.back()], Drainage::kNone);
        continue;
      }
      ASSERT_GT(r.to, n);
      ASSERT_EQ(reaches[r.to].cells.front(), r.cells.back());
      ASSERT_GT(reaches[r.to].area_cells, r.area_cells);
      ASSERT_GE(reaches[r.to].order, r.order);
    }
    for (CellIndex c = 0; c < d.size(); ++c) {
      const bool channel = strahler[c] > 0 && d.receiver[c] != Drainage::kNone;
      ASSERT_EQ(owned.count(c), channel ? 1u : 0u) << c;
    }
  }
}

TEST(RiverNetwork, StopsWhereItIsAsked) {
  const Drainage d = *DrainageOf(RoughGround(1));
  const auto area = *DrainageArea(d);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(ReachesOf(d, area, StrahlerOrders(d, area, 20), stop.get_token())
                .status()
                .code(),
            absl::StatusCode::kCancelled);
}

TEST(HydraulicGeometry, GrowsWithTheRootOfDischarge) {
  const HydraulicGeometry g;
  EXPECT_NEAR(DischargeOf(31.5576e6, 1.0), 1.0, 1e-12);
  EXPECT_NEAR(g.Width(1), 7.2, 1e-12);
  EXPECT_NEAR(g.Width(400) / g.Width(100), 2, 1e-12);
  EXPECT_NEAR(g.Depth(1), 0.27, 1e-12);
  EXPECT_LT(g.Depth(100) / g.Depth(1), 4);
}

}  // namespace
}  // namespace talus

#include "sim/report/terrain_measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"

namespace talus {
namespace {

Plane<int32_t> Ground(int64_t edge,
                      const std::function<double(int64_t, int64_t)>& metres) {
  Plane<int32_t> ground({0, 0, edge, edge});
  for (int64_t y = 0; y < edge; ++y) {
    for (int64_t x = 0; x < edge; ++x) {
      *ground.At(x, y) = QuantaFromMeters(metres(x, y));
    }
  }
  return ground;
}

double Draw(int64_t x, int64_t y) {
  return CellHash(RowKey(5, 0, 0, y), static_cast<uint32_t>(x)) / 4294967296.0;
}

// Rough ground that falls to the south.
Plane<int32_t> RoughSlope(int64_t edge) {
  return Ground(edge, [&](int64_t x, int64_t y) {
    return 0.05 * static_cast<double>(edge - y) + Draw(x, y);
  });
}

TEST(TerrainMeasures, APlaneHasItsSlopeAndNoPit) {
  const auto m = MeasureTerrain(
      Ground(40,
             [](int64_t x, int64_t) { return static_cast<double>(10 * x); }),
      {.cell_m = 10});
  EXPECT_NEAR(*m.slope_50_deg, 45, 1e-6);
  EXPECT_NEAR(*m.slope_95_deg, 45, 1e-6);
  EXPECT_EQ(*m.pit_fraction, 0);
  EXPECT_EQ(m.fill_m, 0);
  EXPECT_EQ(m.cells, 1600);
  EXPECT_EQ(m.max_m, 390);
  EXPECT_EQ(m.mean_m, 195);
  EXPECT_FALSE(m.bifurcation_ratio.has_value());
}

TEST(TerrainMeasures, APitIsCountedAndItsVolumeToo) {
  const auto m = MeasureTerrain(
      Ground(22, [](int64_t x,
                    int64_t y) { return x == 7 && y == 9 ? 6.0 : 10.0; }),
      {});
  EXPECT_DOUBLE_EQ(*m.pit_fraction, 1.0 / 400);
  EXPECT_NEAR(m.fill_m, 4.0 / 484, 1e-12);
}

TEST(TerrainMeasures, AConeHasNoFavouredDirectionAndAPyramidHas) {
  Plane<int32_t> cone = Ground(201, [](int64_t x, int64_t y) {
    return 1000 - std::hypot(static_cast<double>(x - 100),
                             static_cast<double>(y - 100));
  });
  for (int64_t y = 0; y < 201; ++y) {
    for (int64_t x = 0; x < 201; ++x) {
      const int64_t r2 = (x - 100) * (x - 100) + (y - 100) * (y - 100);
      if (r2 > 100 * 100) *cone.At(x, y) = Drainage::kNoData;
    }
  }
  const auto round = MeasureTerrain(cone, {});
  EXPECT_LT(*round.aspect_4_fold, 0.02);
  EXPECT_LT(*round.aspect_8_fold, 0.02);
  const auto pyramid = MeasureTerrain(
      Ground(201,
             [](int64_t x, int64_t y) {
               return 1000.0 - static_cast<double>(std::abs(x - 100) +
                                                   std::abs(y - 100));
             }),
      {});
  EXPECT_GT(*pyramid.aspect_4_fold, 1.8);
}

TEST(TerrainMeasures, FindsTheConcavityThatChannelsWereGiven) {
  // The steady state of the stream-power law over a drainage that is known:
  // S = k A^-theta at every cell.
  const Plane<int32_t> rough = RoughSlope(300);
  const Drainage d = *DrainageOf(rough);
  const std::vector<uint32_t> area = DrainageArea(d);
  for (const double theta : {0.3, 0.45}) {
    std::vector<double> height(d.size(), 0);
    for (const CellIndex c : d.order) {
      const CellIndex to = d.receiver[c];
      if (to == Drainage::kNone) continue;
      height[c] =
          height[to] + 10 * d.Distance(c, to) * std::pow(area[c], -theta);
    }
    const auto m = MeasureTerrain(
        Ground(300, [&](int64_t x, int64_t y) { return height[d.At(x, y)]; }),
        {.cell_m = 10, .channel_area_m2 = 2000});
    EXPECT_NEAR(*m.concavity, theta, 0.04);
  }
}

TEST(TerrainMeasures, RandomTopologyHasTheRatiosOfTheLiterature) {
  const auto m =
      MeasureTerrain(RoughSlope(600), {.cell_m = 10, .channel_area_m2 = 2000});
  EXPECT_GT(*m.bifurcation_ratio, 3);
  EXPECT_LT(*m.bifurcation_ratio, 5.5);
  EXPECT_GT(*m.length_ratio, 1.3);
  EXPECT_GT(*m.area_ratio, 3);
  EXPECT_GT(*m.hack_exponent, 0.45);
  EXPECT_LT(*m.hack_exponent, 0.75);
}

TEST(TerrainMeasures, CellsWithoutDataCountNowhere) {
  Plane<int32_t> ground = Ground(50, [](int64_t, int64_t) { return 100.0; });
  for (int64_t x = 0; x < 50; ++x) *ground.At(x, 25) = Drainage::kNoData;
  const auto m = MeasureTerrain(ground, {});
  EXPECT_EQ(m.cells, 2450);
  EXPECT_EQ(m.mean_m, 100);
  EXPECT_EQ(m.min_m, 100);
  EXPECT_FALSE(m.aspect_4_fold.has_value());
  ground.Fill(Drainage::kNoData);
  EXPECT_EQ(MeasureTerrain(ground, {}).cells, 0);
}

}  // namespace
}  // namespace talus

#include "sim/report/terrain_measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"
#include "tests/sim/report/ground.h"

namespace talus {
namespace {

using testing::Ground;

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
  const auto m = *MeasureTerrain(
      Ground(40,
             [](int64_t x, int64_t) { return static_cast<double>(10 * x); }),
      {.cell_m = 10});
  EXPECT_NEAR(*m.slopes.median_deg, 45, 1e-6);
  EXPECT_NEAR(*m.slopes.steep_deg, 45, 1e-6);
  EXPECT_EQ(*m.slopes.pit_fraction, 0);
  EXPECT_EQ(m.fill_m, 0);
  EXPECT_EQ(m.cells, 1600);
  EXPECT_EQ(m.max_m, 390);
  EXPECT_EQ(m.mean_m, 195);
  EXPECT_FALSE(m.bifurcation_ratio.has_value());
}

TEST(TerrainMeasures, APitIsCountedAndItsVolumeToo) {
  const auto m = *MeasureTerrain(
      Ground(22, [](int64_t x,
                    int64_t y) { return x == 7 && y == 9 ? 6.0 : 10.0; }),
      {});
  EXPECT_DOUBLE_EQ(*m.slopes.pit_fraction, 1.0 / 400);
  EXPECT_NEAR(m.fill_m, 4.0 / 484, 1e-12);
}

TEST(TerrainMeasures, FindsTheConcavityThatChannelsWereGiven) {
  // The steady state of the stream-power law over a drainage that is known:
  // S = k A^-theta at every cell.
  const Plane<int32_t> rough = RoughSlope(300);
  const Drainage d = *DrainageOf(rough);
  const auto area = *DrainageArea(d);
  for (const double theta : {0.3, 0.45}) {
    std::vector<double> height(d.size(), 0);
    for (const CellIndex c : d.order) {
      const CellIndex to = d.receiver[c];
      if (to == Drainage::kNone) continue;
      height[c] =
          height[to] + 10 * d.Distance(c, to) * std::pow(area[c], -theta);
    }
    const auto m = *MeasureTerrain(
        Ground(300, [&](int64_t x, int64_t y) { return height[d.At(x, y)]; }),
        {.cell_m = 10, .channel_area_m2 = 2000});
    EXPECT_NEAR(-m.slope_area.line->slope, theta, 0.04);
  }
}

TEST(TerrainMeasures, RandomTopologyHasTheRatiosOfTheLiterature) {
  const auto m =
      *MeasureTerrain(RoughSlope(600), {.cell_m = 10, .channel_area_m2 = 2000});
  EXPECT_GT(*m.bifurcation_ratio, 3);
  EXPECT_LT(*m.bifurcation_ratio, 5.5);
  EXPECT_GT(*m.length_ratio, 1.3);
  EXPECT_GT(*m.area_ratio, 3);
  EXPECT_GT(m.hack.line->slope, 0.45);
  EXPECT_LT(m.hack.line->slope, 0.75);
}

TEST(TerrainMeasures, AConeHasTheHypsometryOfItsVolume) {
  Plane<int32_t> cone = Ground(301, [](int64_t x, int64_t y) {
    return 1000 - std::hypot(static_cast<double>(x - 150),
                             static_cast<double>(y - 150));
  });
  for (int64_t y = 0; y < 301; ++y) {
    for (int64_t x = 0; x < 301; ++x) {
      if (*cone.At(x, y) < QuantaFromMeters(850)) {
        *cone.At(x, y) = Drainage::kNoData;
      }
    }
  }
  const auto m = *MeasureTerrain(cone, {});
  // At h of the height a share (1 - h)^2 of the area lies above.
  for (const Point& p : m.hypsometric_curve) {
    EXPECT_NEAR(p.x, (1 - p.y) * (1 - p.y), 0.01) << p.y;
  }
}

TEST(TerrainMeasures, RiversThatMeetAtRandomHaveTheTailOfTheLiterature) {
  const auto m = *MeasureTerrain(RoughSlope(600), {.cell_m = 10});
  EXPECT_GT(-m.flow_tail.line->slope, 0.3);
  EXPECT_LT(-m.flow_tail.line->slope, 0.6);
  EXPECT_EQ(m.flow_tail.points.front(), (Point{2, 0}));  // all have a cell
}

TEST(TerrainMeasures, StopsWhenAskedAndTellsHowFarItIs) {
  std::stop_source source;
  int64_t calls = 0, most = 0;
  const auto progress = [&](int64_t done, int64_t total) {
    EXPECT_GE(done, most);
    EXPECT_LT(done, total);
    most = done;
    if (++calls == 3) source.request_stop();
  };
  const auto m =
      MeasureTerrain(RoughSlope(80), {}, source.get_token(), progress);
  EXPECT_EQ(m.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(calls, 3);
}

TEST(TerrainMeasures, CellsWithoutDataCountNowhere) {
  Plane<int32_t> ground = Ground(50, [](int64_t, int64_t) { return 100.0; });
  for (int64_t x = 0; x < 50; ++x) *ground.At(x, 25) = Drainage::kNoData;
  const auto m = *MeasureTerrain(ground, {});
  EXPECT_EQ(m.cells, 2450);
  EXPECT_EQ(m.mean_m, 100);
  EXPECT_EQ(m.min_m, 100);
  EXPECT_FALSE(m.slopes.aspect_4_fold.has_value());
  ground.Fill(Drainage::kNoData);
  EXPECT_EQ(MeasureTerrain(ground, {})->cells, 0);
}

}  // namespace
}  // namespace talus

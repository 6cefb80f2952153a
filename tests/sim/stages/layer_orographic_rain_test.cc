#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <numbers>

#include "sim/base/fixed.h"
#include "sim/plan/run_pass.h"
#include "sim/stages/upwind_ray.h"
#include "tests/sim/base/stopping_workers.h"
#include "tests/sim/stages/source_harness.h"
#include "tests/sim/stages/stage_harness.h"

namespace talus::testing {
namespace {

constexpr double kCell = 50;

v1::Stage Rain(double wind_from_deg) {
  v1::Stage stage;
  v1::LayerOrographicRain& p = *stage.mutable_layer_orographic_rain();
  p.set_layer(v1::LAYER_RAIN);
  p.set_wind_from_deg(wind_from_deg);
  p.set_reach_m(20 * kCell);
  p.set_base(0.4);
  p.set_windward(2);
  p.set_lee(1);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

// Rain on ground given in metres, over cells (0, 0) to (80, 80).
World RainOn(const v1::Stage& stage,
             const std::function<double(double, double)>& ground) {
  World w({0, 0, 80, 80}, kOpen, {Layer::kHeight, Layer::kRain});
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return QuantaFromMeters(
        ground(static_cast<double>(x) * kCell, static_cast<double>(y) * kCell));
  });
  w.Run(*MakeStage(stage, {.level0_cell_m = kCell}), 1);
  return w;
}

float RainAt(const World& w, int64_t x, int64_t y) {
  return w.Real(Layer::kRain, x, y);
}

TEST(LayerOrographicRain, IsTheBaseOnLevelGround) {
  const World w = RainOn(Rain(200), [](double, double) { return 700.0; });
  for (int64_t y = 0; y < 80; ++y) {
    for (int64_t x = 0; x < 80; ++x) ASSERT_EQ(RainAt(w, x, y), 0.4f);
  }
}

TEST(LayerOrographicRain, GrowsWithASlopeAgainstAnyWindAndShrinksBehindIt) {
  for (const double from : {0.0, 20.0, 45.0, 77.0, 90.0, 135.0, 180.0, 250.0,
                            270.0, 315.0, 359.0, 360.0}) {
    // Upwind is (sin, -cos): the rows grow southward.
    const double u = std::sin(from * std::numbers::pi / 180);
    const double v = -std::cos(from * std::numbers::pi / 180);
    const auto plane = [&](double slope) {
      return [=](double x, double y) { return 3000 - slope * (u * x + v * y); };
    };
    // 0.1 of slope, a cell from rounding to quanta.
    EXPECT_NEAR(RainAt(RainOn(Rain(from), plane(0.1)), 40, 40), 0.4 + 2 * 0.1,
                1e-4)
        << from;
    EXPECT_NEAR(RainAt(RainOn(Rain(from), plane(-0.1)), 40, 40), 0.4 - 0.1,
                1e-4)
        << from;
  }
}

TEST(LayerOrographicRain, LiesInTheLeeOfARidgeAsFarAsTheReach) {
  // A wall 300 m high in column 30; the wind blows from the west.
  const World w = RainOn(
      Rain(270), [](double x, double) { return x == 30 * kCell ? 300.0 : 0; });
  EXPECT_EQ(RainAt(w, 29, 40), 0.4f);
  for (int64_t x = 31; x < 80; ++x) {
    const double cells = static_cast<double>(x - 30);
    const double horizon = cells <= 20 ? 300 / (cells * kCell) : 0;
    EXPECT_NEAR(RainAt(w, x, 40), std::max(0.0, 0.4 - horizon), 1e-5) << x;
  }
}

TEST(LayerOrographicRain, TurnsWithTheLand) {
  const auto land = [](double x, double y) {
    return 500 + 200 * std::sin(x / 300) * std::cos(y / 410);
  };
  const World west = RainOn(Rain(250), land);
  // A quarter turn clockwise: (x, y) goes to (79 - y, x).
  const World north = RainOn(
      Rain(340), [&](double x, double y) { return land(y, 79 * kCell - x); });
  for (int64_t y = 0; y < 80; ++y) {
    for (int64_t x = 0; x < 80; ++x) {
      ASSERT_EQ(RainAt(west, x, y), RainAt(north, 79 - y, x)) << x << " " << y;
    }
  }
}

TEST(LayerOrographicRain, IsNotShelteredByWhatLiesBeyondTheWorld) {
  // Ground that falls toward the east, and nothing known upwind of its rim.
  const World w =
      RainOn(Rain(270), [](double x, double) { return 3000 - 0.2 * x; });
  EXPECT_EQ(RainAt(w, 0, 40), 0.4f);
  EXPECT_NEAR(RainAt(w, 1, 40), 0.4 - 0.2, 1e-5);
}

TEST(LayerOrographicRain, RefusesToLookTooFar) {
  v1::Stage stage = Rain(0);
  stage.mutable_layer_orographic_rain()->set_reach_m(513 * kCell);
  const auto made = FindStage(v1::Stage::kLayerOrographicRain)
                        ->make(stage, {.level0_cell_m = kCell});
  EXPECT_EQ(made.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(std::string(made.status().message()).find("lower reach_m"),
            std::string::npos);
}

TEST(LayerOrographicRain, WritesNothingOnceAStopIsRequested) {
  const Rect rect{0, 0, 40, 30};
  const auto stage = MakeStage(Rain(200), {.level0_cell_m = kCell});
  const State in = MakeState({Layer::kHeight, Layer::kRain},
                             Grow(rect, stage->info().halo_cells), true);
  for (const int at_work : {1, 2}) {
    const StoppingWorkers workers(at_work);
    Window window{rect, nullptr, std::nullopt, rect};
    window.workers = &workers;
    window.stop = workers.stop();
    Ledger ledger;
    const State out = RunPass(*stage, 0, in, window, &ledger);
    const bool stopped = workers.stop().stop_requested();
    EXPECT_EQ(stopped, at_work == 1);
    EXPECT_EQ(out.Rows(0).Real(Layer::kRain, 20)[7], stopped ? 0 : 0.4f);
  }
}

TEST(UpwindRay, StaysOnTheLineAndWithinItsReach) {
  for (double from = 0; from <= 360; from += 7.5) {
    const UpwindRay ray(from, 100);
    const double u = std::sin(from * std::numbers::pi / 180);
    const double v = -std::cos(from * std::numbers::pi / 180);
    for (const UpwindRay::Step& step : ray.steps()) {
      const double x =
          static_cast<double>(step.dx) +
          static_cast<double>(step.share) * static_cast<double>(step.beside_x);
      const double y =
          static_cast<double>(step.dy) +
          static_cast<double>(step.share) * static_cast<double>(step.beside_y);
      const double distance = static_cast<double>(step.distance);
      EXPECT_NEAR(x, u * distance, 1e-4) << from;
      EXPECT_NEAR(y, v * distance, 1e-4) << from;
      EXPECT_LE(distance, 100.001);
      EXPECT_LE(std::max(std::abs(step.dx + step.beside_x),
                         std::abs(step.dy + step.beside_y)),
                ray.reach());
    }
    EXPECT_GT(ray.steps().back().distance, 98.5f) << from;
  }
}

}  // namespace
}  // namespace talus::testing

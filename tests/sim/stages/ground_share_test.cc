// Shares from the slope and the curvature of the ground.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "sim/base/fixed.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;

constexpr double kCellM = 10;

// The values of the mask layer that a stage makes of ground given in metres.
// Cells that are not `inside` lie outside of the world, at ground that must not
// matter.
State Shares(const v1::Stage& stage, const Rect& rect,
             const std::function<double(double, double)>& ground,
             const std::function<bool(int64_t, int64_t)>& inside = nullptr) {
  const Rect all = Grow(rect, kMaxHalo);
  const State in = MakeState({Layer::kHeight}, all, /*zeroed=*/true);
  Plane<int32_t> mask(all);
  for (int64_t y = all.y0; y < all.y1; ++y) {
    for (int64_t x = all.x0; x < all.x1; ++x) {
      const bool in_world = inside == nullptr || inside(x, y);
      *mask.At(x, y) = in_world ? kInside : kOpen;
      *in.Get(Layer::kHeight)->At(x, y) =
          in_world
              ? QuantaFromMeters(ground((x + 0.5) * kCellM, (y + 0.5) * kCellM))
              : kMaxQuanta;
    }
  }
  Ledger ledger;
  return RunPass(*MakeStage(stage, {.level0_cell_m = kCellM}), 0, in,
                 {.rect = rect,
                  .mask = inside == nullptr ? nullptr : &mask,
                  .counted = rect},
                 &ledger);
}

float At(const State& state, int64_t x, int64_t y) {
  return std::bit_cast<float>(*state.Get(Layer::kMask)->At(x, y));
}

// The share rises over all angles from 0 to 90: it tells the angle.
v1::Stage SlopeStage(double min_deg, double max_deg, double fade_deg) {
  v1::Stage stage;
  auto& p = *stage.mutable_layer_slope();
  p.set_layer(v1::LAYER_MASK);
  p.set_min_deg(min_deg);
  p.set_max_deg(max_deg);
  p.set_fade_deg(fade_deg);
  p.set_outside(0);
  p.set_inside(1);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

double SoftStepOf(double t) { return t * t * (3 - 2 * t); }

TEST(LayerSlope, KnowsTheAngleOfAPlaneInAnyDirection) {
  for (const double degrees : {0.5, 10.0, 30.0, 44.0, 46.0, 60.0, 80.0}) {
    for (const double turn : {0.0, 0.4, 1.1, 2.7, 4.0}) {
      const double rise = std::tan(degrees * std::numbers::pi / 180);
      const State s = Shares(
          SlopeStage(45, 90, 90), {-2, -2, 3, 3}, [&](double x, double y) {
            return rise * (std::cos(turn) * x + std::sin(turn) * y);
          });
      EXPECT_NEAR(At(s, 0, 0), SoftStepOf(degrees / 90), 3e-5)
          << degrees << " towards " << turn;
    }
  }
}

TEST(LayerSlope, HasNoRimAtLevelGroundNorAtWalls) {
  const auto level = [](double, double) { return 7.0; };
  EXPECT_EQ(At(Shares(SlopeStage(0, 20, 10), {0, 0, 2, 2}, level), 0, 0), 1.0f);
  const auto wall = [](double x, double) { return 900 * x; };
  EXPECT_EQ(At(Shares(SlopeStage(60, 90, 10), {-1, 0, 1, 1}, wall), 0, 0),
            1.0f);
}

TEST(LayerSlope, TakesCellsOutsideTheWorldForAsHighAsTheirNeighbours) {
  const v1::Stage stage = SlopeStage(45, 90, 90);
  const auto inside = [](int64_t x, int64_t) { return x >= 0; };
  // Along the border the slope is the land's own, down to the border half.
  const State along = Shares(
      stage, {0, 0, 3, 3}, [](double, double y) { return 0.5 * y; }, inside);
  EXPECT_EQ(At(along, 0, 1), At(along, 2, 1));
  const State across = Shares(
      stage, {0, 0, 3, 3}, [](double x, double) { return 0.5 * x; }, inside);
  const double half = std::atan(0.25) * 180 / std::numbers::pi;
  EXPECT_NEAR(At(across, 0, 1), SoftStepOf(half / 90), 3e-5);
  const State alone = Shares(
      stage, {0, 0, 1, 1}, [](double x, double y) { return 3 * x + y; },
      [](int64_t x, int64_t y) { return x == 0 && y == 0; });
  EXPECT_EQ(At(alone, 0, 0), 0.0f);
}

v1::Stage CurvatureStage(double full_per_m) {
  v1::Stage stage;
  auto& p = *stage.mutable_layer_curvature();
  p.set_layer(v1::LAYER_MASK);
  p.set_full_per_m(full_per_m);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

TEST(LayerCurvature, KnowsTheLaplacianOfAParaboloid) {
  for (const double bend : {-0.03, -0.008, 0.0, 0.002, 0.01, 0.05}) {
    // The Laplacian is the bend, on any slope.
    const State s =
        Shares(CurvatureStage(0.02), {0, 0, 9, 9}, [&](double x, double y) {
          return 0.3 * x - 0.7 * y + bend * (0.4 * x * x + 0.1 * y * y);
        });
    const double want = std::clamp(0.5 + bend / 0.04, 0.0, 1.0);
    for (int64_t i = 0; i < 9; ++i) {
      EXPECT_NEAR(At(s, i, 8 - i), want, 2e-5) << bend;
    }
  }
}

TEST(LayerCurvature, IsEvenOnASlopeAlongTheBorder) {
  const State s = Shares(
      CurvatureStage(0.02), {0, 0, 3, 3},
      [](double, double y) { return 0.4 * y; },
      [](int64_t x, int64_t) { return x >= 0; });
  EXPECT_EQ(At(s, 0, 1), 0.5f);
}

}  // namespace
}  // namespace talus

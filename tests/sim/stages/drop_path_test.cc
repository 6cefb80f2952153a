#include "sim/stages/drop_path.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"

namespace talus {
namespace {

constexpr float kCell = 10.0f;

// A plane that falls by `east` and `south` metres a metre, and one drop on it.
struct PlaneWalk {
  static constexpr int kSide = 64;
  std::vector<int32_t> heights;
  drops::Lanes d{};
  drops::PathArgs args{};

  PlaneWalk(double east, double south) {
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        heights.push_back(QuantaFromMeters(-kCell * (east * x + south * y)));
      }
    }
    args.heights = heights.data();
    args.stride = kSide;
    args.model.slope_per_quantum = 1 / (kCell * kQuantaPerMeter);
    args.model.inertia = 0.2f;
    args.model.gravity = 4;
    args.model.max_speed = 100;
    args.model.evaporation = 0.1f;
    args.model.min_slope = 0.01f;
    args.model.capacity = 1000;
    d.x[0] = d.y[0] = 10;
    d.node[0] = 10 * kSide + 10;
    d.u[0] = d.v[0] = 0.25f;
    d.speed[0] = d.water[0] = 1;
    d.steps_left[0] = 30;
    const int32_t* h = heights.data() + d.node[0];
    d.nw[0] = h[0], d.ne[0] = h[1], d.sw[0] = h[kSide], d.se[0] = h[kSide + 1];
  }
};

TEST(DropPath, RunsStraightDownAPlaneAndGainsSpeedAsItFalls) {
  PlaneWalk w(0.3, 0.4);
  for (int k = 1; k <= 30; ++k) {
    drops::Advance<false>(w.args, 1, w.d);
    EXPECT_EQ(w.d.stop[0], drops::kGoesOn);
    const double way = k;
    EXPECT_NEAR(w.d.x[0] + w.d.u[0], 10.25 + 0.6 * way, 1e-4 * k);
    EXPECT_NEAR(w.d.y[0] + w.d.v[0], 10.25 + 0.8 * way, 1e-4 * k);
    EXPECT_NEAR(w.d.speed[0], std::sqrt(1 + 4 * 0.5 * way), 1e-4 * k);
    EXPECT_NEAR(w.d.water[0], std::pow(0.9, k), 1e-5);
    EXPECT_NEAR(w.d.rise[0], -5 * kQuantaPerMeter, 8);
    const double before = std::sqrt(1 + 4 * 0.5 * (way - 1));
    EXPECT_NEAR(w.d.capacity[0], 0.5 * before * std::pow(0.9, k - 1) * 1000,
                0.1 * k);
  }
  EXPECT_EQ(w.d.steps_left[0], 0);
}

TEST(DropPath, EndsWhereItIsTooSlowToClimbOn) {
  PlaneWalk w(0.3, 0);
  w.args.model.inertia = 1;
  w.d.east[0] = -1;  // uphill
  int steps = 0;
  do {
    drops::Advance<false>(w.args, 1, w.d);
    ++steps;
  } while (w.d.stop[0] == drops::kGoesOn && steps < 9);
  EXPECT_EQ(w.d.stop[0], drops::kTooSlow);
  EXPECT_EQ(steps, 1);  // 1 - 4 * 0.3 < 0
}

TEST(DropPath, EndsAtAWallAndLeavesOverAnOpenBorderBesideIt) {
  PlaneWalk w(0.3, 0);
  const auto ahead = [&](int row) -> int32_t& {
    return w.heights[static_cast<size_t>((10 + row) * PlaneWalk::kSide + 12)];
  };
  const drops::Lanes start = w.d;
  ahead(0) = drops::kWallGround;
  drops::Advance<false>(w.args, 1, w.d);
  EXPECT_EQ(w.d.stop[0], drops::kAtWall);
  ahead(1) = drops::kOpenGround;
  w.d = start;
  drops::Advance<false>(w.args, 1, w.d);
  EXPECT_EQ(w.d.stop[0], drops::kGone);
}

TEST(DropPath, DrawsADirectionOnLevelGround) {
  PlaneWalk w(0, 0);
  w.d.draw[0] = 77;
  drops::Advance<false>(w.args, 1, w.d);
  EXPECT_NEAR(std::hypot(w.d.east[0], w.d.south[0]), 1, 1e-5);
}

// Every eighth of the circle, cut both between and on the axes, gets its share
// of drops; a direction drawn from a square would favour the corners by a half.
TEST(DropPath, DrawsAllDirectionsAlikeOnLevelGround) {
  constexpr int kDrops = 80000, kParts = 8;
  const PlaneWalk level(0, 0);
  for (const double turned : {0.0, 0.5}) {
    std::array<int, kParts> drops{};
    for (uint32_t n = 0; n < kDrops; ++n) {
      drops::Lanes d = level.d;
      d.draw[0] = Mix32(n);
      drops::Advance<false>(level.args, 1, d);
      const double turns =
          std::atan2(double{d.south[0]}, double{d.east[0]}) / (2 * M_PI);
      const double part = (turns + 1) * kParts + turned;
      ++drops[static_cast<size_t>(part) % kParts];
    }
    // Five standard deviations of a binomial count.
    constexpr double kShare = 1.0 / kParts;
    const double bound = 5 * std::sqrt(kDrops * kShare * (1 - kShare));
    for (const int count : drops) EXPECT_NEAR(count, kDrops * kShare, bound);
  }
}

// Factors of one in all cells but for the parameter.
TEST(DropPath, TakesFactorsOfTheCellNearestToTheStepsStart) {
  const auto speed_after_a_step = [](int factor_x) {
    PlaneWalk w(0.5, 0);
    std::vector<float> factors(w.heights.size(), 1.0f);
    factors[static_cast<size_t>(10 * PlaneWalk::kSide + factor_x)] = 3;
    w.args.factors[drops::kGravity] = {factors.data(), -1};
    w.d.u[0] = 0.75f;
    drops::Advance<true>(w.args, 1, w.d);
    return double{w.d.speed[0]};
  };
  EXPECT_NEAR(speed_after_a_step(10), std::sqrt(1 + 4 * 0.5), 1e-4);
  EXPECT_NEAR(speed_after_a_step(11), std::sqrt(1 + 3 * 4 * 0.5), 1e-4);
  EXPECT_NEAR(speed_after_a_step(12), std::sqrt(1 + 4 * 0.5), 1e-4);
}

}  // namespace
}  // namespace talus

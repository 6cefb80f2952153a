#include "sim/flow/drainage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "sim/base/hash.h"

namespace talus {
namespace {

Plane<int32_t> Ground(int64_t width, int64_t height,
                      const std::function<int32_t(int64_t, int64_t)>& at) {
  Plane<int32_t> ground({0, 0, width, height});
  for (int64_t y = 0; y < height; ++y) {
    for (int64_t x = 0; x < width; ++x) *ground.At(x, y) = at(x, y);
  }
  return ground;
}

Plane<int32_t> RoughGround(int64_t width, int64_t height, uint32_t steps) {
  return Ground(width, height, [&](int64_t x, int64_t y) {
    return static_cast<int32_t>(
        CellHash(RowKey(7, 0, 0, y), static_cast<uint32_t>(x)) % steps);
  });
}

TEST(Drainage, APlaneDrainsStraightDown) {
  const Plane<int32_t> plane =
      Ground(5, 8, [](int64_t, int64_t y) { return static_cast<int32_t>(y); });
  const Drainage d = DrainageOf(plane);
  const auto area = DrainageArea(d);
  EXPECT_EQ(d.receiver[d.At(2, 5)], d.At(2, 4));
  EXPECT_EQ(d.receiver[d.At(2, 0)], Drainage::kNone);
  // The lowest row takes what lies above, less the cells of the far edge, which
  // are outlets themselves.
  EXPECT_EQ(area[d.At(2, 0)], 7);
}

TEST(Drainage, TheSteeperOfAnOrthogonalAndADiagonalNeighbourWins) {
  const auto with_diagonal = [](int32_t corner) {
    return Ground(3, 3, [=](int64_t x, int64_t y) {
      if (x == 1 && y == 1) return 100;
      if (x == 0 && y == 0) return corner;
      return x == 1 && y == 0 ? 0 : 200;
    });
  };
  const Drainage flat = DrainageOf(with_diagonal(-41));
  EXPECT_EQ(flat.receiver[flat.At(1, 1)], flat.At(1, 0));
  const Drainage steep = DrainageOf(with_diagonal(-42));
  EXPECT_EQ(steep.receiver[steep.At(1, 1)], steep.At(0, 0));
}

TEST(Drainage, ADepressionFillsToItsSpillAndDrainsThroughIt) {
  // A basin of ground 0 behind a rim of 50 with a gap of 20 in the east.
  const Plane<int32_t> ground = Ground(7, 7, [](int64_t x, int64_t y) {
    if (x == 0 || y == 0 || x == 6 || y == 6) return -10;
    if (x == 5 && y == 3) return 20;
    return x == 1 || y == 1 || x == 5 || y == 5 ? 50 : 0;
  });
  const Drainage d = DrainageOf(ground);
  for (int64_t y = 2; y <= 4; ++y) {
    for (int64_t x = 2; x <= 4; ++x) EXPECT_EQ(d.filled[d.At(x, y)], 20);
  }
  EXPECT_EQ(d.filled[d.At(1, 3)], 50);
  EXPECT_EQ(DrainageArea(d)[d.At(5, 3)], 10);
}

TEST(Drainage, CellsWithoutDataAreWhereWaterLeaves) {
  const Plane<int32_t> ground = Ground(9, 9, [](int64_t x, int64_t y) {
    if (x == 4 && y == 4) return Drainage::kNoData;
    return x == 0 || y == 0 || x == 8 || y == 8 ? 100 : 10;
  });
  const Drainage d = DrainageOf(ground);
  EXPECT_EQ(d.order.size(), 80);
  EXPECT_EQ(d.filled[d.At(2, 2)], 10);
  EXPECT_EQ(d.filled[d.At(4, 4)], Drainage::kNoData);
  EXPECT_EQ(DrainageArea(d)[d.At(4, 4)], 0);
}

// Fills by what a filled ground is: the lowest level at which each cell is its
// ground or no lower than a neighbour, found by sinking from above.
std::vector<int32_t> FilledSlowly(const Plane<int32_t>& ground) {
  const int64_t w = ground.rect().width(), h = ground.rect().height();
  std::vector<int32_t> level(static_cast<size_t>(w * h), INT32_MAX);
  const auto at = [&](int64_t x, int64_t y) -> int32_t& {
    return level[static_cast<size_t>(y * w + x)];
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int64_t y = 0; y < h; ++y) {
      for (int64_t x = 0; x < w; ++x) {
        int32_t lowest = INT32_MAX;
        const bool edge = x == 0 || y == 0 || x == w - 1 || y == h - 1;
        for (int64_t v = y - 1; !edge && v <= y + 1; ++v) {
          for (int64_t u = x - 1; u <= x + 1; ++u) {
            lowest = std::min(lowest, at(u, v));
          }
        }
        const int32_t own = *ground.At(x, y);
        const int32_t sunk = edge ? own : std::max(own, lowest);
        if (sunk >= at(x, y)) continue;
        at(x, y) = sunk;
        changed = true;
      }
    }
  }
  return level;
}

TEST(Drainage, FillsAsTheDefinitionDoes) {
  for (const uint32_t steps : {2u, 5u, 1000000u}) {
    const Plane<int32_t> ground = RoughGround(61, 47, steps);
    EXPECT_EQ(DrainageOf(ground).filled, FilledSlowly(ground)) << steps;
  }
}

TEST(Drainage, EveryCellReachesAnOutletAndNoneIsCountedTwice) {
  for (const uint32_t steps : {1u, 3u, 1000u}) {
    const Drainage d = DrainageOf(RoughGround(80, 53, steps));
    std::vector<size_t> place(d.size());
    for (size_t i = 0; i < d.order.size(); ++i) place[d.order[i]] = i;
    const auto area = DrainageArea(d);
    uint64_t out = 0;
    for (const CellIndex cell : d.order) {
      const CellIndex to = d.receiver[cell];
      if (to == Drainage::kNone) {
        out += area[cell];
        continue;
      }
      EXPECT_LT(place[to], place[cell]);
      EXPECT_LE(d.filled[to], d.filled[cell]);
    }
    EXPECT_EQ(out, d.size());
  }
}

}  // namespace
}  // namespace talus

#include "sim/flow/drainage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/flow/drainage_area.h"
#include "tests/sim/base/stopping_workers.h"
#include "tests/sim/base/thread_workers.h"
#include "tests/sim/flow/reference_drainage.h"

namespace talus {
namespace {

using ::testing::ElementsAreArray;

Plane<int32_t> Ground(int64_t width, int64_t height,
                      const std::function<int32_t(int64_t, int64_t)>& at) {
  Plane<int32_t> ground({0, 0, width, height});
  for (int64_t y = 0; y < height; ++y) {
    for (int64_t x = 0; x < width; ++x) *ground.At(x, y) = at(x, y);
  }
  return ground;
}

// Heights of so many steps; so many cells in a thousand have no data.
Plane<int32_t> RoughGround(int64_t width, int64_t height, uint32_t steps,
                           uint32_t holes) {
  return Ground(width, height, [&](int64_t x, int64_t y) {
    const auto draw = [&](uint64_t seed) {
      return CellHash(RowKey(seed, 0, 0, y), static_cast<uint32_t>(x));
    };
    return draw(8) % 1000 < holes ? Drainage::kNoData
                                  : static_cast<int32_t>(draw(7) % steps);
  });
}

TEST(Drainage, APlaneDrainsStraightDown) {
  const Plane<int32_t> plane =
      Ground(5, 8, [](int64_t, int64_t y) { return static_cast<int32_t>(y); });
  const Drainage d = *DrainageOf(plane);
  const auto area = *DrainageArea(d);
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
  const Drainage flat = *DrainageOf(with_diagonal(-41));
  EXPECT_EQ(flat.receiver[flat.At(1, 1)], flat.At(1, 0));
  const Drainage steep = *DrainageOf(with_diagonal(-42));
  EXPECT_EQ(steep.receiver[steep.At(1, 1)], steep.At(0, 0));
}

TEST(Drainage, ADepressionFillsToItsSpillAndDrainsThroughIt) {
  // A basin of ground 0 behind a rim of 50 with a gap of 20 in the east.
  const Plane<int32_t> ground = Ground(7, 7, [](int64_t x, int64_t y) {
    if (x == 0 || y == 0 || x == 6 || y == 6) return -10;
    if (x == 5 && y == 3) return 20;
    return x == 1 || y == 1 || x == 5 || y == 5 ? 50 : 0;
  });
  const Drainage d = *DrainageOf(ground);
  for (int64_t y = 2; y <= 4; ++y) {
    for (int64_t x = 2; x <= 4; ++x) EXPECT_EQ(d.filled[d.At(x, y)], 20);
  }
  EXPECT_EQ(d.filled[d.At(1, 3)], 50);
  EXPECT_EQ((*DrainageArea(d))[d.At(5, 3)], 10);
}

TEST(Drainage, CellsWithoutDataAreWhereWaterLeaves) {
  const Plane<int32_t> ground = Ground(9, 9, [](int64_t x, int64_t y) {
    if (x == 4 && y == 4) return Drainage::kNoData;
    return x == 0 || y == 0 || x == 8 || y == 8 ? 100 : 10;
  });
  const Drainage d = *DrainageOf(ground);
  EXPECT_EQ(d.order.size(), 80);
  EXPECT_EQ(d.filled[d.At(2, 2)], 10);
  EXPECT_EQ(d.filled[d.At(4, 4)], Drainage::kNoData);
  EXPECT_EQ((*DrainageArea(d))[d.At(4, 4)], 0);
}

struct Case {
  std::string name;
  Plane<int32_t> ground;
  Outlets outlets;
};

// Every kind of ground under every kind of outlets.
std::vector<Case> Cases(const std::vector<uint8_t>& given) {
  const auto rough = [](uint32_t steps, uint32_t holes) {
    return RoughGround(61, 47, steps, holes);
  };
  const auto waves = [] {
    return Ground(61, 47, [](int64_t x, int64_t y) {
      return static_cast<int32_t>((x * x / 7 + 3 * y) % 50 * (y % 13));
    });
  };
  std::vector<Case> cases;
  for (const bool edge : {true, false}) {
    for (const bool nodata : {true, false}) {
      Outlets o = {.over_edge = edge, .into_nodata = nodata};
      const std::string name = std::string(edge ? "open" : "walled") +
                               (nodata ? ", open holes, " : ", holes, ");
      cases.push_back({name + "noise", rough(1000000, 0), o});
      cases.push_back({name + "noise with holes", rough(1000000, 40), o});
      cases.push_back({name + "islands", rough(1000000, 700), o});
      cases.push_back({name + "steps", rough(3, 20), o});
      cases.push_back({name + "flat", rough(1, 0), o});
      cases.push_back({name + "flat with holes", rough(1, 300), o});
      cases.push_back({name + "waves", waves(), o});
      o.base_level = 300;
      cases.push_back({name + "waves over a sea", waves(), o});
      o.cells = given;
      cases.push_back({name + "waves with springs", waves(), o});
      cases.push_back({name + "steps with springs", rough(4, 30), o});
    }
  }
  cases.push_back({"one row", RoughGround(70, 1, 9, 0), {.over_edge = false}});
  cases.push_back(
      {"one column", RoughGround(1, 70, 9, 0), {.over_edge = false}});
  cases.push_back(
      {"two columns", RoughGround(2, 70, 9, 0), {.over_edge = false}});
  cases.push_back({"one cell", RoughGround(1, 1, 9, 0), {.over_edge = false}});
  return cases;
}

TEST(Drainage, AnswersAsTheReferenceDoes) {
  std::vector<uint8_t> given(61 * 47);
  given[700] = given[1500] = given[1501] = 1;
  for (const Case& c : Cases(given)) {
    SCOPED_TRACE(c.name);
    const Drainage d = *DrainageOf(c.ground, c.outlets);
    const ReferenceDrainage slow(c.ground, c.outlets);
    EXPECT_THAT(d.filled, ElementsAreArray(slow.level));
    EXPECT_THAT(d.receiver, ElementsAreArray(slow.receiver));
  }
}

TEST(Drainage, EveryInstructionSetGivesTheSame) {
  const Plane<int32_t> ground = RoughGround(83, 59, 40, 30);
  const Drainage d = *DrainageOf(ground);
  for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
    if (isa > BestIsa()) continue;
    const ScopedIsa scoped(isa);
    const Drainage same = *DrainageOf(ground);
    EXPECT_EQ(same.filled, d.filled);
    EXPECT_EQ(same.receiver, d.receiver);
    EXPECT_EQ(same.order, d.order);
  }
}

TEST(Drainage, EachCellFollowsItsReceiverAndAllThatDrainsThereStandsTogether) {
  for (const uint32_t steps : {1u, 3u, 1000u}) {
    const Drainage d = *DrainageOf(RoughGround(80, 53, steps, 20));
    const auto area = *DrainageArea(d);
    std::vector<size_t> place(d.size(), SIZE_MAX);
    for (size_t i = 0; i < d.order.size(); ++i) place[d.order[i]] = i;
    for (const CellIndex cell : d.order) {
      const CellIndex to = d.receiver[cell];
      if (to == Drainage::kNone) continue;
      EXPECT_LT(place[to], place[cell]);
      EXPECT_LE(place[cell] + area[cell], place[to] + area[to]);
      EXPECT_LE(d.filled[to], d.filled[cell]);
    }
    EXPECT_EQ(std::ranges::count(place, SIZE_MAX),
              std::ranges::count(d.filled, Drainage::kNoData));
  }
}

TEST(Drainage, WithinWallsTheLowestCellIsTheOutlet) {
  const Plane<int32_t> ground = Ground(9, 9, [](int64_t x, int64_t y) {
    return static_cast<int32_t>(x == 0 ? 5 : 10 + x + y);
  });
  const Drainage d = *DrainageOf(ground, {.over_edge = false});
  EXPECT_EQ(d.receiver[d.At(0, 0)], Drainage::kNone);
  EXPECT_EQ(std::ranges::count(d.receiver, Drainage::kNone), 1);
  EXPECT_EQ((*DrainageArea(d))[0], 81);
}

TEST(Drainage, LevelGroundDrainsStraightToTheNearestWayOff) {
  const Plane<int32_t> ground =
      Ground(40, 9, [](int64_t x, int64_t) { return x < 2 ? 0 : 7; });
  const Drainage d = *DrainageOf(ground, {.over_edge = false, .base_level = 0});
  for (int64_t y = 0; y < 9; ++y) {
    for (int64_t x = 2; x < 40; ++x) {
      EXPECT_EQ(d.receiver[d.At(x, y)], d.At(x - 1, y));
    }
  }
}

TEST(Drainage, IsTheSameWhoeverDrains) {
  const testing::ThreadWorkers three(3);
  const Plane<int32_t> ground = RoughGround(700, 500, 40, 30);
  const Drainage d = *DrainageOf(ground);
  const Drainage same = *DrainageOf(ground, {}, Work({}, three));
  EXPECT_EQ(same.filled, d.filled);
  EXPECT_EQ(same.receiver, d.receiver);
  EXPECT_EQ(same.order, d.order);
}

TEST(Drainage, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const auto d = DrainageOf(RoughGround(50, 50, 9, 0), {}, source.get_token());
  EXPECT_EQ(d.status().code(), absl::StatusCode::kCancelled);
}

TEST(Drainage, StopsWhereverItIsAsked) {
  const Plane<int32_t> ground = RoughGround(400, 300, 9, 30);
  int works = 0;
  for (bool stopped = true; stopped; ++works) {
    const testing::StoppingWorkers workers(works + 1);
    const auto d = DrainageOf(ground, {}, Work(workers.stop(), workers));
    stopped = workers.stop().stop_requested();
    EXPECT_EQ(d.status().code(),
              stopped ? absl::StatusCode::kCancelled : absl::StatusCode::kOk);
  }
  EXPECT_GT(works, 4);
}

TEST(Drainage, RefusesOutletsOfAnotherSize) {
  const std::vector<uint8_t> cells(24);
  const auto d = DrainageOf(RoughGround(5, 5, 9, 0), {.cells = cells});
  EXPECT_EQ(d.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Drainage, OfNothingIsNothing) {
  EXPECT_TRUE(DrainageOf(Plane<int32_t>(Rect{}))->order.empty());
}

}  // namespace
}  // namespace talus

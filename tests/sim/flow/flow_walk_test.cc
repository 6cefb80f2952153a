#include "sim/flow/flow_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "sim/base/hash.h"
#include "tests/sim/base/thread_workers.h"

namespace talus {
namespace {

// Rough land of so many steps with holes; 1 is level.
Drainage Rough(int64_t width, int64_t height, uint32_t steps) {
  Plane<int32_t> ground({0, 0, width, height});
  for (int64_t y = 0; y < height; ++y) {
    for (int64_t x = 0; x < width; ++x) {
      const uint32_t draw =
          CellHash(RowKey(3, 0, 0, y), static_cast<uint32_t>(x));
      *ground.At(x, y) = draw % 31 == 0 ? Drainage::kNoData
                                        : static_cast<int32_t>(draw % steps);
    }
  }
  return *DrainageOf(ground, {.over_edge = false});
}

TEST(FlowGraph, DonorsAreThoseThatHaveACellForAReceiver) {
  for (const bool spreads : {false, true}) {
    for (const uint32_t steps : {1u, 4u, 100000u}) {
      const Drainage d = Rough(40, 33, steps);
      const FlowGraph graph(d, spreads);
      std::vector<std::vector<CellIndex>> donors(d.size());
      for (CellIndex i = 0; i < d.size(); ++i) {
        graph.ForReceivers(i, [&](CellIndex to) { donors[to].push_back(i); });
      }
      for (CellIndex i = 0; i < d.size(); ++i) {
        std::vector<CellIndex> found;
        graph.ForDonors(i, [&](CellIndex from) { found.push_back(from); });
        std::ranges::sort(found);
        EXPECT_EQ(found, donors[i]) << i;
      }
    }
  }
}

// What every visit may rely on: a number that grows along the way.
template <FlowWay kWay>
void ExpectOrder(const Drainage& d, bool spreads, const Workers& workers) {
  const FlowGraph graph(d, spreads);
  std::vector<int> visits(d.size());
  std::vector<uint32_t> place(d.size());
  std::atomic<uint32_t> next = 1;
  ASSERT_TRUE(WalkFlow<kWay>(graph, Work({}, workers), [&](CellIndex i) {
    ++visits[i];
    place[i] = next++;
  }));
  for (CellIndex i = 0; i < d.size(); ++i) {
    EXPECT_EQ(visits[i], d.filled[i] == Drainage::kNoData ? 0 : 1) << i;
    graph.ForReceivers(i, [&](CellIndex to) {
      EXPECT_EQ(place[i] < place[to], kWay == FlowWay::kDown);
    });
  }
}

TEST(FlowWalk, VisitsEachCellOnceAndInOrderWhoeverWalks) {
  const testing::ThreadWorkers three(3);
  for (const uint32_t steps : {1u, 4u, 100000u}) {
    const Drainage d = Rough(500, 333, steps);
    for (const bool spreads : {false, true}) {
      for (const Workers* workers :
           {&kOneWorker, static_cast<const Workers*>(&three)}) {
        ExpectOrder<FlowWay::kDown>(d, spreads, *workers);
        ExpectOrder<FlowWay::kUp>(d, spreads, *workers);
      }
    }
  }
}

TEST(FlowWalk, EndsSoonAfterAStop) {
  constexpr int kMost = 1 << 16;
  const Drainage d = Rough(700, 600, 1);
  std::stop_source source;
  int visits = 0;
  EXPECT_FALSE(WalkFlow<FlowWay::kUp>(FlowGraph(d, false), source.get_token(),
                                      [&](CellIndex) {
                                        ++visits;
                                        source.request_stop();
                                      }));
  EXPECT_LE(visits, kMost);
}

}  // namespace
}  // namespace talus

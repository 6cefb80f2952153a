#include "sim/base/work.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/sim/base/thread_workers.h"

namespace talus {
namespace {

TEST(Work, DoesEachPartOnceWhoeverDoesIt) {
  const testing::ThreadWorkers three(3);
  for (const Work& work : {Work(), Work({}, three)}) {
    for (const size_t count : {0u, 1u, 65536u, 300001u}) {
      std::vector<int> times(count);
      EXPECT_TRUE(work.ForParts(count, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) ++times[i];
      }));
      EXPECT_TRUE(work.InTurn(count, [&](size_t i) { ++times[i]; }));
      EXPECT_EQ(times, std::vector<int>(count, 2));
    }
    for (const int64_t width : {1, 999, 1 << 20}) {
      std::vector<int> times(70);
      EXPECT_TRUE(work.ForRows(-30, 40, width, [&](int64_t y) {
        ++times[static_cast<size_t>(y + 30)];
      }));
      EXPECT_EQ(times, std::vector<int>(70, 1));
    }
  }
}

TEST(Work, InTurnGoesFromTheFirstToTheLast) {
  std::vector<size_t> order;
  EXPECT_TRUE(Work().InTurn(100000, [&](size_t i) { order.push_back(i); }));
  std::vector<size_t> ascending(100000);
  std::iota(ascending.begin(), ascending.end(), size_t{0});
  EXPECT_EQ(order, ascending);
}

// Of a loop of millions no more than a part is done once it is stopped.
TEST(Work, EndsSoonAfterAStop) {
  constexpr size_t kMost = 1 << 16;
  constexpr size_t kCells = kMost * 50;
  size_t done = 0;
  const auto run = [&](auto loop) {
    std::stop_source source;
    done = 0;
    const Work work(source.get_token());
    const auto step = [&](size_t cells) {
      source.request_stop();
      done += cells;
    };
    EXPECT_FALSE(loop(work, step));
    EXPECT_LE(done, kMost);
  };
  run([](const Work& w, const auto& step) {
    return w.InTurn(kCells, [&](size_t) { step(1); });
  });
  run([](const Work& w, const auto& step) {
    return w.ForParts(kCells, [&](size_t a, size_t b) { step(b - a); });
  });
  run([](const Work& w, const auto& step) {
    return w.ForRows(0, 1000, 4096, [&](int64_t) { step(4096); });
  });
}

}  // namespace
}  // namespace talus

#include "server/memory_budget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>

#include "tests/server/latch.h"

namespace talus {
namespace {

using testing::HasSubstr;

TEST(MemoryBudget, GivesWhatThereIsAndTakesItBack) {
  int64_t held = -1;
  MemoryBudget budget(100, [&held](int64_t h) { held = h; });
  {
    const auto a = budget.Acquire(60, {});
    ASSERT_TRUE(a.ok());
    const auto b = budget.Acquire(40, {});
    ASSERT_TRUE(b.ok());
    EXPECT_EQ(held, 100);
  }
  EXPECT_EQ(held, 0);
}

TEST(MemoryBudget, RefusesWhatItCanNeverGive) {
  MemoryBudget budget(100);
  const auto status = budget.Acquire(101, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr("needs 101 bytes"));
}

TEST(MemoryBudget, KeepsTheOrderSoThatALargeRequestIsNotStarved) {
  MemoryBudget budget(100);
  std::optional<MemoryBudget::Reservation> first;
  first.emplace(*budget.Acquire(60, {}));
  Latch large_asks;
  std::atomic<bool> large_has_it = false;
  std::jthread large([&] {
    large_asks.Open();
    const auto all = budget.Acquire(100, {});
    large_has_it = all.ok();
  });
  large_asks.Wait();
  std::jthread small([&] {
    const auto some = budget.Acquire(10, {});
    // Either it was asked for before the large one, or after it had its turn.
    EXPECT_TRUE(some.ok());
  });
  first.reset();
  large.join();
  EXPECT_TRUE(large_has_it);
}

TEST(MemoryBudget, StopsWaitingWhenCancelledAndLetsTheNextOneIn) {
  MemoryBudget budget(100);
  const auto first = budget.Acquire(60, {});
  std::stop_source stop;
  absl::Status large_status;
  std::jthread large(
      [&] { large_status = budget.Acquire(100, stop.get_token()).status(); });
  std::jthread small([&] { EXPECT_TRUE(budget.Acquire(10, {}).ok()); });
  stop.request_stop();
  large.join();
  small.join();
  EXPECT_EQ(large_status.code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace talus

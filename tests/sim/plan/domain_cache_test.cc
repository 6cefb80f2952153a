#include "sim/plan/domain_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "absl/status/status.h"

namespace talus {
namespace {

State Made(int32_t value) {
  State state = MakeState({Layer::kHeight}, {0, 0, 8, 8}, true);
  state.Get(Layer::kHeight)->Fill(value);
  return state;
}

int32_t ValueOf(const absl::StatusOr<State>& state) {
  return *state->Get(Layer::kHeight)->At(3, 3);
}

TEST(DomainCache, MakesADomainOnceAndTellsKeysApart) {
  DomainCache cache(1 << 20);
  int made = 0;
  const auto make = [&]() -> absl::StatusOr<State> { return Made(++made); };
  EXPECT_EQ(ValueOf(cache.Get({"a", 0}, {}, make)), 1);
  EXPECT_EQ(ValueOf(cache.Get({"a", 1}, {}, make)), 2);
  EXPECT_EQ(ValueOf(cache.Get({"b", 0}, {}, make)), 3);
  EXPECT_EQ(ValueOf(cache.Get({"a", 0}, {}, make)), 1);
  EXPECT_EQ(made, 3);
}

TEST(DomainCache, LetsGoOfTheLongestUnused) {
  const auto bytes = static_cast<int64_t>(Made(0).Get(Layer::kHeight)->bytes());
  DomainCache cache(2 * bytes);
  cache.Put({"a", 0}, Made(1));
  cache.Put({"b", 0}, Made(2));
  const auto fail = []() -> absl::StatusOr<State> {
    return absl::InternalError("made");
  };
  EXPECT_TRUE(cache.Get({"a", 0}, {}, fail).ok());
  cache.Put({"c", 0}, Made(3));
  EXPECT_EQ(cache.bytes(), 2 * bytes);
  EXPECT_TRUE(cache.Get({"a", 0}, {}, fail).ok());
  EXPECT_TRUE(cache.Get({"c", 0}, {}, fail).ok());
  EXPECT_FALSE(cache.Get({"b", 0}, {}, fail).ok());
  // What does not fit at all is handed on and not kept.
  DomainCache none(bytes - 1);
  const auto make = []() -> absl::StatusOr<State> { return Made(4); };
  EXPECT_EQ(ValueOf(none.Get({"a", 0}, {}, make)), 4);
  EXPECT_EQ(none.bytes(), 0);
}

TEST(DomainCache, OneMakesItAndTheOthersWait) {
  constexpr int kThreads = 6;
  DomainCache cache(1 << 20);
  std::atomic<int> made = 0;
  std::latch all(kThreads);
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      all.arrive_and_wait();
      const auto state =
          cache.Get({"a", 0}, {}, [&]() -> absl::StatusOr<State> {
            ++made;
            return Made(7);
          });
      if (state.ok() && ValueOf(state) == 7) ++right;
    });
  }
  threads.clear();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(right, kThreads);
}

// One who fails, as a request does that is cancelled, takes nobody along.
TEST(DomainCache, TheNextTriesWhereOneFails) {
  DomainCache cache(1 << 20);
  std::latch began(1), fail(1);
  std::jthread first([&] {
    const auto state = cache.Get({"a", 0}, {}, [&]() -> absl::StatusOr<State> {
      began.count_down();
      fail.wait();
      return absl::CancelledError("gone");
    });
    EXPECT_EQ(state.status().code(), absl::StatusCode::kCancelled);
  });
  began.wait();
  std::jthread second([&] {
    const auto state = cache.Get(
        {"a", 0}, {}, []() -> absl::StatusOr<State> { return Made(2); });
    EXPECT_TRUE(state.ok());
  });
  fail.count_down();
}

TEST(DomainCache, AWaitEndsWhenItIsStopped) {
  DomainCache cache(1 << 20);
  std::latch began(1), end(1);
  std::jthread first([&] {
    EXPECT_TRUE(cache
                    .Get({"a", 0}, {},
                         [&]() -> absl::StatusOr<State> {
                           began.count_down();
                           end.wait();
                           return Made(1);
                         })
                    .ok());
  });
  began.wait();
  std::stop_source stop;
  stop.request_stop();
  const auto state =
      cache.Get({"a", 0}, stop.get_token(),
                []() -> absl::StatusOr<State> { return Made(2); });
  EXPECT_EQ(state.status().code(), absl::StatusCode::kCancelled);
  end.count_down();
}

}  // namespace
}  // namespace talus

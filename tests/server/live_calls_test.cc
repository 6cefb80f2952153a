#include "server/live_calls.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/server/latch.h"

namespace talus {
namespace {

class FakeCall final : public LiveCall {
 public:
  void Tick(TimePoint) override { ticked.Open(); }
  void Cancel(const absl::Status& s) override {
    status = s;
    cancelled.Open();
  }
  Latch ticked;
  Latch cancelled;
  absl::Status status;
};

TEST(LiveCalls, GiveTheTimeToCalls) {
  Metrics metrics({});
  LiveCalls live(&metrics);
  const auto call = std::make_shared<FakeCall>();
  ASSERT_TRUE(live.Add(call).ok());
  call->ticked.Wait();
  live.Remove(call.get());
  EXPECT_EQ(live.size(), 0);
}

TEST(LiveCalls, RefuseNewCallsWhileTheyDrain) {
  Metrics metrics({});
  LiveCalls live(&metrics);
  live.BeginDrain();
  const auto call = std::make_shared<FakeCall>();
  EXPECT_EQ(live.Add(call).code(), absl::StatusCode::kUnavailable);
  live.Remove(call.get());
}

TEST(LiveCalls, WaitForTheLastCallToEnd) {
  Metrics metrics({});
  LiveCalls live(&metrics);
  const auto call = std::make_shared<FakeCall>();
  ASSERT_TRUE(live.Add(call).ok());
  EXPECT_FALSE(live.WaitUntilEmpty(Clock::now()));
  std::jthread end([&] { live.Remove(call.get()); });
  EXPECT_TRUE(live.WaitUntilEmpty(Clock::now() + std::chrono::hours(1)));
}

TEST(LiveCalls, CancelAllThatIsLeftAndLetNoMoreIn) {
  Metrics metrics({});
  LiveCalls live(&metrics);
  const auto call = std::make_shared<FakeCall>();
  ASSERT_TRUE(live.Add(call).ok());
  live.CancelAll();
  call->cancelled.Wait();
  EXPECT_EQ(call->status.code(), absl::StatusCode::kUnavailable);
  live.Remove(call.get());
  EXPECT_FALSE(live.Add(call).ok());
  live.Remove(call.get());
}

}  // namespace
}  // namespace talus

#include "server/coalescing_tile_source.h"

#include <gtest/gtest.h>

#include <new>
#include <thread>
#include <vector>

#include "tests/server/fake_region_maker.h"
#include "tests/server/fake_tile_source.h"
#include "tests/server/latch.h"

namespace talus {
namespace {

// A source whose work begins, and then waits for `release` or a stop.
struct SlowSource {
  FakeTileSource inner{
      [this](const TileRequest&,
             std::stop_token stop) -> absl::StatusOr<TileResult> {
        begun.Open();
        const std::stop_callback wake(stop, [this] { release.Open(); });
        release.Wait();
        if (stop.stop_requested()) return absl::CancelledError("stopped");
        return TileResult{FakeTileSource::SmallTile()};
      }};
  Latch begun;
  Latch release;
  CoalescingTileSource source{&inner};

  // A caller in a thread of its own.
  struct Caller {
    std::stop_source stop;
    absl::StatusOr<TileResult> result = absl::UnknownError("not yet");
    std::thread thread;
  };
  void Start(Caller* caller, int64_t x = 1) {
    caller->thread = std::thread([this, caller, x] {
      caller->result = source.Get(RequestOf(x), caller->stop.get_token());
    });
  }
  void WaitForCallers(int n) {
    while (source.callers() < n) std::this_thread::yield();
  }
};

TEST(CoalescingTileSource, MakesATileOnceForAllWhoAskAtOnce) {
  SlowSource slow;
  std::vector<SlowSource::Caller> callers(8);
  for (auto& caller : callers) slow.Start(&caller);
  slow.WaitForCallers(8);
  slow.release.Open();
  int joined = 0;
  for (auto& caller : callers) {
    caller.thread.join();
    ASSERT_TRUE(caller.result.ok());
    joined += caller.result->origin == TileOrigin::kJoined ? 1 : 0;
  }
  EXPECT_EQ(slow.inner.calls, 1);
  EXPECT_EQ(joined, 7);
}

TEST(CoalescingTileSource, MakesDifferentTilesApart) {
  FakeTileSource inner;
  CoalescingTileSource source(&inner);
  EXPECT_TRUE(source.Get(RequestOf(1), {}).ok());
  EXPECT_TRUE(source.Get(RequestOf(2), {}).ok());
  EXPECT_EQ(inner.calls, 2);
}

TEST(CoalescingTileSource, AFollowerThatLeavesHurtsNoOne) {
  SlowSource slow;
  SlowSource::Caller leader;
  SlowSource::Caller follower;
  slow.Start(&leader);
  slow.begun.Wait();
  slow.Start(&follower);
  slow.WaitForCallers(2);
  follower.stop.request_stop();
  follower.thread.join();
  EXPECT_EQ(follower.result.status().code(), absl::StatusCode::kCancelled);
  slow.release.Open();
  leader.thread.join();
  EXPECT_TRUE(leader.result.ok());
}

TEST(CoalescingTileSource, TheFirstOneThatLeavesHurtsNoOneEither) {
  SlowSource slow;
  SlowSource::Caller leader;
  SlowSource::Caller follower;
  slow.Start(&leader);
  slow.begun.Wait();
  slow.Start(&follower);
  slow.WaitForCallers(2);
  leader.stop.request_stop();
  slow.release.Open();
  leader.thread.join();
  follower.thread.join();
  EXPECT_TRUE(follower.result.ok());
  EXPECT_EQ(slow.inner.calls, 1);
}

TEST(CoalescingTileSource, StopsTheWorkWhenAllHaveLeft) {
  SlowSource slow;
  SlowSource::Caller leader;
  SlowSource::Caller follower;
  slow.Start(&leader);
  slow.begun.Wait();
  slow.Start(&follower);
  slow.WaitForCallers(2);
  leader.stop.request_stop();
  follower.stop.request_stop();
  leader.thread.join();
  follower.thread.join();
  EXPECT_EQ(leader.result.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(follower.result.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(slow.source.callers(), 0);
}

TEST(CoalescingTileSource, GivesTheLongestDeadlineToTheWork) {
  TimePoint deadline;
  FakeTileSource inner([&](const TileRequest& request,
                           std::stop_token) -> absl::StatusOr<TileResult> {
    deadline = request.deadline;
    return TileResult{FakeTileSource::SmallTile()};
  });
  CoalescingTileSource source(&inner);
  TileRequest request = RequestOf(1);
  request.deadline = Clock::now() + std::chrono::seconds(1);
  ASSERT_TRUE(source.Get(request, {}).ok());
  EXPECT_EQ(deadline, TimePoint::max());
}

TEST(CoalescingTileSource, TellsAllWhoWaitWhenMemoryRunsOut) {
  FakeTileSource inner(
      [](const TileRequest&, std::stop_token) -> absl::StatusOr<TileResult> {
        throw std::bad_alloc();
      });
  CoalescingTileSource source(&inner);
  EXPECT_EQ(source.Get(RequestOf(1), {}).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(source.callers(), 0);
}

}  // namespace
}  // namespace talus

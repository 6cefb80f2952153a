#include "server/worker_lane.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "tests/server/latch.h"

namespace talus {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A lane of one thread, which is kept busy until `release` opens.
struct BusyLane {
  explicit BusyLane(int max_waiting) : lane({"test", 1, max_waiting}) {
    EXPECT_TRUE(lane.Submit(
                        [this](Duration) {
                          begun.Open();
                          release.Wait();
                        },
                        {})
                    .ok());
    begun.Wait();
  }
  ~BusyLane() { release.Open(); }

  Latch begun;
  Latch release;
  WorkerLane lane;
};

TEST(WorkerLane, WhoRestsMakesRoomForOthers) {
  Latch others_ran;
  std::atomic<int> most_working = 0;
  {
    WorkerLane lane({"test", 1, 8, 2}, [&](int, int working) {
      most_working = std::max(most_working.load(), working);
    });
    // Each of the first two waits for the third, which needs their places.
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE(lane.Submit(
                          [&](Duration) {
                            const WorkerLane::Rest rest(&lane);
                            others_ran.Wait();
                          },
                          {})
                      .ok());
    }
    ASSERT_TRUE(lane.Submit([&](Duration) { others_ran.Open(); }, {}).ok());
  }
  EXPECT_LE(most_working, 3) << "all may go on at once, but are no more";
}

TEST(WorkerLane, WhereNobodyMayRestTheThreadKeepsItsPlace) {
  std::atomic<bool> other_ran = false;
  {
    WorkerLane lane({"test", 1, 8, 0});
    ASSERT_TRUE(
        lane.Submit(
                [&](Duration) {
                  const WorkerLane::Rest rest(&lane);
                  EXPECT_TRUE(
                      lane.Submit([&](Duration) { other_ran = true; }, {})
                          .ok());
                  EXPECT_FALSE(other_ran);
                },
                {})
            .ok());
  }
  EXPECT_TRUE(other_ran);
}

TEST(WorkerLane, RunsJobsInTheOrderTheyCame) {
  std::vector<int> order;
  {
    BusyLane busy(3);
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(
          busy.lane.Submit([&order, i](Duration) { order.push_back(i); }, {})
              .ok());
    }
    busy.release.Open();
  }
  EXPECT_THAT(order, ElementsAre(0, 1, 2));
}

TEST(WorkerLane, RefusesAtOnceWhereTheLineIsFull) {
  BusyLane busy(2);
  EXPECT_TRUE(busy.lane.Submit([](Duration) {}, {}).ok());
  EXPECT_TRUE(busy.lane.Submit([](Duration) {}, {}).ok());
  const absl::Status status = busy.lane.Submit([](Duration) {}, {});
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("1 test requests work and 2 wait"));
}

TEST(WorkerLane, CountsFreeThreadsAsRoom) {
  WorkerLane lane({"test", 2, 0});
  Latch release;
  EXPECT_TRUE(lane.Submit([&](Duration) { release.Wait(); }, {}).ok());
  EXPECT_TRUE(lane.Submit([&](Duration) { release.Wait(); }, {}).ok());
  EXPECT_EQ(lane.Submit([](Duration) {}, {}).code(),
            absl::StatusCode::kResourceExhausted);
  release.Open();
}

TEST(WorkerLane, DropsAJobWhoseStopIsRequestedWhileItWaits) {
  bool ran = false;
  auto held = std::make_shared<int>(1);
  {
    BusyLane busy(1);
    std::stop_source stop;
    ASSERT_TRUE(
        busy.lane
            .Submit([&ran, held](Duration) { ran = true; }, stop.get_token())
            .ok());
    EXPECT_EQ(held.use_count(), 2);
    stop.request_stop();
    EXPECT_EQ(held.use_count(), 1) << "the place in line is free again";
    EXPECT_TRUE(busy.lane.Submit([](Duration) {}, {}).ok());
  }
  EXPECT_FALSE(ran);
}

TEST(WorkerLane, DoesNotQueueAJobThatIsStoppedAlready) {
  bool ran = false;
  {
    BusyLane busy(1);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(
        busy.lane.Submit([&ran](Duration) { ran = true; }, stop.get_token())
            .ok());
  }
  EXPECT_FALSE(ran);
}

TEST(WorkerLane, TellsHowManyWaitAndWork) {
  std::atomic<int> most_working = 0;
  std::atomic<int> last_waiting = -1;
  std::atomic<int> last_working = -1;
  {
    WorkerLane lane({"test", 2, 8}, [&](int waiting, int working) {
      last_waiting = waiting;
      last_working = working;
      most_working = std::max(most_working.load(), working);
    });
    for (int i = 0; i < 8; ++i) {
      EXPECT_TRUE(lane.Submit([](Duration) {}, {}).ok());
    }
  }
  EXPECT_LE(most_working, 2);
  EXPECT_EQ(last_waiting, 0);
  EXPECT_EQ(last_working, 0);
}

}  // namespace
}  // namespace talus

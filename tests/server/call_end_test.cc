#include "server/call_end.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

using std::chrono::milliseconds;

TEST(CheckDeadline, HoldsFromTheDeadlineOn) {
  const TimePoint now = Clock::now();
  EXPECT_TRUE(CheckDeadline(now + milliseconds(1), now).ok());
  EXPECT_EQ(CheckDeadline(now, now).code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_TRUE(CheckDeadline(TimePoint::max(), now).ok());
}

TEST(GoneStatus, TellsACancelFromADeadlineByTheClientsClock) {
  const TimePoint now = Clock::now();
  struct Case {
    TimePoint deadline;
    absl::StatusCode code;
  };
  for (const Case& c : {
           Case{TimePoint::max(), absl::StatusCode::kCancelled},
           Case{now + milliseconds(500), absl::StatusCode::kCancelled},
           Case{now + milliseconds(5), absl::StatusCode::kDeadlineExceeded},
           Case{now - milliseconds(5), absl::StatusCode::kDeadlineExceeded},
       }) {
    EXPECT_EQ(GoneStatus(c.deadline, now).code(), c.code);
  }
}

}  // namespace
}  // namespace talus

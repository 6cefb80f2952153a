#include "client/exit_code.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(ExitCode, EveryKindOfFailureHasItsNumber) {
  struct Case {
    absl::StatusCode code;
    int number;
  };
  for (const Case& c : {
           Case{absl::StatusCode::kOk, 0},
           Case{absl::StatusCode::kInternal, 1},
           Case{absl::StatusCode::kUnknown, 1},
           Case{absl::StatusCode::kInvalidArgument, 2},
           Case{absl::StatusCode::kOutOfRange, 2},
           Case{absl::StatusCode::kFailedPrecondition, 2},
           Case{absl::StatusCode::kDataLoss, 3},
           Case{absl::StatusCode::kUnavailable, 4},
           Case{absl::StatusCode::kDeadlineExceeded, 4},
           Case{absl::StatusCode::kNotFound, 5},
           Case{absl::StatusCode::kPermissionDenied, 5},
           Case{absl::StatusCode::kAborted, 5},
           Case{absl::StatusCode::kResourceExhausted, 6},
           Case{absl::StatusCode::kCancelled, 130},
       }) {
    EXPECT_EQ(static_cast<int>(ExitCodeOf(absl::Status(c.code, "why"))),
              c.number)
        << absl::StatusCodeToString(c.code);
  }
}

}  // namespace
}  // namespace talus

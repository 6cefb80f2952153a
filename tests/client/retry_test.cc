#include "client/retry.h"

#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include <thread>

namespace talus {
namespace {

constexpr RetryOptions kQuick = {.tries = 3,
                                 .first_wait = std::chrono::milliseconds(1),
                                 .longest_wait = std::chrono::milliseconds(2)};

TEST(Retry, TriesAgainWhatMayPassUntilTheTriesAreUsedUp) {
  Retry retry(kQuick);
  const absl::Status away = absl::UnavailableError("away");
  EXPECT_TRUE(retry.Next(away, {}).ok());
  EXPECT_TRUE(retry.Next(absl::DataLossError("broken"), {}).ok());
  EXPECT_EQ(retry.Next(away, {}),
            absl::UnavailableError("away (after 3 tries)"));
}

TEST(Retry, NewsBeginTheCountAgain) {
  Retry retry(kQuick);
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(retry.Next(absl::UnavailableError("away"), {}).ok());
    retry.Reset();
  }
}

TEST(Retry, WhatIsFinalComesOutAtOnce) {
  Retry retry(kQuick);
  EXPECT_EQ(retry.Next(absl::InvalidArgumentError("bad"), {}),
            absl::InvalidArgumentError("bad"));
}

TEST(Retry, ACancelThatNobodyHereAskedForIsAServerThatGoesAway) {
  Retry retry(kQuick);
  const absl::Status cancelled = absl::CancelledError("CANCELLED");
  EXPECT_TRUE(retry.Next(cancelled, {}).ok());
  EXPECT_TRUE(retry.Next(cancelled, {}).ok());
  EXPECT_EQ(retry.Next(cancelled, {}),
            absl::UnavailableError("the server broke the call off: CANCELLED "
                                   "(after 3 tries)"));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(Retry(kQuick).Next(cancelled, stop.get_token()),
            absl::CancelledError("stopped"));
}

TEST(Retry, AStopEndsTheWait) {
  Retry retry({.tries = 3,
               .first_wait = std::chrono::hours(1),
               .longest_wait = std::chrono::hours(1)});
  std::stop_source stop;
  std::jthread stopper([&] { stop.request_stop(); });
  EXPECT_EQ(retry.Next(absl::UnavailableError("away"), stop.get_token()).code(),
            absl::StatusCode::kCancelled);
}

TEST(Retry, StatusOfCallsKeepsCodeAndMessage) {
  EXPECT_EQ(FromGrpc(grpc::Status(grpc::StatusCode::OUT_OF_RANGE, "far")),
            absl::OutOfRangeError("far"));
}

}  // namespace
}  // namespace talus

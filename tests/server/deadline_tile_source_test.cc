#include "server/deadline_tile_source.h"

#include <gtest/gtest.h>

#include "tests/server/fake_tile_source.h"

namespace talus {
namespace {

TEST(DeadlineTileSource, DoesNoWorkForARequestThatIsLate) {
  FakeTileSource inner;
  DeadlineTileSource source(&inner);
  TileRequest request = RequestOf(1);
  request.deadline = Clock::now() - std::chrono::milliseconds(1);
  EXPECT_EQ(source.Get(request, {}).status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(inner.calls, 0);
}

TEST(DeadlineTileSource, PassesRequestsInTimeOn) {
  FakeTileSource inner;
  DeadlineTileSource source(&inner);
  EXPECT_TRUE(source.Get(RequestOf(1), {}).ok());
}

TEST(DeadlineTileSource, TellsADeadlineFromACancel) {
  for (const bool late : {false, true}) {
    TileRequest request = RequestOf(1);
    request.deadline =
        late ? Clock::now() + std::chrono::milliseconds(5) : TimePoint::max();
    FakeTileSource inner(
        [&](const TileRequest&, std::stop_token) -> absl::StatusOr<TileResult> {
          while (late && Clock::now() < request.deadline) {
          }
          return absl::CancelledError("stopped");
        });
    DeadlineTileSource source(&inner);
    EXPECT_EQ(source.Get(request, {}).status().code(),
              late ? absl::StatusCode::kDeadlineExceeded
                   : absl::StatusCode::kCancelled);
  }
}

}  // namespace
}  // namespace talus

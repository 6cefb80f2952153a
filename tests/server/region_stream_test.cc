#include "server/region_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "server/messages.h"
#include "server/worker_lane.h"
#include "tests/server/latch.h"

namespace talus {
namespace {

using testing::ElementsAre;

// Records what is written; the test says when a write is through.
class FakeTransport final : public StreamTransport {
 public:
  void StartWrite(const grpc::ByteBuffer& message) override {
    v1::StreamRegionResponse event;
    ASSERT_TRUE(Parse(message, &event).ok());
    ASSERT_FALSE(in_flight);
    ASSERT_FALSE(finished);
    in_flight = true;
    events.push_back(event);
  }
  void Finish(const absl::Status& s) override {
    ASSERT_FALSE(in_flight);
    ASSERT_FALSE(finished);
    finished = true;
    status = s;
  }
  void Abort() override { ++aborts; }

  std::vector<v1::StreamRegionResponse> events;
  bool in_flight = false;
  bool finished = false;
  int aborts = 0;
  absl::Status status;
};

struct Stream {
  explicit Stream(const StreamOptions& options = {}) {
    stream = std::make_unique<RegionStream>(
        options,
        std::make_shared<CallTrace>(Method::kStreamRegion, "peer", &metrics,
                                    &log),
        transport);
  }
  // Ends the write in flight.
  void WriteDone(const absl::Status& status = absl::OkStatus()) {
    transport->in_flight = false;
    stream->OnWriteDone(status);
  }
  void WriteAll() {
    while (transport->in_flight) WriteDone();
  }
  std::vector<std::string> Kinds() const {
    std::vector<std::string> kinds;
    for (const auto& event : transport->events) {
      switch (event.event_case()) {
        case v1::StreamRegionResponse::kAccepted:
          kinds.push_back("accepted");
          break;
        case v1::StreamRegionResponse::kProgress:
          kinds.push_back("progress");
          break;
        case v1::StreamRegionResponse::kTile:
          kinds.push_back("tile");
          break;
        default:
          kinds.push_back("summary");
      }
    }
    return kinds;
  }

  Metrics metrics{{}};
  AccessLog log{[](const std::string&) {}};
  WorkerLane lane{{"test", 1, 0}};
  std::shared_ptr<FakeTransport> transport = std::make_shared<FakeTransport>();
  std::unique_ptr<RegionStream> stream;
};

EncodedTilePtr TileOf(int64_t bytes) {
  auto tile = std::make_shared<EncodedTile>();
  tile->data = std::string(static_cast<size_t>(bytes), 'x');
  return tile;
}

TEST(RegionStream, WritesInOrderOneAtATime) {
  Stream s;
  s.stream->SetAccepted({});
  EXPECT_TRUE(s.transport->events.empty());
  s.stream->Begin();
  ASSERT_TRUE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
  s.stream->Succeed({});
  EXPECT_THAT(s.Kinds(), ElementsAre("accepted"));
  s.WriteAll();
  EXPECT_THAT(s.Kinds(),
              ElementsAre("accepted", "tile", "progress", "summary"));
  EXPECT_TRUE(s.transport->finished);
  EXPECT_TRUE(s.transport->status.ok());
}

TEST(RegionStream, TellsThatAllIsDoneBeforeTheSummary) {
  Stream s;
  v1::Accepted accepted;
  accepted.mutable_plan()->set_cell_passes(500);
  s.stream->SetAccepted(accepted);
  s.stream->Begin();
  v1::Summary summary;
  summary.set_tiles(4);
  s.stream->Succeed(summary);
  s.WriteAll();
  const v1::Progress& progress = s.transport->events[1].progress();
  EXPECT_EQ(progress.cell_passes_done(), 500u);
  EXPECT_EQ(progress.cell_passes_total(), 500u);
  EXPECT_EQ(progress.tiles_done(), 4u);
  EXPECT_EQ(progress.remaining_s(), 0);
}

TEST(RegionStream, KeepsTheChunksOfATileTogether) {
  StreamOptions options;
  options.progress_period = Duration::zero();
  Stream s(options);
  s.stream->SetAccepted({});
  s.stream->Begin();
  ASSERT_TRUE(
      s.stream->PushTile(TileOf(3 * kPayloadBytes), true, &s.lane).ok());
  s.WriteDone();  // of accepted: the first chunk is on its way
  s.stream->Advance(1, 10);
  s.WriteAll();
  EXPECT_THAT(s.Kinds(),
              ElementsAre("accepted", "tile", "tile", "tile", "progress"));
}

TEST(RegionStream, HoldsTheMakerBackWhileTheLineIsFull) {
  StreamOptions options;
  options.ready_tiles = 2;
  Stream s(options);
  s.stream->SetAccepted({});
  s.stream->Begin();
  ASSERT_TRUE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
  ASSERT_TRUE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
  Latch asked;
  std::atomic<bool> pushed = false;
  std::jthread maker([&] {
    asked.Open();
    ASSERT_TRUE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
    pushed = true;
  });
  asked.Wait();
  EXPECT_FALSE(pushed);
  s.WriteDone();  // accepted; the first tile is in flight and counts still
  EXPECT_FALSE(pushed);
  s.WriteDone();  // the first tile
  maker.join();
  EXPECT_TRUE(pushed);
}

TEST(RegionStream, LetsATileThroughThatIsLargerThanTheLine) {
  StreamOptions options;
  options.ready_bytes = 10;
  Stream s(options);
  EXPECT_TRUE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
}

TEST(RegionStream, FreesAMakerThatWaitsWhenItIsCancelled) {
  StreamOptions options;
  options.ready_tiles = 1;
  Stream s(options);
  s.stream->SetAccepted({});
  s.stream->Begin();
  ASSERT_TRUE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
  absl::Status pushed;
  std::jthread maker(
      [&] { pushed = s.stream->PushTile(TileOf(100), true, &s.lane); });
  s.stream->Cancel(absl::CancelledError("gone"));
  maker.join();
  EXPECT_EQ(pushed.code(), absl::StatusCode::kCancelled);
  EXPECT_TRUE(s.stream->stop_token().stop_requested());
}

TEST(RegionStream, FinishesACancelledStreamWhenTheWriteInFlightIsThrough) {
  Stream s;
  s.stream->SetAccepted({});
  s.stream->Begin();
  ASSERT_TRUE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
  s.stream->Cancel(absl::DeadlineExceededError("late"));
  s.stream->Cancel(absl::CancelledError("and gone"));
  EXPECT_FALSE(s.transport->finished);
  s.WriteDone();
  EXPECT_TRUE(s.transport->finished);
  EXPECT_EQ(s.transport->status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_THAT(s.Kinds(), ElementsAre("accepted"));
}

TEST(RegionStream, WritesNothingAfterItsEnd) {
  Stream s;
  s.stream->Cancel(absl::CancelledError("gone"));
  EXPECT_TRUE(s.transport->finished);
  s.stream->Begin();
  EXPECT_FALSE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
  s.stream->Succeed({});
  s.stream->Tick(Clock::now() + std::chrono::hours(1));
  EXPECT_TRUE(s.transport->events.empty());
}

TEST(RegionStream, EndsWhenAWriteFails) {
  Stream s;
  s.stream->SetAccepted({});
  s.stream->Begin();
  s.WriteDone(absl::CancelledError("the client has gone"));
  EXPECT_TRUE(s.transport->finished);
  EXPECT_EQ(s.transport->status.code(), absl::StatusCode::kCancelled);
}

TEST(RegionStream, BreaksOffAReaderThatTakesNothing) {
  StreamOptions options;
  options.write_stall = std::chrono::seconds(60);
  Stream s(options);
  s.stream->SetAccepted({});
  s.stream->Begin();
  const TimePoint now = Clock::now();
  s.stream->Tick(now + std::chrono::seconds(59));
  EXPECT_EQ(s.transport->aborts, 0);
  s.stream->Tick(now + std::chrono::seconds(61));
  EXPECT_EQ(s.transport->aborts, 1);
  s.WriteDone(absl::CancelledError("broken off"));
  EXPECT_EQ(s.transport->status.code(), absl::StatusCode::kResourceExhausted);
}

TEST(RegionStream, BreaksOffAWriteThatHangsAfterACancel) {
  Stream s;
  s.stream->SetAccepted({});
  s.stream->Begin();
  s.stream->Cancel(absl::UnavailableError("stopping"));
  s.stream->Tick(Clock::now());
  EXPECT_EQ(s.transport->aborts, 0);
  s.stream->Tick(Clock::now() + std::chrono::seconds(2));
  EXPECT_EQ(s.transport->aborts, 1);
}

TEST(RegionStream, ShowsThatItLivesWhenThereIsNoNews) {
  StreamOptions options;
  options.heartbeat = Duration::zero();
  Stream s(options);
  s.stream->SetAccepted({});
  s.stream->Begin();
  s.WriteDone();
  EXPECT_THAT(s.Kinds(), ElementsAre("accepted", "progress"));
  EXPECT_LT(s.transport->events[1].progress().remaining_s(), 0);
}

TEST(RegionStream, CountsReadyBytesDownToZero) {
  Stream s;
  s.stream->SetAccepted({});
  s.stream->Begin();
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(s.stream->PushTile(TileOf(100), true, &s.lane).ok());
  }
  EXPECT_EQ(s.metrics.ready_bytes(), 300);
  s.WriteDone();
  s.stream->Cancel(absl::CancelledError("gone"));
  EXPECT_EQ(s.metrics.ready_bytes(), 100) << "that in flight";
  s.WriteDone();
  EXPECT_EQ(s.metrics.ready_bytes(), 0);
}

}  // namespace
}  // namespace talus

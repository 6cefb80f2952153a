#include "client/terrain_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "client/mosaic.h"
#include "tests/client/fake_terrain_service.h"

namespace talus {
namespace {

constexpr RetryOptions kQuick = {.tries = 4,
                                 .first_wait = std::chrono::milliseconds(1),
                                 .longest_wait = std::chrono::milliseconds(2)};
constexpr Rect kRegion = {-70, 3, 130,
                          100};  // 5 by 2 tiles, clipped at the rim
constexpr int kTiles = 10;

class TerrainClientTest : public testing::Test {
 protected:
  absl::StatusOr<TerrainClient::StreamResult> Stream(
      std::stop_token stop = {}) {
    v1::StreamRegionRequest request;
    *request.mutable_spec()->mutable_region() = ToMessage(kRegion);
    request.mutable_spec()->add_layers(v1::LAYER_HEIGHT);
    request.mutable_spec()->add_layers(v1::LAYER_WATER);
    return TerrainClient(service_.address(), kQuick)
        .StreamRegion(request, mosaic_, std::move(stop),
                      [](int64_t, int64_t) {});
  }

  void ExpectWholeRegion() {
    EXPECT_TRUE(mosaic_.CheckComplete().ok()) << mosaic_.CheckComplete();
    const auto heights = mosaic_.View(Layer::kHeight, kRegion);
    const auto water = mosaic_.View(Layer::kWater, kRegion);
    for (int64_t y = 0; y < kRegion.height(); ++y) {
      for (int64_t x = 0; x < kRegion.width(); ++x) {
        const int64_t place = (kRegion.x0 + x) * 1000 + kRegion.y0 + y;
        ASSERT_EQ(heights.Row(y)[x], place + v1::LAYER_HEIGHT);
        ASSERT_EQ(water.Row(y)[x], place + v1::LAYER_WATER);
      }
    }
  }

  FakeTerrainService service_;
  Mosaic mosaic_ =
      Mosaic::Make(kRegion, {Layer::kHeight, Layer::kWater}, 1 << 30, "")
          .value();
};

TEST_F(TerrainClientTest, AStreamBringsEveryTile) {
  const auto result = Stream();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->attempts, 1);
  EXPECT_EQ(result->summary.cell_passes(), 100u);
  ExpectWholeRegion();
}

TEST_F(TerrainClientTest, ABrokenStreamIsAskedAgainAndNoTileComesTwice) {
  // Each of the first streams breaks later than the one before.
  service_.before_event = [](int stream, int event, auto&, auto&) {
    return stream < 6 && event == 3 + 3 * stream
               ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "broke")
               : grpc::Status::OK;
  };
  const auto result = Stream();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->attempts, 7);
  ExpectWholeRegion();
}

TEST_F(TerrainClientTest, AStreamThatTheServerCancelsIsAskedAgain) {
  service_.before_event = [](int stream, int event, auto&, auto&) {
    return stream < 2 && event == 6 * stream
               ? grpc::Status(grpc::StatusCode::CANCELLED, "CANCELLED")
               : grpc::Status::OK;
  };
  const auto result = Stream();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->attempts, 3);
  ExpectWholeRegion();
}

TEST_F(TerrainClientTest, AStreamWithoutASummaryIsAskedAgain) {
  service_.before_event = [](int stream, int, v1::StreamRegionResponse& message,
                             auto&) {
    if (stream == 0 && message.has_summary()) message.clear_event();
    return grpc::Status::OK;
  };
  const auto result = Stream();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->attempts, 2);
  ExpectWholeRegion();
}

TEST_F(TerrainClientTest, ATileThatCameBrokenIsAskedAgain) {
  service_.before_event = [](int stream, int event,
                             v1::StreamRegionResponse& message, auto&) {
    if (stream == 0 && event == 8)
      (*message.mutable_tile()->mutable_data())[5] ^= 1;
    return grpc::Status::OK;
  };
  const auto result = Stream();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->attempts, 2);
  ExpectWholeRegion();
}

TEST_F(TerrainClientTest, TilesThatNeverComeAreDataLoss) {
  service_.before_event = [](int, int event, v1::StreamRegionResponse& message,
                             auto&) {
    if (event == 8) message.clear_event();
    return grpc::Status::OK;
  };
  const auto result = Stream();
  EXPECT_EQ(result.status(),
            absl::DataLossError("the stream brought 19 of 20 tiles"));
  static_assert(2 * kTiles == 20);
}

TEST_F(TerrainClientTest, GivesUpWhenNothingNewComes) {
  service_.before_event = [](int, int, auto&, auto&) {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "draining");
  };
  EXPECT_EQ(Stream().status(),
            absl::UnavailableError("draining (after 4 tries)"));
  EXPECT_EQ(service_.streams(), 4);
}

TEST_F(TerrainClientTest, ErrorsThatCannotPassComeOutAtOnce) {
  service_.before_event = [](int, int, auto&, auto&) {
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "too large");
  };
  EXPECT_EQ(Stream().status(), absl::ResourceExhaustedError("too large"));
  EXPECT_EQ(service_.streams(), 1);
}

TEST_F(TerrainClientTest, BitsOfTwoVersionsAreNotMixed) {
  service_.before_event = [](int stream, int event,
                             v1::StreamRegionResponse& message, auto&) {
    if (event == 5 && stream == 0)
      return grpc::Status(grpc::StatusCode::UNAVAILABLE, "broke");
    if (event == 0 && stream == 1)
      message.mutable_accepted()->mutable_plan()->set_engine_version(2);
    return grpc::Status::OK;
  };
  EXPECT_EQ(Stream().status(),
            absl::FailedPreconditionError(
                "the server's engine version went from 1 to 2 between two "
                "tries; begin again"));
}

TEST_F(TerrainClientTest, AStopInMidStreamCancelsTheCall) {
  std::mutex mutex;
  std::condition_variable changed;
  bool waiting = false;
  service_.before_event = [&](int, int event, auto&,
                              grpc::ServerContext& context) {
    if (event < 5) return grpc::Status::OK;
    {
      const std::lock_guard lock(mutex);
      waiting = true;
    }
    changed.notify_all();
    while (!context.IsCancelled()) std::this_thread::yield();
    return grpc::Status(grpc::StatusCode::CANCELLED, "cancelled");
  };
  std::stop_source stop;
  std::jthread stopper([&] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return waiting; });
    stop.request_stop();
  });
  EXPECT_EQ(Stream(stop.get_token()).status().code(),
            absl::StatusCode::kCancelled);
}

TEST_F(TerrainClientTest, AStopBeforeTheCallAsksNothing) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(Stream(stop.get_token()).status().code(),
            absl::StatusCode::kCancelled);
}

TEST_F(TerrainClientTest, UnaryCallsAreTriedAgainToo) {
  service_.before_call = [](int call) {
    return call < 2 ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "away")
                    : grpc::Status::OK;
  };
  v1::GetTileRequest request;
  request.set_tile_x(-2);
  request.set_tile_y(5);
  request.set_layer(v1::LAYER_HEIGHT);
  const auto tile =
      TerrainClient(service_.address(), kQuick).GetTile(request, {});
  ASSERT_TRUE(tile.ok()) << tile.status();
  EXPECT_EQ(tile->rect, (Rect{-128, 320, -64, 384}));
  EXPECT_EQ(service_.calls(), 3);
}

TEST(TerrainClient, AServerThatIsNotThereIsUnavailable) {
  std::string address;
  {
    const FakeTerrainService gone;
    address = gone.address();
  }
  const absl::Status status =
      TerrainClient(address, kQuick).GetCapabilities({}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("(after 4 tries)"));
}

}  // namespace
}  // namespace talus

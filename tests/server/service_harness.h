#ifndef TALUS_TESTS_SERVER_SERVICE_HARNESS_H_
#define TALUS_TESTS_SERVER_SERVICE_HARNESS_H_

#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server/talus_server.h"
#include "sim/base/digest.h"
#include "talus/v1/terrain.grpc.pb.h"
#include "tests/server/fake_region_maker.h"

namespace talus {

// What a stream brought, put together again and checked on the way: order,
// sizes, digests.
struct StreamResult {
  grpc::Status status;
  v1::Accepted accepted;
  v1::Summary summary;
  bool has_summary = false;
  int progress_events = 0;
  size_t largest_message = 0;
  struct Tile {
    v1::TileChunk header;  // of the first chunk, without data
    std::string data;
  };
  std::vector<Tile> tiles;  // one a layer, as they came
};

// Takes one event in.
inline void Collect(const v1::StreamRegionResponse& event,
                    StreamResult* result) {
  result->largest_message =
      std::max(result->largest_message, event.ByteSizeLong());
  ASSERT_FALSE(result->has_summary) << "the summary is last";
  switch (event.event_case()) {
    case v1::StreamRegionResponse::kAccepted:
      result->accepted = event.accepted();
      break;
    case v1::StreamRegionResponse::kProgress:
      ++result->progress_events;
      break;
    case v1::StreamRegionResponse::kTile: {
      const v1::TileChunk& chunk = event.tile();
      if (chunk.offset_bytes() == 0) {
        result->tiles.push_back({chunk, chunk.data()});
        result->tiles.back().header.clear_data();
      } else {
        ASSERT_FALSE(result->tiles.empty());
        ASSERT_EQ(result->tiles.back().data.size(), chunk.offset_bytes());
        result->tiles.back().data += chunk.data();
      }
      if (result->tiles.back().data.size() == chunk.total_bytes()) {
        EXPECT_EQ(Sha256Hex(result->tiles.back().data), ToHex(chunk.digest()));
      }
      break;
    }
    case v1::StreamRegionResponse::kSummary:
      result->summary = event.summary();
      result->has_summary = true;
      break;
    default:
      ADD_FAILURE() << "an event of no kind";
  }
}

inline StreamResult ReadStream(v1::TerrainService::Stub* stub,
                               const v1::StreamRegionRequest& request,
                               grpc::ClientContext* context) {
  StreamResult result;
  const auto reader = stub->StreamRegion(context, request);
  v1::StreamRegionResponse event;
  while (reader->Read(&event)) Collect(event, &result);
  result.status = reader->Finish();
  return result;
}

inline v1::Recipe SomeRecipe() {
  v1::Recipe recipe;
  recipe.add_stages()->mutable_plane()->set_base_m(100);
  return recipe;
}

inline v1::StreamRegionRequest SomeRegion(int64_t width, int64_t height) {
  v1::StreamRegionRequest request;
  *request.mutable_spec()->mutable_recipe() = SomeRecipe();
  request.mutable_spec()->mutable_region()->set_width(width);
  request.mutable_spec()->mutable_region()->set_height(height);
  request.set_format(v1::SAMPLE_FORMAT_NATIVE);
  return request;
}

inline v1::GetTileRequest SomeTile(int64_t x, int64_t y) {
  v1::GetTileRequest request;
  *request.mutable_recipe() = SomeRecipe();
  request.set_tile_x(x);
  request.set_tile_y(y);
  request.set_format(v1::SAMPLE_FORMAT_NATIVE);
  return request;
}

// A server on a free port of the loopback and a client of it.
class ServiceHarness {
 public:
  static ServerOptions TestOptions() {
    ServerOptions options;
    options.listen = {"127.0.0.1:0"};
    options.metrics_listen = "";  // its end takes two seconds
    options.engine.tiling.threads = 2;
    options.memory_budget_bytes = int64_t{8} << 30;
    options.drain = std::chrono::seconds(60);
    return options;
  }

  explicit ServiceHarness(std::unique_ptr<RegionMaker> maker,
                          const ServerOptions& options = TestOptions())
      : log_([this](const std::string& line) {
          std::lock_guard lock(mutex_);
          lines_.push_back(line);
        }) {
    auto server = TalusServer::Start(options, std::move(maker), &log_);
    EXPECT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    stub_ = NewStub();
  }

  // A client with a connection of its own.
  std::unique_ptr<v1::TerrainService::Stub> NewStub() const {
    grpc::ChannelArguments arguments;
    arguments.SetInt("talus.test.channel", next_channel_++);
    return v1::TerrainService::NewStub(grpc::CreateCustomChannel(
        address(), grpc::InsecureChannelCredentials(), arguments));
  }

  v1::TerrainService::Stub& stub() { return *stub_; }
  TalusServer& server() { return *server_; }
  std::string address() const { return server_->addresses().front(); }
  std::vector<std::string> lines() const {
    std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  static inline std::atomic<int> next_channel_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
  AccessLog log_;
  std::unique_ptr<TalusServer> server_;
  std::unique_ptr<v1::TerrainService::Stub> stub_;
};

}  // namespace talus

#endif  // TALUS_TESTS_SERVER_SERVICE_HARNESS_H_

#ifndef TALUS_TESTS_CLIENT_FAKE_TERRAIN_SERVICE_H_
#define TALUS_TESTS_CLIENT_FAKE_TERRAIN_SERVICE_H_

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "talus/v1/terrain.grpc.pb.h"
#include "wire/region_messages.h"

namespace talus {

// A service whose tiles of 64 by 64 cells hold their own place, and whose
// streams and calls the test can break. Listens on a port of its own.
class FakeTerrainService : public v1::TerrainService::Service {
 public:
  using Writer = grpc::ServerWriter<v1::StreamRegionResponse>;

  FakeTerrainService() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }
  ~FakeTerrainService() override {
    server_->Shutdown(std::chrono::system_clock::now());
  }

  std::string address() const { return absl::StrCat("127.0.0.1:", port_); }

  // Called before each event of a stream with the number of the stream (from 0)
  // and of the event; what is not OK ends the stream with it.
  std::function<grpc::Status(int stream, int event,
                             v1::StreamRegionResponse& message,
                             grpc::ServerContext& context)>
      before_event = [](int, int, auto&, auto&) { return grpc::Status::OK; };
  std::function<grpc::Status(int call)> before_call = [](int) {
    return grpc::Status::OK;
  };

  static v1::TileChunk Tile(v1::Layer layer, const Rect& rect) {
    std::string bytes;
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      for (int64_t x = rect.x0; x < rect.x1; ++x) {
        const auto word = static_cast<int32_t>(x * 1000 + y + layer);
        bytes.append(reinterpret_cast<const char*>(&word), sizeof(word));
      }
    }
    Sha256 hash;
    hash.Update(bytes);
    const Sha256Digest digest = hash.Finish();
    v1::TileChunk chunk;
    chunk.set_layer(layer);
    *chunk.mutable_rect() = ToMessage(rect);
    chunk.set_format(v1::SAMPLE_FORMAT_NATIVE);
    chunk.set_total_bytes(bytes.size());
    chunk.set_digest(std::string(digest.begin(), digest.end()));
    chunk.set_data(bytes);
    return chunk;
  }

  grpc::Status StreamRegion(grpc::ServerContext* context,
                            const v1::StreamRegionRequest* request,
                            Writer* writer) override {
    const int stream = streams_++;
    int event = 0;
    for (v1::StreamRegionResponse& message : Events(*request)) {
      const grpc::Status status =
          before_event(stream, event++, message, *context);
      if (!status.ok()) return status;
      writer->Write(message);
    }
    return grpc::Status::OK;
  }

  grpc::Status GetTile(grpc::ServerContext*, const v1::GetTileRequest* request,
                       v1::GetTileResponse* response) override {
    const grpc::Status status = before_call(calls_++);
    const int64_t x = request->tile_x() * 64, y = request->tile_y() * 64;
    *response->mutable_tile() =
        Tile(request->layer(), Rect{x, y, x + 64, y + 64});
    return status;
  }

  grpc::Status PlanRegion(grpc::ServerContext*,
                          const v1::PlanRegionRequest* request,
                          v1::PlanRegionResponse* response) override {
    *response = plan;
    return before_call(calls_++);
  }

  v1::PlanRegionResponse plan;
  int streams() const { return streams_; }
  int calls() const { return calls_; }

 private:
  static std::vector<v1::StreamRegionResponse> Events(
      const v1::StreamRegionRequest& request) {
    std::vector<v1::StreamRegionResponse> events(2);
    const Rect region =
        RectFromMessage(request.spec().region(), "region").value();
    const Rect tiles = BlocksOf(region, 64);
    events[0].mutable_accepted()->set_tiles(
        static_cast<uint64_t>(tiles.area()));
    events[0].mutable_accepted()->mutable_plan()->set_engine_version(1);
    events[1].mutable_progress()->set_cell_passes_total(100);
    for (int64_t ty = tiles.y0; ty < tiles.y1; ++ty) {
      for (int64_t tx = tiles.x0; tx < tiles.x1; ++tx) {
        const Rect rect =
            Intersect(CellsOf({tx, ty, tx + 1, ty + 1}, 64), region);
        for (const int layer : request.spec().layers()) {
          *events.emplace_back().mutable_tile() =
              Tile(static_cast<v1::Layer>(layer), rect);
        }
      }
    }
    events.emplace_back().mutable_summary()->set_cell_passes(100);
    return events;
  }

  int port_ = 0;
  std::atomic<int> streams_{0};
  std::atomic<int> calls_{0};
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace talus

#endif  // TALUS_TESTS_CLIENT_FAKE_TERRAIN_SERVICE_H_

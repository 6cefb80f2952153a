#ifndef TALUS_SERVER_TERRAIN_SERVICE_H_
#define TALUS_SERVER_TERRAIN_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <stop_token>

#include "server/call_trace.h"
#include "server/live_calls.h"
#include "server/memory_budget.h"
#include "server/region_call.h"
#include "server/region_maker.h"
#include "server/region_work.h"
#include "server/server_options.h"
#include "server/tile_source.h"
#include "server/unary_call.h"
#include "server/worker_lane.h"
#include "talus/v1/terrain.grpc.pb.h"

namespace talus {

// What the service works with; all of it outlives the service.
struct ServiceParts {
  RegionMaker* maker = nullptr;
  TileSource* tiles = nullptr;
  MemoryBudget* memory = nullptr;
  WorkerLane* plan_lane = nullptr;
  WorkerLane* tile_lane = nullptr;
  WorkerLane* region_lane = nullptr;
  LiveCalls* live = nullptr;
  Metrics* metrics = nullptr;
  AccessLog* log = nullptr;
};

// The TerrainService of terrain.proto. Its methods run on gRPC's few threads,
// so they only read the request and put work in line: first to be checked and
// planned, then to be made. Messages are bytes, for tiles to be sent without
// copies.
class TerrainService final
    : public v1::TerrainService::WithRawCallbackMethod_GetCapabilities<
          v1::TerrainService::WithRawCallbackMethod_PlanRegion<
              v1::TerrainService::WithRawCallbackMethod_StreamRegion<
                  v1::TerrainService::WithRawCallbackMethod_GetTile<
                      v1::TerrainService::Service>>>> {
 public:
  TerrainService(const ServerOptions& options, const ServiceParts& parts);

  grpc::ServerUnaryReactor* GetCapabilities(
      grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
      grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* PlanRegion(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* StreamRegion(
      grpc::CallbackServerContext* context,
      const grpc::ByteBuffer* request) override;
  grpc::ServerUnaryReactor* GetTile(grpc::CallbackServerContext* context,
                                    const grpc::ByteBuffer* request,
                                    grpc::ByteBuffer* response) override;

 private:
  CallTracePtr Trace(Method method,
                     const grpc::CallbackServerContext& context) const;

  // On the plan lane:
  absl::StatusOr<grpc::ByteBuffer> Plan(const v1::PlanRegionRequest& request,
                                        const std::stop_token& stop,
                                        CallTrace* trace) const;
  absl::StatusOr<RegionWork> Prepare(const v1::StreamRegionRequest& request,
                                     const std::stop_token& stop,
                                     CallTrace* trace) const;
  absl::Status AdmitRegion(const v1::StreamRegionRequest& request,
                           const std::shared_ptr<RegionStream>& stream,
                           const CallTracePtr& trace) const;
  absl::Status AdmitTile(const v1::GetTileRequest& request,
                         const std::shared_ptr<UnaryCall>& call,
                         const CallTracePtr& trace) const;

  // On the tile lane:
  absl::StatusOr<grpc::ByteBuffer> Tile(const TileRequest& request,
                                        const std::string& if_none_match,
                                        std::stop_token stop,
                                        CallTrace* trace) const;

  const ServerOptions options_;
  const ServiceParts parts_;
};

}  // namespace talus

#endif  // TALUS_SERVER_TERRAIN_SERVICE_H_

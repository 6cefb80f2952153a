#ifndef TALUS_CLIENT_TERRAIN_CLIENT_H_
#define TALUS_CLIENT_TERRAIN_CLIENT_H_

#include <memory>
#include <stop_token>
#include <string>

#include "absl/status/statusor.h"
#include "client/retry.h"
#include "client/tile_assembler.h"
#include "talus/v1/terrain.grpc.pb.h"

namespace talus {

// Calls a TerrainService. Thread-safe. Every call may be tried again, because
// equal questions have equal answers; UNAVAILABLE comes out when all tries
// failed, CANCELLED within milliseconds of `stop` and never without it, all
// else at once.
class TerrainClient {
 public:
  // `address`: "host:port" or "unix:path". Does not connect yet.
  explicit TerrainClient(const std::string& address,
                         const RetryOptions& options = {});

  absl::StatusOr<v1::GetCapabilitiesResponse> GetCapabilities(
      const std::stop_token& stop);
  absl::StatusOr<v1::PlanRegionResponse> PlanRegion(
      const v1::PlanRegionRequest& request, const std::stop_token& stop);
  // A whole tile in NATIVE words, its digest checked. `request.format` is set
  // here.
  absl::StatusOr<OwnedTile> GetTile(v1::GetTileRequest request,
                                    const std::stop_token& stop);

  struct StreamResult {
    v1::Accepted accepted;
    v1::Summary summary;
    int attempts = 1;  // streams that it took
  };
  // Streams a region into `sink`: each tile once, its digest checked, however
  // many streams it takes. `request.format` is set here. DATA_LOSS where tiles
  // are missing at the end; FAILED_PRECONDITION where the server changed its
  // engine version between two tries.
  absl::StatusOr<StreamResult> StreamRegion(v1::StreamRegionRequest request,
                                            TileSink& sink,
                                            const std::stop_token& stop,
                                            const ProgressFn& progress);

 private:
  struct StreamState;

  template <typename Request, typename Response>
  absl::StatusOr<Response> Call(
      grpc::Status (v1::TerrainService::Stub::*method)(grpc::ClientContext*,
                                                       const Request&,
                                                       Response*),
      const Request& request, const std::stop_token& stop);
  absl::Status StreamOnce(const v1::StreamRegionRequest& request,
                          StreamState& state, const std::stop_token& stop);

  const RetryOptions options_;
  const std::unique_ptr<v1::TerrainService::Stub> stub_;
};

}  // namespace talus

#endif  // TALUS_CLIENT_TERRAIN_CLIENT_H_

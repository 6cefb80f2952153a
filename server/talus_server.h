#ifndef TALUS_SERVER_TALUS_SERVER_H_
#define TALUS_SERVER_TALUS_SERVER_H_

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/access_log.h"
#include "server/caching_tile_source.h"
#include "server/coalescing_tile_source.h"
#include "server/deadline_tile_source.h"
#include "server/live_calls.h"
#include "server/local_tile_source.h"
#include "server/memory_budget.h"
#include "server/metered_tile_source.h"
#include "server/metrics.h"
#include "server/metrics_endpoint.h"
#include "server/region_maker.h"
#include "server/server_options.h"
#include "server/socket_name.h"
#include "server/terrain_service.h"
#include "server/unknown_method.h"
#include "server/worker_lane.h"

namespace talus {

// The whole server: what it is composed of, its listeners and its end.
class TalusServer {
 public:
  // Listens and serves. INVALID_ARGUMENT where an address cannot be listened
  // on. `log` outlives the server.
  static absl::StatusOr<std::unique_ptr<TalusServer>> Start(
      const ServerOptions& options, std::unique_ptr<RegionMaker> maker,
      AccessLog* log);
  // Ends what is left at once.
  ~TalusServer();
  TalusServer(const TalusServer&) = delete;
  TalusServer& operator=(const TalusServer&) = delete;

  // Addresses as clients need them, with the ports that were found.
  const std::vector<std::string>& addresses() const { return addresses_; }
  // Empty where there is none.
  std::string metrics_address() const;
  Metrics& metrics() { return metrics_; }

  // Tells health checks that it stops, refuses new calls, waits for those at
  // work as long as the options say, and ends the rest. Blocks. Afterwards
  // nothing is served.
  void Drain();
  // Ends all calls, so that a Drain that waits returns.
  void Hurry();

 private:
  TalusServer(const ServerOptions& options, std::unique_ptr<RegionMaker> maker,
              AccessLog* log);
  absl::Status Listen();
  absl::Status BindAll(grpc::ServerBuilder* builder);

  const ServerOptions options_;
  AccessLog* const log_;
  Metrics metrics_;
  LiveCalls live_;
  MemoryBudget memory_;
  const std::unique_ptr<RegionMaker> maker_;
  LocalTileSource local_;
  CachingTileSource cache_;
  CoalescingTileSource coalesced_;
  DeadlineTileSource in_time_;
  MeteredTileSource tiles_;
  std::unique_ptr<WorkerLane> plan_lane_;
  std::unique_ptr<WorkerLane> tile_lane_;
  std::unique_ptr<WorkerLane> region_lane_;
  std::unique_ptr<TerrainService> service_;
  UnknownMethod unknown_method_;
  std::unique_ptr<grpc::Server> server_;
  std::vector<std::string> addresses_;
  std::vector<std::unique_ptr<SocketName>> socket_names_;
  std::unique_ptr<MetricsEndpoint> endpoint_;
};

}  // namespace talus

#endif  // TALUS_SERVER_TALUS_SERVER_H_

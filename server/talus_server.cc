#include "server/talus_server.h"

#include <grpc/grpc.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/listen_failure.h"
#include "sim/base/status_macros.h"
#include "wire/address.h"

namespace talus {
namespace {

// How long cancelled calls get to end.
constexpr Duration kEndPatience = std::chrono::seconds(2);
// How long watches of the health service and connections get to end.
constexpr Duration kGoodbye = std::chrono::milliseconds(500);

int Milliseconds(Duration d) {
  return static_cast<int>(
      std::chrono::duration_cast<std::chrono::milliseconds>(d).count());
}

std::unique_ptr<WorkerLane> MakeLane(const LaneOptions& options,
                                     Metrics* metrics) {
  return std::make_unique<WorkerLane>(
      options, [metrics, name = options.name](int waiting, int working) {
        metrics->SetDepth(name, waiting, working);
      });
}

void Configure(const ServerOptions& options, grpc::ServerBuilder* builder) {
  builder->SetMaxReceiveMessageSize(static_cast<int>(kMessageBytes));
  builder->SetMaxSendMessageSize(static_cast<int>(kMessageBytes));
  // Two servers on one port would each get some of the calls.
  builder->AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder->AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                              options.max_streams_per_connection);
  builder->AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, 16 << 10);
  builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                              Milliseconds(options.max_connection_age));
  builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS,
                              Milliseconds(options.connection_age_grace));
  // Finds peers that went without a word. Clients may ping three times as
  // often as the server does.
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder->AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10'000);
  builder->AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 2);
}

// `address` with the port that was found for it.
std::string WithPort(const std::string& address, int port) {
  if (SocketPathOf(address)) return address;
  return absl::StrCat(address.substr(0, address.rfind(':')), ":", port);
}

absl::Status CannotListenAt(const std::string& address,
                            const std::optional<std::string>& cause) {
  return CannotListen("listen", address, cause,
                      "a free HOST:PORT or unix:PATH");
}

}  // namespace

absl::StatusOr<std::unique_ptr<TalusServer>> TalusServer::Start(
    const ServerOptions& options, std::unique_ptr<RegionMaker> maker,
    AccessLog* log) {
  std::unique_ptr<TalusServer> server(
      new TalusServer(options, std::move(maker), log));
  TALUS_RETURN_IF_ERROR(server->Listen());
  return server;
}

TalusServer::TalusServer(const ServerOptions& options,
                         std::unique_ptr<RegionMaker> maker, AccessLog* log)
    : options_(options),
      log_(log),
      metrics_({options.plan_lane.name, options.tile_lane.name,
                options.region_lane.name}),
      live_(&metrics_),
      memory_(options.memory_budget_bytes,
              [this](int64_t held) {
                metrics_.SetMemory(held, options_.memory_budget_bytes);
              }),
      maker_(std::move(maker)),
      local_(maker_.get(), &memory_, options.limits, &metrics_),
      cache_(&local_, options.tile_cache_bytes),
      coalesced_(&cache_),
      in_time_(&coalesced_),
      tiles_(&in_time_, &metrics_),
      plan_lane_(MakeLane(options.plan_lane, &metrics_)),
      tile_lane_(MakeLane(options.tile_lane, &metrics_)),
      region_lane_(MakeLane(options.region_lane, &metrics_)) {
  metrics_.SetMemory(0, options_.memory_budget_bytes);
  ServiceParts parts;
  parts.maker = maker_.get();
  parts.tiles = &tiles_;
  parts.memory = &memory_;
  parts.plan_lane = plan_lane_.get();
  parts.tile_lane = tile_lane_.get();
  parts.region_lane = region_lane_.get();
  parts.live = &live_;
  parts.metrics = &metrics_;
  parts.log = log_;
  service_ = std::make_unique<TerrainService>(options_, parts);
}

absl::Status TalusServer::Listen() {
  // gRPC's own end, at its last user's, may wait ten seconds for a poller that
  // has nothing to do. So it stays up as long as the process.
  static const bool kept = (grpc_init(), true);
  static_cast<void>(kept);
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  Configure(options_, &builder);
  builder.RegisterService(service_.get());
  builder.RegisterCallbackGenericService(&unknown_method_);
  TALUS_RETURN_IF_ERROR(BindAll(&builder));
  server_->GetHealthCheckService()->SetServingStatus(
      std::string(v1::TerrainService::service_full_name()), true);
  if (!options_.metrics_listen.empty()) {
    TALUS_ASSIGN_OR_RETURN(
        endpoint_, MetricsEndpoint::Open(options_.metrics_listen, metrics_));
  }
  return absl::OkStatus();
}

absl::Status TalusServer::BindAll(grpc::ServerBuilder* builder) {
  const std::vector<std::string>& wanted = options_.listen;
  std::vector<std::string> bound(wanted);
  std::vector<int> ports(wanted.size(), 0);
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (const auto path = SocketPathOf(wanted[i])) {
      bound[i] = "unix:" + SocketName::UnusedBeside(*path);
    }
    builder->AddListeningPort(bound[i], grpc::InsecureServerCredentials(),
                              &ports[i]);
  }
  server_ = builder->BuildAndStart();
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (ports[i] == 0) return CannotListenAt(wanted[i], WhyNotListen(bound[i]));
  }
  if (server_ == nullptr) return absl::InternalError("gRPC does not start");
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (const auto path = SocketPathOf(wanted[i])) {
      auto name = SocketName::Take(*SocketPathOf(bound[i]), *path);
      if (!name.ok()) {
        return CannotListenAt(wanted[i], std::string(name.status().message()));
      }
      socket_names_.push_back(*std::move(name));
    }
    addresses_.push_back(WithPort(wanted[i], ports[i]));
  }
  return absl::OkStatus();
}

TalusServer::~TalusServer() {
  Hurry();
  Drain();
  endpoint_.reset();
  // Jobs in line put jobs in the next line, and use the service.
  plan_lane_.reset();
  tile_lane_.reset();
  region_lane_.reset();
}

std::string TalusServer::metrics_address() const {
  return endpoint_ == nullptr ? "" : endpoint_->address();
}

void TalusServer::Drain() {
  if (server_ == nullptr) return;
  server_->GetHealthCheckService()->Shutdown();
  live_.BeginDrain();
  if (!live_.WaitUntilEmpty(Clock::now() + options_.drain)) {
    live_.CancelAll();
    if (!live_.WaitUntilEmpty(Clock::now() + kEndPatience)) {
      log_->Event("error", absl::StrCat(live_.size(), " calls did not end"));
    }
  }
  socket_names_.clear();  // while the sockets live, no other has their inodes
  server_->Shutdown(std::chrono::system_clock::now() + kGoodbye);
  server_->Wait();
  server_.reset();
}

void TalusServer::Hurry() { live_.CancelAll(); }

}  // namespace talus

#include "client/terrain_client.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

std::shared_ptr<grpc::Channel> Connect(const std::string& address) {
  grpc::ChannelArguments arguments;
  // The client has its own waits; the channel should not add longer ones.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 1000);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 2000);
  // A server that vanished without a word is noticed; a living one sends events
  // every 10 s.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 60000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20000);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                   arguments);
}

}  // namespace

// What is kept from try to try.
struct TerrainClient::StreamState {
  TileSink& sink;
  const ProgressFn& progress;
  std::set<std::tuple<Layer, int64_t, int64_t>> received;
  std::optional<v1::Accepted> accepted;
  v1::Summary summary;
  bool ended = false;  // the summary came

  absl::Status OnAccepted(const v1::Accepted& now);
  absl::Status OnTile(const OwnedTile& tile);
};

absl::Status TerrainClient::StreamState::OnAccepted(const v1::Accepted& now) {
  if (accepted &&
      accepted->plan().engine_version() != now.plan().engine_version()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the server's engine version went from ",
        accepted->plan().engine_version(), " to ", now.plan().engine_version(),
        " between two tries; begin again"));
  }
  accepted = now;
  return absl::OkStatus();
}

absl::Status TerrainClient::StreamState::OnTile(const OwnedTile& tile) {
  if (!received.emplace(tile.layer, tile.rect.x0, tile.rect.y0).second) {
    return absl::OkStatus();
  }
  return sink.OnTile(tile.View());
}

TerrainClient::TerrainClient(const std::string& address,
                             const RetryOptions& options)
    : options_(options), stub_(v1::TerrainService::NewStub(Connect(address))) {}

template <typename Request, typename Response>
absl::StatusOr<Response> TerrainClient::Call(
    grpc::Status (v1::TerrainService::Stub::*method)(grpc::ClientContext*,
                                                     const Request&, Response*),
    const Request& request, const std::stop_token& stop) {
  Retry retry(options_);
  while (true) {
    grpc::ClientContext context;
    const std::stop_callback cancel(stop, [&] { context.TryCancel(); });
    Response response;
    const grpc::Status status = (*stub_.*method)(&context, request, &response);
    if (status.ok()) return response;
    TALUS_RETURN_IF_ERROR(retry.Next(FromGrpc(status), stop));
  }
}

absl::StatusOr<v1::GetCapabilitiesResponse> TerrainClient::GetCapabilities(
    const std::stop_token& stop) {
  return Call(&v1::TerrainService::Stub::GetCapabilities,
              v1::GetCapabilitiesRequest(), stop);
}

absl::StatusOr<v1::PlanRegionResponse> TerrainClient::PlanRegion(
    const v1::PlanRegionRequest& request, const std::stop_token& stop) {
  return Call(&v1::TerrainService::Stub::PlanRegion, request, stop);
}

absl::StatusOr<OwnedTile> TerrainClient::GetTile(v1::GetTileRequest request,
                                                 const std::stop_token& stop) {
  request.set_format(v1::SAMPLE_FORMAT_NATIVE);
  TALUS_ASSIGN_OR_RETURN(
      const v1::GetTileResponse response,
      Call(&v1::TerrainService::Stub::GetTile, request, stop));
  TileAssembler assembler;
  TALUS_ASSIGN_OR_RETURN(std::optional<OwnedTile> tile,
                         assembler.Add(response.tile()));
  if (!tile) return absl::DataLossError("GetTile sent a part of a tile");
  return *std::move(tile);
}

absl::Status TerrainClient::StreamOnce(const v1::StreamRegionRequest& request,
                                       StreamState& state,
                                       const std::stop_token& stop) {
  grpc::ClientContext context;
  const std::stop_callback cancel(stop, [&] { context.TryCancel(); });
  const auto reader = stub_->StreamRegion(&context, request);
  TileAssembler assembler;
  absl::Status status;
  v1::StreamRegionResponse event;
  while (status.ok() && reader->Read(&event)) {
    if (event.has_accepted()) {
      status = state.OnAccepted(event.accepted());
    } else if (event.has_progress()) {
      state.progress(
          static_cast<int64_t>(event.progress().cell_passes_done()),
          static_cast<int64_t>(event.progress().cell_passes_total()));
    } else if (event.has_tile()) {
      absl::StatusOr<std::optional<OwnedTile>> added =
          assembler.Add(event.tile());
      status = added.status();
      const std::optional<OwnedTile> tile =
          added.ok() ? *std::move(added) : std::nullopt;
      if (tile.has_value()) status = state.OnTile(*tile);
    } else if (event.has_summary()) {
      state.summary = event.summary();
      state.ended = true;
    }
  }
  if (!status.ok()) context.TryCancel();
  const grpc::Status end = reader->Finish();
  if (!status.ok()) return status;
  if (!end.ok()) return FromGrpc(end);
  if (!state.ended) {
    return absl::UnavailableError("the stream ended without a summary");
  }
  return absl::OkStatus();
}

absl::StatusOr<TerrainClient::StreamResult> TerrainClient::StreamRegion(
    v1::StreamRegionRequest request, TileSink& sink,
    const std::stop_token& stop, const ProgressFn& progress) {
  request.set_format(v1::SAMPLE_FORMAT_NATIVE);
  StreamState state{sink, progress, {}, {}, {}, false};
  Retry retry(options_);
  StreamResult result;
  while (true) {
    const size_t before = state.received.size();
    state.ended = false;
    const absl::Status status = StreamOnce(request, state, stop);
    if (status.ok()) break;
    if (state.received.size() > before) retry.Reset();
    TALUS_RETURN_IF_ERROR(retry.Next(status, stop));
    ++result.attempts;
  }
  if (!state.accepted) {
    return absl::DataLossError("the stream did not say what it accepted");
  }
  result.accepted = *std::move(state.accepted);
  result.summary = std::move(state.summary);
  const uint64_t layers =
      static_cast<uint64_t>(std::max(1, request.spec().layers_size()));
  if (state.received.size() != result.accepted.tiles() * layers) {
    return absl::DataLossError(
        absl::StrCat("the stream brought ", state.received.size(), " of ",
                     result.accepted.tiles() * layers, " tiles"));
  }
  return result;
}

}  // namespace talus

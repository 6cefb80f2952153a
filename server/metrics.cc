#include "server/metrics.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "server/status_conversion.h"
#include "server/version.h"
#include "sim/base/isa.h"
#include "sim/stage/registry.h"

namespace talus {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;
using prometheus::Histogram;

constexpr std::array<absl::string_view, kMethodCount> kMethods = {
    "GetCapabilities", "PlanRegion", "StreamRegion", "GetTile"};
constexpr std::array<const char*, kRejectionCount> kRejections = {
    "invalid", "over_limit", "full", "draining"};
constexpr std::array<const char*, 3> kOrigins = {"computed", "memory",
                                                 "joined"};

// 1 ms to 1000 s, two to the decade.
const Histogram::BucketBoundaries& Seconds() {
  static const auto* bounds = new Histogram::BucketBoundaries{
      0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000};
  return *bounds;
}

double InSeconds(Duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

absl::string_view MethodName(Method method) {
  return kMethods[static_cast<size_t>(method)];
}

Metrics::Metrics(const std::vector<std::string>& lanes)
    : registry_(std::make_shared<prometheus::Registry>()) {
  MakeMethods();
  MakeLanes(lanes);
  MakeTiles();
  MakeWork();
  MakeBuildInfo();
}

void Metrics::MakeMethods() {
  auto& started = BuildCounter()
                      .Name("grpc_server_started_total")
                      .Help("Calls begun.")
                      .Register(*registry_);
  auto& handled = BuildCounter()
                      .Name("grpc_server_handled_total")
                      .Help("Calls ended, by status code.")
                      .Register(*registry_);
  auto& received = BuildCounter()
                       .Name("grpc_server_msg_received_total")
                       .Help("Messages received.")
                       .Register(*registry_);
  auto& sent = BuildCounter()
                   .Name("grpc_server_msg_sent_total")
                   .Help("Messages sent.")
                   .Register(*registry_);
  auto& seconds = BuildHistogram()
                      .Name("grpc_server_handling_seconds")
                      .Help("Time from a call's begin to its end.")
                      .Register(*registry_);
  for (int i = 0; i < kMethodCount; ++i) {
    const auto method = static_cast<Method>(i);
    const prometheus::Labels labels = {
        {"grpc_type",
         method == Method::kStreamRegion ? "server_stream" : "unary"},
        {"grpc_service", "talus.v1.TerrainService"},
        {"grpc_method", std::string(MethodName(method))}};
    MethodSeries& series = methods_[static_cast<size_t>(i)];
    series.started = &started.Add(labels);
    series.received = &received.Add(labels);
    series.sent = &sent.Add(labels);
    series.seconds = &seconds.Add(labels, Seconds());
    for (size_t code = 0; code < series.handled.size(); ++code) {
      prometheus::Labels with_code = labels;
      with_code["grpc_code"] = CodeName(static_cast<absl::StatusCode>(code));
      series.handled[code] = &handled.Add(with_code);
    }
  }
  auto& rejected = BuildCounter()
                       .Name("talus_rejected_total")
                       .Help("Requests turned away before any work.")
                       .Register(*registry_);
  for (size_t i = 0; i < rejected_.size(); ++i) {
    rejected_[i] = &rejected.Add({{"reason", kRejections[i]}});
  }
  live_calls_ = &BuildGauge()
                     .Name("talus_live_calls")
                     .Help("Calls that have not ended.")
                     .Register(*registry_)
                     .Add({});
}

void Metrics::MakeLanes(const std::vector<std::string>& lanes) {
  auto& queued = BuildHistogram()
                     .Name("talus_queue_seconds")
                     .Help("Time in line before the work began.")
                     .Register(*registry_);
  auto& depth = BuildGauge()
                    .Name("talus_queue_depth")
                    .Help("Requests that wait in line.")
                    .Register(*registry_);
  auto& working = BuildGauge()
                      .Name("talus_working")
                      .Help("Requests that work.")
                      .Register(*registry_);
  for (const std::string& lane : lanes) {
    const prometheus::Labels labels = {{"lane", lane}};
    lanes_[lane] = {&queued.Add(labels, Seconds()), &depth.Add(labels),
                    &working.Add(labels)};
  }
}

void Metrics::MakeTiles() {
  auto& tiles = BuildCounter()
                    .Name("talus_tiles_total")
                    .Help("Tiles of GetTile, by where they came from.")
                    .Register(*registry_);
  auto& seconds =
      BuildHistogram()
          .Name("talus_tile_seconds")
          .Help("Time a tile of GetTile took, by where it came from.")
          .Register(*registry_);
  for (size_t i = 0; i < kOrigins.size(); ++i) {
    const prometheus::Labels labels = {{"source", kOrigins[i]}};
    tiles_[i] = &tiles.Add(labels);
    tile_seconds_[i] = &seconds.Add(labels, Seconds());
  }
  streamed_tiles_ = &BuildCounter()
                         .Name("talus_streamed_tiles_total")
                         .Help("Layers of tiles made for streams.")
                         .Register(*registry_)
                         .Add({});
  first_tile_seconds_ =
      &BuildHistogram()
           .Name("talus_first_tile_seconds")
           .Help("Time from a stream's begin to its first tile.")
           .Register(*registry_)
           .Add({}, Seconds());
  last_tile_time_ = &BuildGauge()
                         .Name("talus_last_tile_timestamp_seconds")
                         .Help("When the last tile was made, in Unix time.")
                         .Register(*registry_)
                         .Add({});
  ready_bytes_ = &BuildGauge()
                      .Name("talus_stream_ready_bytes")
                      .Help("Bytes of tiles that wait for slow readers.")
                      .Register(*registry_)
                      .Add({});
}

void Metrics::MakeWork() {
  auto& passes = BuildCounter()
                     .Name("talus_cell_passes_total")
                     .Help("Cell updates done, halo included, by stage.")
                     .Register(*registry_);
  for (const RegistryRow& row : Registry()) {
    const std::string stage(row.name);
    cell_passes_[stage] = &passes.Add({{"stage", stage}});
  }
  auto& planned = BuildCounter()
                      .Name("talus_planned_cell_passes_total")
                      .Help("Cell updates of begun requests, by plan.")
                      .Register(*registry_);
  with_halo_ = &planned.Add({{"part", "all"}});
  core_ = &planned.Add({{"part", "core"}});
  halo_ratio_ =
      &BuildGauge()
           .Name("talus_halo_overhead_ratio")
           .Help("Planned cell updates over those without halo, since start.")
           .Register(*registry_)
           .Add({});
  auto& memory =
      BuildGauge()
          .Name("talus_memory_budget_bytes")
          .Help("Memory of requests: what they hold and what there is.")
          .Register(*registry_);
  memory_held_ = &memory.Add({{"state", "held"}});
  memory_budget_ = &memory.Add({{"state", "limit"}});
}

void Metrics::MakeBuildInfo() {
  BuildGauge()
      .Name("talus_build_info")
      .Help("Versions; always 1.")
      .Register(*registry_)
      .Add({{"version", std::string(kServerVersion)},
            {"engine_version", absl::StrCat(kEngineVersion)},
            {"isa", std::string(IsaName(ActiveIsa()))}})
      .Set(1);
}

void Metrics::OnStarted(Method method) {
  methods_[static_cast<size_t>(method)].started->Increment();
}

void Metrics::OnHandled(Method method, absl::StatusCode code, Duration took) {
  MethodSeries& series = methods_[static_cast<size_t>(method)];
  series.handled[static_cast<size_t>(code)]->Increment();
  series.seconds->Observe(InSeconds(took));
}

void Metrics::OnMessageReceived(Method method) {
  methods_[static_cast<size_t>(method)].received->Increment();
}

void Metrics::OnMessageSent(Method method) {
  methods_[static_cast<size_t>(method)].sent->Increment();
}

void Metrics::OnRejected(Rejection why) {
  rejected_[static_cast<size_t>(why)]->Increment();
}

void Metrics::OnQueued(const std::string& lane, Duration waited) {
  lanes_.at(lane).queued->Observe(InSeconds(waited));
}

void Metrics::SetDepth(const std::string& lane, int waiting, int working) {
  lanes_.at(lane).waiting->Set(waiting);
  lanes_.at(lane).working->Set(working);
}

void Metrics::OnTile(TileOrigin origin, Duration took) {
  tiles_[static_cast<size_t>(origin)]->Increment();
  tile_seconds_[static_cast<size_t>(origin)]->Observe(InSeconds(took));
  last_tile_time_->SetToCurrentTime();
}

void Metrics::OnStreamedTile() {
  streamed_tiles_->Increment();
  last_tile_time_->SetToCurrentTime();
}

void Metrics::OnFirstTile(Duration after) {
  first_tile_seconds_->Observe(InSeconds(after));
}

void Metrics::AddReadyBytes(int64_t bytes) {
  ready_bytes_->Increment(static_cast<double>(bytes));
}

int64_t Metrics::ready_bytes() const {
  return static_cast<int64_t>(ready_bytes_->Value());
}

void Metrics::AddCellPasses(const std::string& stage, double cell_passes) {
  if (const auto it = cell_passes_.find(stage); it != cell_passes_.end()) {
    it->second->Increment(cell_passes);
  }
}

void Metrics::AddCorePasses(double with_halo, double core) {
  with_halo_->Increment(with_halo);
  core_->Increment(core);
  if (core_->Value() > 0)
    halo_ratio_->Set(with_halo_->Value() / core_->Value());
}

void Metrics::SetMemory(int64_t held, int64_t budget) {
  memory_held_->Set(static_cast<double>(held));
  memory_budget_->Set(static_cast<double>(budget));
}

void Metrics::SetLiveCalls(int calls) { live_calls_->Set(calls); }

}  // namespace talus

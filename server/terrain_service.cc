#include "server/terrain_service.h"

#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/capabilities.h"
#include "server/messages.h"
#include "server/request_check.h"
#include "server/status_conversion.h"
#include "sim/base/status_macros.h"
#include "wire/region_messages.h"

namespace talus {
namespace {

// Puts `work` in line, where it gives up its place when `stop` is requested.
// RESOURCE_EXHAUSTED, and counted, where the line is full.
absl::Status PutInLine(WorkerLane* lane, const CallTracePtr& trace,
                       const std::stop_token& stop,
                       std::function<void()> work) {
  absl::Status status = lane->Submit(
      [lane, trace, work = std::move(work)](Duration waited) {
        trace->OnQueued(lane->options().name, waited);
        work();
      },
      stop);
  if (!status.ok()) trace->OnRejected(Rejection::kFull);
  return status;
}

// Counts an answer that is not the server's fault.
absl::Status Rejected(absl::Status status, CallTrace* trace) {
  if (absl::IsResourceExhausted(status)) {
    trace->OnRejected(Rejection::kOverLimit);
  } else if (!status.ok() && !absl::IsCancelled(status)) {
    trace->OnRejected(Rejection::kInvalid);
  }
  return status;
}

void AnswerWith(UnaryCall* call,
                const std::function<absl::StatusOr<grpc::ByteBuffer>()>& work) {
  absl::StatusOr<grpc::ByteBuffer> answer = absl::CancelledError();
  const absl::Status done = CatchOutOfMemory([&] {
    answer = work();
    return answer.status();
  });
  if (!done.ok()) answer = done;
  call->Answer(answer);
}

v1::RegionPlan PlanMessage(const RegionPlan& plan,
                           const CanonicalRecipe& recipe) {
  v1::RegionPlan message = ToMessage(plan);
  message.set_recipe_digest(recipe.digest);
  message.set_engine_version(kEngineVersion);
  return message;
}

grpc::ByteBuffer ViolationsAnswer(const Violations& violations) {
  v1::PlanRegionResponse answer;
  for (const FieldViolation& violation : violations.list()) {
    v1::FieldViolation* row = answer.add_violations();
    row->set_field(violation.path);
    row->set_description(absl::StrCat(violation.path, " ", violation.reason));
  }
  return Serialize(answer);
}

}  // namespace

TerrainService::TerrainService(const ServerOptions& options,
                               const ServiceParts& parts)
    : options_(options), parts_(parts) {}

CallTracePtr TerrainService::Trace(
    Method method, const grpc::CallbackServerContext& context) const {
  return std::make_shared<CallTrace>(method, context.peer(), parts_.metrics,
                                     parts_.log);
}

grpc::ServerUnaryReactor* TerrainService::GetCapabilities(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* /*request*/,
    grpc::ByteBuffer* response) {
  const auto call =
      UnaryCall::Begin(context, response,
                       Trace(Method::kGetCapabilities, *context), parts_.live);
  call->Answer(Serialize(Capabilities(options_)));
  return call.get();
}

grpc::ServerUnaryReactor* TerrainService::PlanRegion(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  const CallTracePtr trace = Trace(Method::kPlanRegion, *context);
  const auto call = UnaryCall::Begin(context, response, trace, parts_.live);
  auto message = std::make_shared<v1::PlanRegionRequest>();
  absl::Status status = Rejected(Parse(*request, message.get()), trace.get());
  if (status.ok()) {
    status =
        PutInLine(parts_.plan_lane, trace, call->stop_token(),
                  [this, call, message, trace] {
                    AnswerWith(call.get(), [&] {
                      return Plan(*message, call->stop_token(), trace.get());
                    });
                  });
  }
  if (!status.ok()) call->Cancel(status);
  return call.get();
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* TerrainService::StreamRegion(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request) {
  const CallTracePtr trace = Trace(Method::kStreamRegion, *context);
  const auto call =
      RegionCall::Begin(context, options_.stream, trace, parts_.live);
  const std::shared_ptr<RegionStream> stream = call->stream();
  auto message = std::make_shared<v1::StreamRegionRequest>();
  absl::Status status = Rejected(Parse(*request, message.get()), trace.get());
  if (status.ok()) {
    status = PutInLine(parts_.plan_lane, trace, stream->stop_token(),
                       [this, stream, message, trace] {
                         const absl::Status admitted = CatchOutOfMemory([&] {
                           return AdmitRegion(*message, stream, trace);
                         });
                         if (!admitted.ok()) stream->Cancel(admitted);
                       });
  }
  if (!status.ok()) stream->Cancel(status);
  return call.get();
}

grpc::ServerUnaryReactor* TerrainService::GetTile(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  const CallTracePtr trace = Trace(Method::kGetTile, *context);
  const auto call = UnaryCall::Begin(context, response, trace, parts_.live);
  auto message = std::make_shared<v1::GetTileRequest>();
  absl::Status status = Rejected(Parse(*request, message.get()), trace.get());
  if (status.ok()) {
    status = PutInLine(parts_.plan_lane, trace, call->stop_token(),
                       [this, call, message, trace] {
                         const absl::Status admitted = CatchOutOfMemory(
                             [&] { return AdmitTile(*message, call, trace); });
                         if (!admitted.ok()) call->Cancel(admitted);
                       });
  }
  if (!status.ok()) call->Cancel(status);
  return call.get();
}

absl::StatusOr<grpc::ByteBuffer> TerrainService::Plan(
    const v1::PlanRegionRequest& request, const std::stop_token& stop,
    CallTrace* trace) const {
  v1::StreamRegionRequest region;
  *region.mutable_spec() = request.spec();
  region.set_tile_size(request.tile_size());
  Violations violations;
  const absl::StatusOr<RegionQuestion> question =
      CheckRegion(region, options_.limits, parts_.maker, &violations);
  if (!violations.empty()) return ViolationsAnswer(violations);
  TALUS_RETURN_IF_ERROR(Rejected(question.status(), trace));
  const CanonicalRecipe& recipe = question->landscape->recipe;
  trace->OnQuestion(recipe.digest, question->request.level,
                    question->request.region.area());
  const absl::StatusOr<RegionPlan> plan =
      parts_.maker->Plan(*question->landscape, question->request, stop);
  TALUS_RETURN_IF_ERROR(Rejected(plan.status(), trace));
  v1::PlanRegionResponse answer;
  *answer.mutable_plan() = PlanMessage(*plan, recipe);
  *answer.mutable_canonical_recipe() = recipe.recipe;
  answer.set_tiles(static_cast<uint64_t>(plan->tiles));
  return Serialize(answer);
}

absl::StatusOr<RegionWork> TerrainService::Prepare(
    const v1::StreamRegionRequest& request, const std::stop_token& stop,
    CallTrace* trace) const {
  Violations violations;
  TALUS_ASSIGN_OR_RETURN(
      const RegionQuestion question,
      CheckRegion(request, options_.limits, parts_.maker, &violations));
  trace->OnQuestion(question.landscape->recipe.digest, question.request.level,
                    question.request.region.area());
  RegionWork work;
  work.request = question.request;
  work.format = question.format;
  work.landscape = question.landscape;
  TALUS_ASSIGN_OR_RETURN(
      work.plan, parts_.maker->Plan(*work.landscape, work.request, stop));
  TALUS_RETURN_IF_ERROR(CheckCost(work.plan, options_.limits));
  return work;
}

absl::Status TerrainService::AdmitRegion(
    const v1::StreamRegionRequest& request,
    const std::shared_ptr<RegionStream>& stream,
    const CallTracePtr& trace) const {
  absl::StatusOr<RegionWork> work =
      Prepare(request, stream->stop_token(), trace.get());
  TALUS_RETURN_IF_ERROR(Rejected(work.status(), trace.get()));
  v1::Accepted accepted;
  *accepted.mutable_plan() = PlanMessage(work->plan, work->landscape->recipe);
  accepted.set_tiles(static_cast<uint64_t>(work->plan.tiles));
  stream->SetAccepted(accepted);
  TALUS_RETURN_IF_ERROR(PutInLine(
      parts_.region_lane, trace, stream->stop_token(),
      [parts = parts_, work = *std::move(work), stream, trace] {
        const absl::Status made = CatchOutOfMemory([&] {
          return MakeRegion(work, parts.maker, parts.memory, parts.region_lane,
                            stream.get(), trace.get());
        });
        if (!made.ok()) stream->Cancel(made);
      }));
  stream->Begin();
  return absl::OkStatus();
}

absl::Status TerrainService::AdmitTile(const v1::GetTileRequest& request,
                                       const std::shared_ptr<UnaryCall>& call,
                                       const CallTracePtr& trace) const {
  Violations violations;
  const absl::StatusOr<TileQuestion> question =
      CheckTile(request, parts_.maker, &violations);
  TALUS_RETURN_IF_ERROR(Rejected(question.status(), trace.get()));
  trace->OnQuestion(question->key.recipe_digest, question->key.level,
                    question->key.Cells().area());
  TileRequest tile;
  tile.key = question->key;
  tile.deadline = call->deadline();
  tile.landscape = question->landscape;
  return PutInLine(
      parts_.tile_lane, trace, call->stop_token(),
      [this, call, tile, trace, if_none_match = request.if_none_match()] {
        AnswerWith(call.get(), [&] {
          return Tile(tile, if_none_match, call->stop_token(), trace.get());
        });
      });
}

absl::StatusOr<grpc::ByteBuffer> TerrainService::Tile(
    const TileRequest& request, const std::string& if_none_match,
    std::stop_token stop, CallTrace* trace) const {
  TALUS_ASSIGN_OR_RETURN(const TileResult result,
                         parts_.tiles->Get(request, std::move(stop)));
  trace->OnTile(result.origin);
  return TileAnswer(result.tile, kEngineVersion,
                    if_none_match != result.tile->digest);
}

}  // namespace talus

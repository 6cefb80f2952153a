#include "server/unary_call.h"

#include <utility>

#include "server/call_end.h"
#include "server/status_conversion.h"

namespace talus {

std::shared_ptr<UnaryCall> UnaryCall::Begin(
    grpc::CallbackServerContext* context, grpc::ByteBuffer* response,
    CallTracePtr trace, LiveCalls* live) {
  std::shared_ptr<UnaryCall> call(
      new UnaryCall(context, response, trace, live));
  if (absl::Status status = live->Add(call); !status.ok()) {
    trace->OnRejected(Rejection::kDraining);
    call->Cancel(status);
  }
  return call;
}

UnaryCall::UnaryCall(grpc::CallbackServerContext* context,
                     grpc::ByteBuffer* response, CallTracePtr trace,
                     LiveCalls* live)
    : live_(live),
      trace_(std::move(trace)),
      deadline_(DeadlineOf(*context)),
      response_(response) {}

void UnaryCall::Answer(const absl::StatusOr<grpc::ByteBuffer>& answer) {
  {
    std::lock_guard lock(mutex_);
    if (response_ == nullptr) return;
    if (answer.ok()) *response_ = *answer;
    response_ = nullptr;
  }
  if (answer.ok()) trace_->OnSent(static_cast<int64_t>(answer->Length()));
  trace_->OnEnd(answer.status());
  stop_.request_stop();
  Finish(ToGrpc(answer.status()));
}

void UnaryCall::Tick(TimePoint now) {
  if (absl::Status late = CheckDeadline(deadline_, now); !late.ok()) {
    Answer(late);
  }
}

void UnaryCall::OnCancel() { Answer(GoneStatus(deadline_, Clock::now())); }

void UnaryCall::OnDone() { live_->Remove(this); }

}  // namespace talus

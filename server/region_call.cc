#include "server/region_call.h"

#include <utility>

#include "server/call_end.h"
#include "server/status_conversion.h"

namespace talus {

std::shared_ptr<RegionCall> RegionCall::Begin(
    grpc::CallbackServerContext* context, const StreamOptions& options,
    CallTracePtr trace, LiveCalls* live) {
  std::shared_ptr<RegionCall> call(new RegionCall(context, live));
  call->stream_ = std::make_shared<RegionStream>(options, trace, call);
  if (absl::Status status = live->Add(call); !status.ok()) {
    trace->OnRejected(Rejection::kDraining);
    call->stream_->Cancel(status);
  }
  return call;
}

RegionCall::RegionCall(grpc::CallbackServerContext* context, LiveCalls* live)
    : live_(live), deadline_(DeadlineOf(*context)), context_(context) {}

void RegionCall::StartWrite(const grpc::ByteBuffer& message) {
  message_ = message;
  ServerWriteReactor::StartWrite(&message_);
}

void RegionCall::Finish(const absl::Status& status) {
  ServerWriteReactor::Finish(ToGrpc(status));
}

void RegionCall::Abort() {
  std::lock_guard lock(mutex_);
  if (context_ != nullptr) context_->TryCancel();
}

void RegionCall::Tick(TimePoint now) {
  if (absl::Status late = CheckDeadline(deadline_, now); !late.ok()) {
    stream_->Cancel(late);
  }
  stream_->Tick(now);
}

void RegionCall::Cancel(const absl::Status& status) { stream_->Cancel(status); }

void RegionCall::OnWriteDone(bool ok) {
  message_.Clear();  // the tile need not live until the next write
  stream_->OnWriteDone(ok ? absl::OkStatus()
                          : GoneStatus(deadline_, Clock::now()));
}

void RegionCall::OnCancel() {
  stream_->Cancel(GoneStatus(deadline_, Clock::now()));
}

void RegionCall::OnDone() {
  {
    std::lock_guard lock(mutex_);
    context_ = nullptr;
  }
  live_->Remove(this);
}

}  // namespace talus

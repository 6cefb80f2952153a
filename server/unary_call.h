#ifndef TALUS_SERVER_UNARY_CALL_H_
#define TALUS_SERVER_UNARY_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <mutex>
#include <stop_token>

#include "absl/status/statusor.h"
#include "server/call_trace.h"
#include "server/live_calls.h"

namespace talus {

// A call with one answer. Whoever answers first, the work, a cancel or the
// deadline, ends it; the others do nothing then. Thread-safe.
class UnaryCall final : public grpc::ServerUnaryReactor, public LiveCall {
 public:
  // Begins a call, and refuses it where the server drains. `live` outlives it.
  static std::shared_ptr<UnaryCall> Begin(grpc::CallbackServerContext* context,
                                          grpc::ByteBuffer* response,
                                          CallTracePtr trace, LiveCalls* live);

  void Answer(const absl::StatusOr<grpc::ByteBuffer>& answer);

  // Requested when the call has ended.
  std::stop_token stop_token() const { return stop_.get_token(); }
  TimePoint deadline() const { return deadline_; }

  // LiveCall
  void Tick(TimePoint now) override;
  void Cancel(const absl::Status& status) override { Answer(status); }

  // What gRPC tells.
  void OnCancel() override;
  void OnDone() override;

 private:
  UnaryCall(grpc::CallbackServerContext* context, grpc::ByteBuffer* response,
            CallTracePtr trace, LiveCalls* live);

  LiveCalls* const live_;
  const CallTracePtr trace_;
  const TimePoint deadline_;
  std::stop_source stop_;
  std::mutex mutex_;
  grpc::ByteBuffer* response_;  // null once answered
};

}  // namespace talus

#endif  // TALUS_SERVER_UNARY_CALL_H_

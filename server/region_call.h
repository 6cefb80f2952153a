#ifndef TALUS_SERVER_REGION_CALL_H_
#define TALUS_SERVER_REGION_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <mutex>

#include "server/live_calls.h"
#include "server/region_stream.h"

namespace talus {

// A StreamRegion call: carries what its RegionStream writes. Lives as long as
// it is one of the live calls, or its stream writes.
class RegionCall final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                         public StreamTransport,
                         public LiveCall,
                         public std::enable_shared_from_this<RegionCall> {
 public:
  // Begins a call, and refuses it where the server drains. `live` outlives it.
  static std::shared_ptr<RegionCall> Begin(grpc::CallbackServerContext* context,
                                           const StreamOptions& options,
                                           CallTracePtr trace, LiveCalls* live);

  const std::shared_ptr<RegionStream>& stream() const { return stream_; }

  // StreamTransport
  void StartWrite(const grpc::ByteBuffer& message) override;
  void Finish(const absl::Status& status) override;
  void Abort() override;

  // LiveCall
  void Tick(TimePoint now) override;
  void Cancel(const absl::Status& status) override;

  // What gRPC tells; on its own threads, so that nothing here may block.
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  RegionCall(grpc::CallbackServerContext* context, LiveCalls* live);

  LiveCalls* const live_;
  const TimePoint deadline_;
  std::shared_ptr<RegionStream> stream_;  // set by Begin
  grpc::ByteBuffer message_;              // of the write in flight
  std::mutex mutex_;
  grpc::CallbackServerContext* context_;  // null once gRPC is done with it
};

}  // namespace talus

#endif  // TALUS_SERVER_REGION_CALL_H_

#ifndef TALUS_SERVER_REGION_STREAM_H_
#define TALUS_SERVER_REGION_STREAM_H_

#include <grpcpp/support/byte_buffer.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>

#include "absl/status/status.h"
#include "server/call_trace.h"
#include "server/encoded_tile.h"
#include "server/pump_step.h"
#include "server/server_options.h"
#include "server/worker_lane.h"
#include "talus/v1/terrain.pb.h"

namespace talus {

// What a stream is written to.
class StreamTransport {
 public:
  virtual ~StreamTransport() = default;
  // One at a time; RegionStream::OnWriteDone is called when it is through.
  virtual void StartWrite(const grpc::ByteBuffer& message) = 0;
  // Last; never during a write.
  virtual void Finish(const absl::Status& status) = 0;
  // Breaks the connection off, so that a write that hangs ends.
  virtual void Abort() = 0;
};

// The events of one region on their way from the thread that makes them to the
// transport: a bounded line, and the one place that writes. Who makes tiles is
// held back while the reader is slow. Thread-safe; `transport` is not called
// after its Finish.
class RegionStream {
 public:
  RegionStream(const StreamOptions& options, CallTracePtr trace,
               std::shared_ptr<StreamTransport> transport);
  ~RegionStream();
  RegionStream(const RegionStream&) = delete;
  RegionStream& operator=(const RegionStream&) = delete;

  // For those who make the region:

  // What the stream begins with. Nothing is written before Begin.
  void SetAccepted(const v1::Accepted& accepted);
  void Begin();
  // Blocks while the line is full; CANCELLED where the stream ended meanwhile.
  // `completes` says that no layer of the same cells follows. `lane` is the one
  // that the thread is of: a longer wait is a rest.
  absl::Status PushTile(const EncodedTilePtr& tile, bool completes,
                        WorkerLane* lane);
  // The time until here was spent in line.
  void StartWork();
  void Advance(int64_t cell_passes_done, int64_t cell_passes_total);
  // Ends the stream after all that is in line.
  void Succeed(const v1::Summary& summary);
  // Requested when the stream has ended before its work.
  std::stop_token stop_token() const { return stop_.get_token(); }

  // For those who watch it:

  // Ends the stream, without what is in line. The first status counts.
  void Cancel(const absl::Status& status);
  // Where the write failed, `status` says how the stream ends.
  void OnWriteDone(const absl::Status& status);
  void Tick(TimePoint now);

 private:
  struct Message {
    grpc::ByteBuffer buffer;
    int64_t payload_bytes = 0;
    bool ends_layer = false;      // last chunk of a layer of a tile
    bool completes_tile = false;  // last chunk of its last layer
  };

  // All REQUIRE: mutex_ held.
  PumpState State(TimePoint now) const;
  bool HasRoomFor(int64_t bytes) const;
  void AwaitRoomFor(int64_t bytes, WorkerLane* lane,
                    std::unique_lock<std::mutex>* lock);
  void Enqueue(const v1::StreamRegionResponse& event);
  v1::StreamRegionResponse ProgressEvent(TimePoint now) const;
  void DropLine();
  void Release(const Message& message);

  // REQUIRE: mutex_ not held.
  std::shared_ptr<StreamTransport> Transport();
  void Pump();  // takes the stream's next step

  const StreamOptions options_;
  const CallTracePtr trace_;
  std::stop_source stop_;

  std::mutex mutex_;
  std::shared_ptr<StreamTransport> transport_;  // null once finished
  std::condition_variable_any room_;
  std::deque<Message> line_;
  Message in_flight_;
  int ready_tiles_ = 0;  // in line or in flight
  int64_t ready_bytes_ = 0;
  bool opened_ = false;
  bool writing_ = false;
  bool finished_ = false;
  bool cancelled_ = false;
  bool closed_ = false;
  bool inside_tile_ = false;
  bool first_sent_ = false;
  absl::Status status_;
  TimePoint write_began_;
  TimePoint last_event_;
  TimePoint last_progress_;
  TimePoint cancelled_at_;
  TimePoint work_began_;
  int64_t done_ = 0;
  int64_t told_done_ = 0;
  int64_t total_ = 0;
  int64_t tiles_sent_ = 0;
};

}  // namespace talus

#endif  // TALUS_SERVER_REGION_STREAM_H_

#include "server/region_stream.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/messages.h"

namespace talus {
namespace {

// How long a cancelled stream waits for a write to end before it breaks it off.
constexpr Duration kCancelPatience = std::chrono::seconds(1);

double InSeconds(Duration d) {
  return std::chrono::duration<double>(d).count();
}

// Seconds to go at the rate so far; negative where nothing is done yet.
double Remaining(int64_t done, int64_t total, double elapsed_s) {
  if (done <= 0) return -1;
  return elapsed_s * static_cast<double>(total - done) /
         static_cast<double>(done);
}

}  // namespace

RegionStream::RegionStream(const StreamOptions& options, CallTracePtr trace,
                           std::shared_ptr<StreamTransport> transport)
    : options_(options),
      trace_(std::move(trace)),
      transport_(std::move(transport)),
      last_event_(Clock::now()),
      work_began_(last_event_) {}

RegionStream::~RegionStream() { DropLine(); }

void RegionStream::SetAccepted(const v1::Accepted& accepted) {
  std::lock_guard lock(mutex_);
  total_ = static_cast<int64_t>(accepted.plan().cell_passes());
  v1::StreamRegionResponse event;
  *event.mutable_accepted() = accepted;
  Enqueue(event);
}

void RegionStream::Begin() {
  {
    std::lock_guard lock(mutex_);
    opened_ = true;
  }
  Pump();
}

absl::Status RegionStream::PushTile(const EncodedTilePtr& tile, bool completes,
                                    WorkerLane* lane) {
  const std::vector<grpc::ByteBuffer> events = TileEvents(tile, kPayloadBytes);
  {
    std::unique_lock lock(mutex_);
    AwaitRoomFor(tile->bytes(), lane, &lock);
    if (cancelled_) return absl::CancelledError("the stream has ended");
    int64_t left = tile->bytes();
    for (const grpc::ByteBuffer& event : events) {
      const int64_t payload = std::min(left, kPayloadBytes);
      left -= payload;
      line_.push_back({event, payload, left == 0, left == 0 && completes});
    }
    ++ready_tiles_;
    ready_bytes_ += tile->bytes();
    trace_->metrics()->AddReadyBytes(tile->bytes());
  }
  Pump();
  return absl::OkStatus();
}

void RegionStream::StartWork() {
  std::lock_guard lock(mutex_);
  work_began_ = Clock::now();
}

void RegionStream::Advance(int64_t cell_passes_done,
                           int64_t cell_passes_total) {
  std::lock_guard lock(mutex_);
  done_ = cell_passes_done;
  total_ = cell_passes_total;
}

void RegionStream::Succeed(const v1::Summary& summary) {
  {
    std::lock_guard lock(mutex_);
    if (cancelled_) return;
    v1::StreamRegionResponse progress = ProgressEvent(Clock::now());
    progress.mutable_progress()->set_cell_passes_done(
        progress.progress().cell_passes_total());
    progress.mutable_progress()->set_tiles_done(summary.tiles());
    progress.mutable_progress()->set_remaining_s(0);
    Enqueue(progress);
    v1::StreamRegionResponse last;
    *last.mutable_summary() = summary;
    Enqueue(last);
    closed_ = true;
  }
  Pump();
}

void RegionStream::Cancel(const absl::Status& status) {
  {
    std::lock_guard lock(mutex_);
    if (cancelled_ || finished_) return;
    cancelled_ = true;
    cancelled_at_ = Clock::now();
    status_ = status;
    DropLine();
  }
  stop_.request_stop();
  Pump();
}

void RegionStream::OnWriteDone(const absl::Status& status) {
  {
    std::lock_guard lock(mutex_);
    writing_ = false;
    Release(in_flight_);
    if (in_flight_.completes_tile) ++tiles_sent_;
    in_flight_ = {};
    room_.notify_all();
  }
  if (!status.ok()) Cancel(status);
  Pump();
}

void RegionStream::Tick(TimePoint now) {
  bool stalled = false;
  bool abort = false;
  {
    std::lock_guard lock(mutex_);
    stalled =
        writing_ && !cancelled_ && now - write_began_ >= options_.write_stall;
    abort = stalled ||
            (writing_ && cancelled_ && now - cancelled_at_ >= kCancelPatience);
  }
  if (stalled) {
    Cancel(absl::ResourceExhaustedError(absl::StrCat(
        "the reader took nothing for ", InSeconds(options_.write_stall),
        " s; read faster, or ask again for what is missing")));
  }
  if (abort) {
    if (const auto transport = Transport()) transport->Abort();
  }
  Pump();
}

PumpState RegionStream::State(TimePoint now) const {
  PumpState state;
  state.opened = opened_;
  state.writing = writing_;
  state.finished = finished_;
  state.cancelled = cancelled_;
  state.closed = closed_;
  state.has_message = !line_.empty();
  state.inside_tile = inside_tile_;
  const bool news =
      done_ != told_done_ && now - last_progress_ >= options_.progress_period;
  const bool silent = now - last_event_ >= options_.heartbeat;
  state.progress_due = first_sent_ && !closed_ && (news || silent);
  return state;
}

bool RegionStream::HasRoomFor(int64_t bytes) const {
  return ready_tiles_ == 0 || (ready_tiles_ < options_.ready_tiles &&
                               ready_bytes_ + bytes <= options_.ready_bytes);
}

void RegionStream::AwaitRoomFor(int64_t bytes, WorkerLane* lane,
                                std::unique_lock<std::mutex>* lock) {
  const std::stop_token stop = stop_.get_token();
  const auto free = [&] { return HasRoomFor(bytes); };
  if (room_.wait_for(*lock, stop, options_.patience, free)) return;
  if (stop.stop_requested()) return;
  const WorkerLane::Rest rest(lane);
  room_.wait(*lock, stop, free);
}

void RegionStream::Enqueue(const v1::StreamRegionResponse& event) {
  line_.push_back({Serialize(event)});
}

v1::StreamRegionResponse RegionStream::ProgressEvent(TimePoint now) const {
  v1::StreamRegionResponse event;
  v1::Progress* progress = event.mutable_progress();
  const double elapsed_s = InSeconds(now - work_began_);
  progress->set_cell_passes_done(static_cast<uint64_t>(done_));
  progress->set_cell_passes_total(static_cast<uint64_t>(total_));
  progress->set_tiles_done(static_cast<uint64_t>(tiles_sent_));
  progress->set_elapsed_s(elapsed_s);
  progress->set_remaining_s(Remaining(done_, total_, elapsed_s));
  return event;
}

void RegionStream::DropLine() {
  for (const Message& message : line_) Release(message);
  line_.clear();
}

void RegionStream::Release(const Message& message) {
  if (message.ends_layer) --ready_tiles_;
  ready_bytes_ -= message.payload_bytes;
  trace_->metrics()->AddReadyBytes(-message.payload_bytes);
}

std::shared_ptr<StreamTransport> RegionStream::Transport() {
  std::lock_guard lock(mutex_);
  return transport_;
}

void RegionStream::Pump() {
  std::shared_ptr<StreamTransport> transport;
  grpc::ByteBuffer buffer;
  absl::Status status;
  PumpStep step;
  {
    std::lock_guard lock(mutex_);
    const TimePoint now = Clock::now();
    step = NextStep(State(now));
    if (step == PumpStep::kWait) return;
    if (step == PumpStep::kFinish) {
      finished_ = true;
      status = status_;
      transport = std::move(transport_);
    } else {
      transport = transport_;
      if (step == PumpStep::kWriteMessage) {
        in_flight_ = std::move(line_.front());
        line_.pop_front();
      } else {
        in_flight_ = {Serialize(ProgressEvent(now))};
        told_done_ = done_;
        last_progress_ = now;
      }
      inside_tile_ = in_flight_.payload_bytes > 0 && !in_flight_.ends_layer;
      buffer = in_flight_.buffer;
      in_flight_.buffer.Clear();
      writing_ = true;
      first_sent_ = true;
      write_began_ = last_event_ = now;
    }
  }
  if (step == PumpStep::kFinish) {
    stop_.request_stop();
    trace_->OnEnd(status);
    transport->Finish(status);
    return;
  }
  trace_->OnSent(static_cast<int64_t>(buffer.Length()));
  transport->StartWrite(buffer);
}

}  // namespace talus

#include "server/region_work.h"

#include "server/encoded_tile.h"
#include "server/work_meter.h"
#include "sim/base/status_macros.h"
#include "wire/region_messages.h"

namespace talus {
namespace {

Layer LastOf(LayerSet layers) {
  Layer last = Layer::kHeight;
  layers.ForEach([&last](Layer layer) { last = layer; });
  return last;
}

// Hands tiles to the stream, which holds the engine back while it is full.
class StreamSink final : public TileSink {
 public:
  StreamSink(const RegionWork& work, WorkerLane* lane, RegionStream* stream,
             CallTrace* trace)
      : last_(LastOf(work.request.layers)),
        format_(work.format),
        lane_(lane),
        stream_(stream),
        trace_(trace) {}

  absl::Status OnTile(const TileView& tile) override {
    if (first_) trace_->metrics()->OnFirstTile(Clock::now() - trace_->begin());
    first_ = false;
    trace_->metrics()->OnStreamedTile();
    const bool completes = tile.layer == last_;
    if (completes) trace_->OnTile(TileOrigin::kComputed);
    return stream_->PushTile(MakeEncodedTile(tile, format_), completes, lane_);
  }

 private:
  const Layer last_;
  const v1::SampleFormat format_;
  WorkerLane* const lane_;
  RegionStream* const stream_;
  CallTrace* const trace_;
  bool first_ = true;
};

}  // namespace

absl::Status MakeRegion(const RegionWork& work, RegionMaker* maker,
                        MemoryBudget* memory, WorkerLane* lane,
                        RegionStream* stream, CallTrace* trace) {
  const std::stop_token stop = stream->stop_token();
  TALUS_ASSIGN_OR_RETURN(const MemoryBudget::Reservation held,
                         memory->Acquire(work.plan.memory_bytes, stop));
  const TimePoint begin = Clock::now();
  stream->StartWork();
  StreamSink sink(work, lane, stream, trace);
  WorkMeter meter(work.plan, trace->metrics());
  TALUS_ASSIGN_OR_RETURN(const RegionSummary summary,
                         maker->Run(*work.landscape, work.request, sink, stop,
                                    [&](int64_t done, int64_t total) {
                                      meter.Reach(done);
                                      stream->Advance(done, total);
                                    }));
  v1::Summary message = ToMessage(summary);
  message.set_elapsed_s(
      std::chrono::duration<double>(Clock::now() - begin).count());
  stream->Succeed(message);
  return absl::OkStatus();
}

}  // namespace talus

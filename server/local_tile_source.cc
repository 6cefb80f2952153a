#include "server/local_tile_source.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/request_check.h"
#include "server/work_meter.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

// Keeps the one tile of a request.
class OneTile final : public TileSink {
 public:
  explicit OneTile(v1::SampleFormat format) : format_(format) {}
  absl::Status OnTile(const TileView& tile) override {
    tile_ = MakeEncodedTile(tile, format_);
    return absl::OkStatus();
  }
  const EncodedTilePtr& tile() const { return tile_; }

 private:
  const v1::SampleFormat format_;
  EncodedTilePtr tile_;
};

}  // namespace

absl::StatusOr<TileResult> LocalTileSource::Get(const TileRequest& request,
                                                std::stop_token stop) {
  RegionRequest region;
  region.level = request.key.level;
  region.region = request.key.Cells();
  region.layers = {request.key.layer};
  region.tile_size = request.key.tile_size;
  region.ledger = false;
  TALUS_ASSIGN_OR_RETURN(const RegionPlan plan,
                         maker_->Plan(*request.landscape, region, stop));
  TALUS_RETURN_IF_ERROR(CheckCost(plan, limits_));
  TALUS_ASSIGN_OR_RETURN(const MemoryBudget::Reservation held,
                         memory_->Acquire(plan.memory_bytes, stop));
  OneTile sink(request.key.format);
  WorkMeter meter(plan, metrics_);
  TALUS_RETURN_IF_ERROR(
      maker_
          ->Run(*request.landscape, region, sink, std::move(stop),
                [&meter](int64_t done, int64_t) { meter.Reach(done); })
          .status());
  if (sink.tile() == nullptr) {
    return absl::InternalError(absl::StrCat("no tile came for tile (",
                                            request.key.x, ", ", request.key.y,
                                            ") of level ", request.key.level));
  }
  return TileResult{sink.tile(), TileOrigin::kComputed};
}

}  // namespace talus

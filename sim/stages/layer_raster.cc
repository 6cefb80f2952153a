// An imported raster as a layer of shares, such as a painted mask. Where it has
// no data, and beyond its edges, the layer stays as it is.
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/base/status_macros.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/pointwise.h"
#include "sim/stages/raster_grid.h"
#include "sim/stages/share_target.h"

namespace talus {
namespace {

struct RasterShareArgs {
  const int32_t* quanta;
  int64_t n;
  int32_t zero;
  float per_quantum;
  float* out;
};

// Values of RasterData::kNodata, which lie far outside the valid range, give
// shares of no meaning.
TALUS_INLINE void RasterShareBody(const RasterShareArgs& a) {
  const int32_t* __restrict quanta = a.quanta;
  float* __restrict out = a.out;
  const int32_t zero = a.zero;
  const float per_quantum = a.per_quantum;
  const int64_t n = a.n;
  for (int64_t i = 0; i < n; ++i) {
    const int32_t valid = quanta[i] < -kMaxQuanta ? -kMaxQuanta : quanta[i];
    out[i] = HeldShare(static_cast<float>(valid - zero) * per_quantum);
  }
}
TALUS_KERNEL(RasterShareKernel, RasterShareBody, RasterShareArgs)

class LayerRaster final : public PointwiseStage {
 public:
  LayerRaster(const v1::LayerRaster& p, const ShareTarget& target,
              RasterGrid grid)
      : PointwiseStage({.name = "layer_raster",
                        .reads = {target.layer},
                        .writes = {target.layer}}),
        target_(target),
        grid_(std::move(grid)),
        zero_(QuantaFromMeters(p.zero())),
        per_quantum_(static_cast<float>(
            1.0 / (static_cast<double>(QuantaFromMeters(p.one())) - zero_))) {}

  void WriteRow(const Window& window, const LayerRows& in, int64_t y,
                const LayerRows& out) const override {
    const int64_t n = window.rect.width();
    std::vector<int32_t> quanta(static_cast<size_t>(n));
    std::vector<float> shares(quanta.size());
    grid_.Row(window.rect.x0, y, n, quanta.data());
    RasterShareKernel({quanta.data(), n, zero_, per_quantum_, shares.data()});
    target_.Write(shares.data(), n, in, y, out);
    const float* before =
        in.Has(target_.layer) ? in.Real(target_.layer, y) : nullptr;
    float* layer = out.Real(target_.layer, y);
    for (int64_t i = 0; i < n; ++i) {
      if (quanta[static_cast<size_t>(i)] != RasterData::kNodata) continue;
      layer[i] = before == nullptr ? 0.0f : HeldShare(before[i]);
    }
  }

 private:
  const ShareTarget target_;
  const RasterGrid grid_;
  const int32_t zero_;
  const float per_quantum_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeLayerRaster(
    const v1::LayerRaster& params, const StageContext& context) {
  TALUS_ASSIGN_OR_RETURN(std::shared_ptr<const RasterData> data,
                         FindRaster(context, params.sha256()));
  return std::make_unique<LayerRaster>(
      params, TargetOf(params),
      RasterGrid::Masked(std::move(data), params.x(), params.y(),
                         context.level));
}

}  // namespace talus

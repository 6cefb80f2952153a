// A band of heights as a layer of shares. Differences to the ends of the band
// are taken in quanta, so that rims are as fine on high ground as at the sea.
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/share_band.h"
#include "sim/stages/share_target.h"

namespace talus {
namespace {

struct BandArgs {
  const int32_t* height;
  int64_t n;
  ShareBand band;  // in quanta
  int32_t min;
  int32_t max;
  float* out;
};

TALUS_INLINE void BandBody(const BandArgs& a) {
  const int32_t* __restrict height = a.height;
  float* __restrict out = a.out;
  const ShareBand band = a.band;
  const int32_t min = a.min, max = a.max;
  const int64_t n = a.n;
  for (int64_t i = 0; i < n; ++i) {
    out[i] = band.At(static_cast<float>(height[i] - min),
                     static_cast<float>(max - height[i]));
  }
}
TALUS_KERNEL(BandKernel, BandBody, BandArgs)

class LayerHeight final : public PointwiseStage {
 public:
  LayerHeight(const v1::LayerHeight& p, const ShareTarget& target)
      : PointwiseStage({.name = "layer_height",
                        .reads = LayerSet{Layer::kHeight} | target.Reads(),
                        .writes = {target.layer}}),
        target_(target),
        band_(ShareBand::Of(p.fade_m() * kQuantaPerMeter, p.has_min_m(),
                            p.has_max_m(), p.outside(), p.inside())),
        min_(p.has_min_m() ? QuantaFromMeters(p.min_m()) : 0),
        max_(p.has_max_m() ? QuantaFromMeters(p.max_m()) : 0) {}

  void WriteRow(const Window& window, const LayerRows& in, int64_t y,
                const LayerRows& out) const override {
    const int64_t n = window.rect.width();
    std::vector<float> shares(static_cast<size_t>(n));
    BandKernel(
        {in.Quanta(Layer::kHeight, y), n, band_, min_, max_, shares.data()});
    target_.Write(shares.data(), n, in, y, out);
  }

 private:
  const ShareTarget target_;
  const ShareBand band_;
  const int32_t min_;
  const int32_t max_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeLayerHeight(
    const v1::LayerHeight& params, const StageContext&) {
  return std::make_unique<LayerHeight>(params, TargetOf(params));
}

}  // namespace talus

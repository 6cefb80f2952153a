// Based on: K. Perlin. Improving Noise. SIGGRAPH 2002.
// doi:10.1145/566570.566636; see noise_field.cc. Departs from it: simplex
// noise, which shows the grid least, goes through a soft step.
#include <vector>

#include "absl/status/statusor.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/noise_field.h"
#include "sim/stages/share_band.h"
#include "sim/stages/share_target.h"

namespace talus {
namespace {

struct PatchArgs {
  const float* noise;
  int64_t n;
  float per_noise;  // of the step
  float low;
  float rise;
  float* out;
};

TALUS_INLINE void PatchBody(const PatchArgs& a) {
  const float* __restrict noise = a.noise;
  float* __restrict out = a.out;
  const float per_noise = a.per_noise, low = a.low, rise = a.rise;
  const int64_t n = a.n;
  for (int64_t i = 0; i < n; ++i) {
    out[i] = low + rise * SoftStep(0.5f + per_noise * noise[i]);
  }
}
TALUS_KERNEL(PatchKernel, PatchBody, PatchArgs)

NoiseSpec SpecOf(const v1::LayerNoise& p, const StageContext& c) {
  NoiseSpec spec;
  spec.seed = c.seed;
  spec.basis = noise::Basis::kSimplex;
  spec.octaves = static_cast<int>(p.octaves());
  spec.wavelength_m = p.wavelength_m();
  return spec;
}

class LayerNoise final : public Stage {
 public:
  LayerNoise(const v1::LayerNoise& p, const StageContext& c)
      : target_(TargetOf(p)),
        info_{.name = "layer_noise",
              .reads = target_.Reads(),
              .writes = {target_.layer}},
        field_(SpecOf(p, c), c),
        per_noise_(static_cast<float>(0.5 / p.contrast())),
        low_(static_cast<float>(p.low())),
        rise_(static_cast<float>(p.high() - p.low())) {}

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t) const override;

 private:
  friend class LayerNoiseSweep;

  const ShareTarget target_;
  const StageInfo info_;
  const NoiseField field_;
  const float per_noise_;
  const float low_;
  const float rise_;
};

class LayerNoiseSweep final : public Sweep {
 public:
  LayerNoiseSweep(const LayerNoise& stage, const Rect& rect)
      : stage_(stage),
        rows_(stage.field_, rect.x0, rect.width()),
        noise_(static_cast<size_t>(rect.width())),
        shares_(noise_.size()) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    rows_.Row(y, noise_.data());
    const auto n = static_cast<int64_t>(noise_.size());
    PatchKernel({noise_.data(), n, stage_.per_noise_, stage_.low_, stage_.rise_,
                 shares_.data()});
    stage_.target_.Write(shares_.data(), n, in, y, out);
  }

 private:
  const LayerNoise& stage_;
  NoiseRows rows_;
  std::vector<float> noise_;
  std::vector<float> shares_;
};

std::unique_ptr<Sweep> LayerNoise::Begin(const Window& window, int64_t) const {
  return std::make_unique<LayerNoiseSweep>(*this, window.rect);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeLayerNoise(
    const v1::LayerNoise& params, const StageContext& context) {
  return std::make_unique<LayerNoise>(params, context);
}

}  // namespace talus

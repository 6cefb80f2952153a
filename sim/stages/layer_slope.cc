// Based on: B. K. P. Horn. Hill shading and the reflectance map. Proc. IEEE
// 69(1), 1981. doi:10.1109/PROC.1981.11918
#include <cmath>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/math.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/ground_share_stage.h"
#include "sim/stages/share_band.h"
#include "sim/stages/share_target.h"

namespace talus {
namespace {

struct SlopeArgs {
  GroundRows ground;
  int64_t n;
  float per_quantum;  // slope of a rise of a quantum, in Horn's sum
  ShareBand band;     // in degrees
  float min_deg;
  float max_deg;
  float* out;
};

template <bool kMasked>
TALUS_INLINE void SlopeBody(const SlopeArgs& a) {
  const GroundRows ground = a.ground;
  float* __restrict out = a.out;
  const ShareBand band = a.band;
  const float per_quantum = a.per_quantum;
  const float min_deg = a.min_deg, max_deg = a.max_deg;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    const GroundRises r = RisesAt<kMasked>(ground, i);
    // Pairs across the axes are added first, so that a turned land gives the
    // same bits.
    const float east = ((r.ne + r.se) - (r.nw + r.sw)) + 2.0f * (r.e - r.w);
    const float south = ((r.sw + r.se) - (r.nw + r.ne)) + 2.0f * (r.s - r.n);
    const float sx = east * per_quantum;
    const float sy = south * per_quantum;
    const float degrees = AtanDegrees(std::sqrt(sx * sx + sy * sy));
    out[i] = band.At(degrees - min_deg, max_deg - degrees);
  }
}
TALUS_INLINE void InnerBody(const SlopeArgs& a) { SlopeBody<false>(a); }
TALUS_INLINE void BorderBody(const SlopeArgs& a) { SlopeBody<true>(a); }
TALUS_KERNEL(InnerKernel, InnerBody, SlopeArgs)
TALUS_KERNEL(BorderKernel, BorderBody, SlopeArgs)

class LayerSlope final : public GroundShareStage {
 public:
  LayerSlope(const v1::LayerSlope& p, double cell_m)
      : GroundShareStage("layer_slope", TargetOf(p)),
        per_quantum_(static_cast<float>(kMetersPerQuantum / (8 * cell_m))),
        // No slope lies beyond level ground and walls: those are no ends.
        band_(ShareBand::Of(p.fade_deg(), p.min_deg() > 0, p.max_deg() < 90,
                            p.outside(), p.inside())),
        min_deg_(static_cast<float>(p.min_deg())),
        max_deg_(static_cast<float>(p.max_deg())) {}

  void Shares(const GroundRows& ground, int64_t n, float* out) const override {
    const SlopeArgs args = {ground,   n,        per_quantum_, band_,
                            min_deg_, max_deg_, out};
    if (ground.here_kind == nullptr) {
      InnerKernel(args);
    } else {
      BorderKernel(args);
    }
  }

 private:
  const float per_quantum_;
  const ShareBand band_;
  const float min_deg_;
  const float max_deg_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeLayerSlope(
    const v1::LayerSlope& params, const StageContext& context) {
  return std::make_unique<LayerSlope>(params, context.cell_m());
}

}  // namespace talus

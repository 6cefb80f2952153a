// Based on: L. W. Zevenbergen, C. R. Thorne. Quantitative analysis of land
// surface topography. Earth Surf. Process. Landf. 12(1), 1987.
// doi:10.1002/esp.3290120107
// Departs from it: of the surface through the nine cells only the Laplacian
// 2 (D + E) counts, which has no direction and is finite on level ground.
#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/ground_share_stage.h"

namespace talus {
namespace {

struct CurvatureArgs {
  GroundRows ground;
  int64_t n;
  float per_quantum;  // share for a quantum of the sum of the four rises
  float* out;
};

template <bool kMasked>
TALUS_INLINE void CurvatureBody(const CurvatureArgs& a) {
  const GroundRows ground = a.ground;
  float* __restrict out = a.out;
  const float per_quantum = a.per_quantum;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    const GroundRises r = RisesAt<kMasked>(ground, i);
    out[i] = HeldShare(0.5f + per_quantum * ((r.n + r.s) + (r.e + r.w)));
  }
}
TALUS_INLINE void InnerBody(const CurvatureArgs& a) { CurvatureBody<false>(a); }
TALUS_INLINE void BorderBody(const CurvatureArgs& a) { CurvatureBody<true>(a); }
TALUS_KERNEL(InnerKernel, InnerBody, CurvatureArgs)
TALUS_KERNEL(BorderKernel, BorderBody, CurvatureArgs)

class LayerCurvature final : public GroundShareStage {
 public:
  LayerCurvature(const v1::LayerCurvature& p, double cell_m)
      : GroundShareStage("layer_curvature", TargetOf(p)),
        per_quantum_(static_cast<float>(
            kMetersPerQuantum / (2 * p.full_per_m() * cell_m * cell_m))) {}

  void Shares(const GroundRows& ground, int64_t n, float* out) const override {
    const CurvatureArgs args = {ground, n, per_quantum_, out};
    if (ground.here_kind == nullptr) {
      InnerKernel(args);
    } else {
      BorderKernel(args);
    }
  }

 private:
  const float per_quantum_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeLayerCurvature(
    const v1::LayerCurvature& params, const StageContext& context) {
  return std::make_unique<LayerCurvature>(params, context.cell_m());
}

}  // namespace talus

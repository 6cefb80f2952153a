// An island in a finite domain: with v = max(|x|, |y|) from 0 in the middle to
// 1 at the border, depth * v^a / (v^a + (b - b v)^a) is taken off the height.
#include "sim/base/fixed.h"
#include "sim/base/math.h"
#include "sim/base/status_macros.h"
#include "sim/stages/falloff_stage.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

struct IslandArgs {
  const float* columns;
  float row;
  float depth;  // quanta
  const int32_t* in;
  int64_t n;
  int32_t* out;
};

TALUS_INLINE void IslandBody(const IslandArgs& a) {
  const float* __restrict columns = a.columns;
  const int32_t* __restrict in = a.in;
  int32_t* __restrict out = a.out;
  const float row = a.row;
  const float depth = a.depth;
  const int64_t n = a.n;
  for (int64_t i = 0; i < n; ++i) {
    const float share = columns[i] > row ? columns[i] : row;
    const float shifted = share * depth + 0.5f;
    const int32_t lower = in[i] - static_cast<int32_t>(shifted);
    out[i] = lower < -kMaxQuanta ? -kMaxQuanta : lower;
  }
}
TALUS_KERNEL(IslandKernel, IslandBody, IslandArgs)

class IslandFalloffStage final : public FalloffStage {
 public:
  IslandFalloffStage(const v1::IslandFalloff& p, const Rect& domain)
      : FalloffStage("island_falloff", domain),
        exponent_(static_cast<float>(p.exponent())),
        spread_(static_cast<float>(p.spread())),
        depth_(static_cast<float>(QuantaFromMeters(p.depth_m()))) {}

 private:
  float Profile(int64_t i, int64_t first, int64_t end) const override {
    const auto to_border =
        static_cast<float>(static_cast<double>(HalfCellsInside(i, first, end)) /
                           static_cast<double>(end - first));
    const float sea = Pow(1.0f - to_border, exponent_);
    const float land = Pow(spread_ * to_border, exponent_);
    return sea / (sea + land);
  }
  void Apply(const float* column_profile, float row_profile, const int32_t* in,
             int64_t n, int32_t* out) const override {
    IslandKernel({column_profile, row_profile, depth_, in, n, out});
  }

  const float exponent_;
  const float spread_;
  const float depth_;  // quanta
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeIslandFalloff(
    const v1::IslandFalloff& params, const StageContext& context) {
  TALUS_ASSIGN_OR_RETURN(const Rect domain, RequireDomain(context));
  return std::make_unique<IslandFalloffStage>(params, domain);
}

}  // namespace talus

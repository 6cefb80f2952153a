// A rim that sinks toward the border of a finite domain: heights above the
// floor are scaled by (distance to the border / width)^strength.
#include "sim/base/fixed.h"
#include "sim/base/math.h"
#include "sim/base/status_macros.h"
#include "sim/stages/falloff_stage.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

struct BorderArgs {
  const float* columns;
  float row;
  int32_t floor;
  const int32_t* in;
  int64_t n;
  int32_t* out;
};

TALUS_INLINE void BorderBody(const BorderArgs& a) {
  const float* __restrict columns = a.columns;
  const int32_t* __restrict in = a.in;
  int32_t* __restrict out = a.out;
  const float row = a.row;
  const int32_t floor = a.floor;
  const int64_t n = a.n;
  for (int64_t i = 0; i < n; ++i) {
    const float scale = columns[i] < row ? columns[i] : row;
    // Double: a product in float would lose the quanta of high ground.
    const double rise = static_cast<double>(in[i] - floor) * scale;
    out[i] = floor + static_cast<int32_t>(rise + (rise < 0.0 ? -0.5 : 0.5));
  }
}
TALUS_KERNEL(BorderKernel, BorderBody, BorderArgs)

class BorderFalloffStage final : public FalloffStage {
 public:
  BorderFalloffStage(const v1::BorderFalloff& p, const StageContext& c,
                     const Rect& domain)
      : FalloffStage("border_falloff", domain),
        half_cells_to_widths_(c.cell_m() * 0.5 / p.width_m()),
        strength_(static_cast<float>(p.strength())),
        floor_(QuantaFromMeters(p.floor_m())) {}

 private:
  float Profile(int64_t i, int64_t first, int64_t end) const override {
    const double widths = static_cast<double>(HalfCellsInside(i, first, end)) *
                          half_cells_to_widths_;
    return widths < 1.0 ? Pow(static_cast<float>(widths), strength_) : 1.0f;
  }
  void Apply(const float* column_profile, float row_profile, const int32_t* in,
             int64_t n, int32_t* out) const override {
    BorderKernel({column_profile, row_profile, floor_, in, n, out});
  }

  const double half_cells_to_widths_;
  const float strength_;
  const int32_t floor_;  // quanta
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeBorderFalloff(
    const v1::BorderFalloff& params, const StageContext& context) {
  TALUS_ASSIGN_OR_RETURN(const Rect domain, RequireDomain(context));
  return std::make_unique<BorderFalloffStage>(params, context, domain);
}

}  // namespace talus

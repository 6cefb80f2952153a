// Based on: Culling. Analytical Theory of Erosion. J. Geol. 68(3), 1960.
// doi:10.1086/626663
//
// With a critical slope Sc: Roering, Kirchner, Dietrich. Evidence for
// nonlinear, diffusive sediment transport on hillslopes. Water Resour. Res.
// 35(3), 1999. doi:10.1029/1998WR900090, its flux D S / (1 - (S / Sc)^2).
//
// Departs from them: nothing in the equations. Fluxes over the edges of the
// isotropic 9-point Laplacian (orthogonal weights 2/3, diagonal 1/6) move whole
// quanta, so that mass is conserved exactly. Near and beyond Sc the flux is
// held at the largest at which a cell stays between its neighbours: a pass
// never overshoots, and slopes fall back below Sc within some passes.

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/base/math.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/pair_exchange.h"
#include "sim/stages/repose.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

// Largest D dt / l^2, times the scale of steepness. Up to 0.3 a cell stays
// between its neighbours; from 0.375 on a chequerboard grows.
constexpr double kMaxNumber = 0.25;

// Keeps the scale finite where the diffusivity is next to nothing.
constexpr float kLeastRoom = 1e-9f;

struct SteepnessArgs {
  const int32_t* row;
  const int32_t* above;
  const int32_t* below;
  const int32_t* mask;  // nullptr where all is inside
  const int32_t* mask_above;
  const int32_t* mask_below;
  float per_two_cells;  // 1 / the drop over two cells at the critical slope
  Repose critical;
  const float* critical_factors;  // of its angle; nullptr where it is the same
  float least_room;
  int64_t n;
  float* scale;  // factors of the diffusivity before, where they vary
};

// How much faster than in linear creep soil moves: 1 / (1 - (S / Sc)^2), S by
// central differences. A cell outside the world is as high as its neighbour.
template <bool kMasked, bool kFactors, bool kCritical>
TALUS_INLINE void ScaleRowBody(const SteepnessArgs& a) {
  const int32_t* __restrict row = a.row;
  const int32_t* __restrict above = a.above;
  const int32_t* __restrict below = a.below;
  float* __restrict scale = a.scale;
  const float everywhere = a.per_two_cells;
  const Repose critical = a.critical;
  const float* __restrict critical_factors = a.critical_factors;
  const float least_room = a.least_room;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = -1; i <= n; ++i) {
    int32_t w = row[i - 1], e = row[i + 1], north = above[i], south = below[i];
    if constexpr (kMasked) {
      const int32_t h = row[i];
      w = a.mask[i - 1] == kInside ? w : h;
      e = a.mask[i + 1] == kInside ? e : h;
      north = a.mask_above[i] == kInside ? north : h;
      south = a.mask_below[i] == kInside ? south : h;
    }
    float per_two_cells = everywhere;
    if constexpr (kCritical) {
      per_two_cells = 0.5f / critical.RestAt(critical_factors[i]);
    }
    const float x = static_cast<float>(e - w) * per_two_cells;
    const float y = static_cast<float>(south - north) * per_two_cells;
    float room = 1.0f - (x * x + y * y);
    if constexpr (kFactors) {
      const float factor = scale[i];
      const float least = least_room * factor;
      room = room > least ? room : least;
      room = room > kLeastRoom ? room : kLeastRoom;
      scale[i] = factor / room;
    } else {
      room = room > least_room ? room : least_room;
      scale[i] = 1.0f / room;
    }
  }
}
TALUS_KERNEL(RunScale, (ScaleRowBody<false, false, false>), SteepnessArgs)
TALUS_KERNEL(RunScaleMasked, (ScaleRowBody<true, false, false>), SteepnessArgs)
TALUS_KERNEL(RunFactors, (ScaleRowBody<false, true, false>), SteepnessArgs)
TALUS_KERNEL(RunFactorsMasked, (ScaleRowBody<true, true, false>), SteepnessArgs)
TALUS_KERNEL(RunCritical, (ScaleRowBody<false, true, true>), SteepnessArgs)
TALUS_KERNEL(RunCriticalMasked, (ScaleRowBody<true, true, true>), SteepnessArgs)

struct CreepConstants {
  PairExchangeRule rule;
  std::optional<ParameterScale> diffusion;
  std::optional<ParameterScale> critical_angle;
  HeldNumber number;
  bool steepens = false;
  Repose critical;
  float per_two_cells = 0;
  float least_room = 1;
};

class CreepSweep final : public PairExchangeSweep {
 public:
  CreepSweep(const Window& window, int64_t pass, uint64_t seed,
             const CreepConstants& c)
      : PairExchangeSweep(window, pass, seed, c.rule), window_(window), c_(c) {}

 private:
  ByCell Varies(const LayerRows&) const override {
    return {.scale = c_.steepens || c_.diffusion};
  }
  void FillByCell(const LayerRows& in, int64_t y,
                  const CellNumbers& to) override {
    const int64_t end = window_.rect.width() + 1;
    const bool factors = c_.diffusion || c_.critical_angle;
    if (factors) {
      FillHeldFactors(c_.diffusion, c_.number, in, y, -1, end, to.scale);
    }
    if (!c_.steepens) return;
    SteepnessArgs a = {.row = in.Quanta(Layer::kHeight, y),
                       .above = in.Quanta(Layer::kHeight, y - 1),
                       .below = in.Quanta(Layer::kHeight, y + 1),
                       .mask = nullptr,
                       .mask_above = nullptr,
                       .mask_below = nullptr,
                       .per_two_cells = c_.per_two_cells,
                       .critical = c_.critical,
                       .critical_factors = nullptr,
                       .least_room = c_.least_room,
                       .n = window_.rect.width(),
                       .scale = to.scale};
    if (window_.mask != nullptr) {
      a.mask = window_.mask->At(window_.rect.x0, y);
      a.mask_above = window_.mask->At(window_.rect.x0, y - 1);
      a.mask_below = window_.mask->At(window_.rect.x0, y + 1);
    }
    const bool masked = a.mask != nullptr;
    if (c_.critical_angle) {
      critical_factors_.resize(static_cast<size_t>(end + 1));
      float* angles = critical_factors_.data() + 1;
      FillFactors(c_.critical_angle, in, y, -1, end, angles);
      a.critical_factors = angles;
      return masked ? RunCriticalMasked(a) : RunCritical(a);
    }
    if (factors) return masked ? RunFactorsMasked(a) : RunFactors(a);
    masked ? RunScaleMasked(a) : RunScale(a);
  }

  const Window window_;
  const CreepConstants c_;
  std::vector<float> critical_factors_;  // of a row, from cell -1 on
};

class Creep final : public Stage {
 public:
  Creep(const v1::Creep& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kCreep)) {
    const double cell = context.cell_m();
    const double asked = p.diffusion_m2() / (cell * cell);
    c_.number = HeldNumber(asked, kMaxNumber);
    const double number = c_.number.held;
    c_.rule = {.orthogonal_share = static_cast<float>(number * 2 / 3),
               .diagonal_share = static_cast<float>(number / 6),
               .rest = 0};
    c_.steepens = p.has_critical_slope_deg();
    if (c_.steepens) {
      c_.critical = Repose(p.critical_slope_deg(), cell * kQuantaPerMeter);
      c_.per_two_cells = 0.5f / c_.critical.rest;
      c_.least_room =
          std::max(static_cast<float>(number / kMaxNumber), kLeastRoom);
    }
    info_ = {.name = "creep",
             .halo_cells = c_.steepens ? 2 : 1,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight},
             .writes = {Layer::kHeight},
             .optional = {Layer::kWear, Layer::kDeposition},
             .budget = Budget::kClosed};
    c_.diffusion = ScaleRead(context, "diffusion_m2", &info_);
    c_.critical_angle = ScaleRead(context, "critical_slope_deg", &info_);
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<CreepSweep>(window, pass, seed_, c_);
  }

 private:
  StageInfo info_;
  uint64_t seed_;
  CreepConstants c_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeCreep(const v1::Creep& params,
                                                 const StageContext& context) {
  return std::make_unique<Creep>(params, context);
}

}  // namespace talus

// Based on: Musgrave, Kolb, Mace. The Synthesis and Rendering of Eroded Fractal
// Terrains. SIGGRAPH 1989.
//   doi:10.1145/74333.74337
// Departs from it: every pair of neighbours moves its own share of its own
// excess, so that a cell need not know what its neighbours give to theirs (halo
// 1 for 2), and whole quanta move, so that mass is conserved exactly. Diagonal
// neighbours lie sqrt(2) cells apart. With a loose angle what falls becomes a
// cover that slides on at that angle and shelters the rock under it.

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/pair_exchange.h"
#include "sim/stages/repose.h"
#include "sim/stages/scree_rows.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

// Shares of the excess at strength 1. With these a row of ridges and a
// chequerboard both level out in one pass and neither overshoots; 4 / 8 + 4 /
// 16 < 1 keeps a cell between its neighbours.
constexpr float kOrthogonalShare = 1.0f / 8;
constexpr float kDiagonalShare = 1.0f / 16;

struct ThermalConstants {
  PairExchangeRule rule;
  Repose soft;
  Repose hard;   // at hardness 1
  Repose loose;  // of the cover, where it is kept
  int32_t band_min = -kMaxQuanta;
  int32_t band_max = kMaxQuanta;
  bool has_band = false;
};

struct ThermalScales {
  std::optional<ParameterScale> soft_angle;
  std::optional<ParameterScale> hard_angle;
  std::optional<ParameterScale> loose_angle;
  std::optional<ParameterScale> strength;

  bool OfAngles() const { return soft_angle || hard_angle; }
};

struct RestArgs {
  const int32_t* height;
  const float* hardness;      // nullptr where all is soft
  const float* soft_factors;  // of the angles; nullptr where they do not vary
  const float* hard_factors;
  ThermalConstants c;
  int64_t n;
  float* rest;
};

template <bool kHardness, bool kScaled>
TALUS_INLINE void RestRowBody(const RestArgs& a) {
  const int32_t* __restrict height = a.height;
  const float* __restrict hardness = a.hardness;
  float* __restrict rest = a.rest;
  const float* __restrict soft_factors = a.soft_factors;
  const float* __restrict hard_factors = a.hard_factors;
  const Repose soft_repose = a.c.soft;
  const Repose hard_repose = a.c.hard;
  const int32_t low = a.c.band_min;
  const int32_t high = a.c.band_max;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = -1; i <= n; ++i) {
    float soft = soft_repose.rest;
    if constexpr (kScaled) soft = soft_repose.RestAt(soft_factors[i]);
    float t = soft;
    if constexpr (kHardness) {
      float steep = hard_repose.rest;
      if constexpr (kScaled) steep = hard_repose.RestAt(hard_factors[i]);
      float hard = hardness[i];
      hard = hard > 0.0f ? hard : 0.0f;
      hard = hard < 1.0f ? hard : 1.0f;
      t = soft + (steep - soft) * hard;
    }
    const int32_t h = height[i];
    t = h < low ? kNeverSlides : t;
    rest[i] = h > high ? kNeverSlides : t;
  }
}
TALUS_INLINE void SoftRest(const RestArgs& a) { RestRowBody<false, false>(a); }
TALUS_INLINE void HardRest(const RestArgs& a) { RestRowBody<true, false>(a); }
TALUS_INLINE void ScaledSoftRest(const RestArgs& a) {
  RestRowBody<false, true>(a);
}
TALUS_INLINE void ScaledHardRest(const RestArgs& a) {
  RestRowBody<true, true>(a);
}
TALUS_KERNEL(RunSoftRest, SoftRest, RestArgs)
TALUS_KERNEL(RunHardRest, HardRest, RestArgs)
TALUS_KERNEL(RunScaledSoftRest, ScaledSoftRest, RestArgs)
TALUS_KERNEL(RunScaledHardRest, ScaledHardRest, RestArgs)

struct LooseRestArgs {
  Repose repose;
  int64_t n;
  float* rest;  // factors of the angle before
};

TALUS_INLINE void LooseRestRow(const LooseRestArgs& a) {
  float* __restrict rest = a.rest;
  const Repose repose = a.repose;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = -1; i <= n; ++i) rest[i] = repose.RestAt(rest[i]);
}
TALUS_KERNEL(RunLooseRest, LooseRestRow, LooseRestArgs)

class ThermalSweep final : public PairExchangeSweep {
 public:
  ThermalSweep(const Window& window, int64_t pass, uint64_t seed,
               const ThermalConstants& c, const ThermalScales& scales)
      : PairExchangeSweep(window, pass, seed, c.rule),
        width_(window.rect.width()),
        c_(c),
        scales_(scales) {
    if (scales_.OfAngles()) factors_.resize(static_cast<size_t>(2 * Stride()));
  }

 private:
  ByCell Varies(const LayerRows& in) const override {
    // Where the loose layer is kept both are asked for.
    const bool loose = c_.rule.loose;
    return {.rest = loose || c_.has_band || in.Has(Layer::kHardness) ||
                    scales_.OfAngles(),
            .scale = loose || scales_.strength};
  }
  void FillByCell(const LayerRows& in, int64_t y,
                  const CellNumbers& to) override {
    if (to.scale != nullptr) {
      FillFactors(scales_.strength, in, y, -1, width_ + 1, to.scale);
    }
    if (to.loose_rest != nullptr) FillLooseRests(in, y, to.loose_rest);
    if (to.rest != nullptr) FillRests(in, y, to.rest);
  }

  void FillLooseRests(const LayerRows& in, int64_t y, float* rest) const {
    if (!scales_.loose_angle) {
      return std::fill(rest - 1, rest + width_ + 1, c_.loose.rest);
    }
    FillFactors(scales_.loose_angle, in, y, -1, width_ + 1, rest);
    RunLooseRest({c_.loose, width_, rest});
  }

  void FillRests(const LayerRows& in, int64_t y, float* rest) {
    RestArgs a = {.height = in.Quanta(Layer::kHeight, y),
                  .hardness = nullptr,
                  .soft_factors = nullptr,
                  .hard_factors = nullptr,
                  .c = c_,
                  .n = width_,
                  .rest = rest};
    const bool hard = in.Has(Layer::kHardness);
    if (hard) a.hardness = in.Real(Layer::kHardness, y);
    if (!scales_.OfAngles()) return hard ? RunHardRest(a) : RunSoftRest(a);
    float* soft_factors = factors_.data() + 1;
    float* hard_factors = soft_factors + Stride();
    FillFactors(scales_.soft_angle, in, y, -1, width_ + 1, soft_factors);
    FillFactors(scales_.hard_angle, in, y, -1, width_ + 1, hard_factors);
    a.soft_factors = soft_factors;
    a.hard_factors = hard_factors;
    hard ? RunScaledHardRest(a) : RunScaledSoftRest(a);
  }

  int64_t Stride() const { return width_ + 2; }

  const int64_t width_;
  const ThermalConstants c_;
  const ThermalScales scales_;
  std::vector<float> factors_;  // of the soft angle, then of the hard one
};

class ThermalErosion final : public Stage {
 public:
  ThermalErosion(const v1::ThermalErosion& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kThermalErosion)) {
    const double cell = context.cell_m() * kQuantaPerMeter;
    c_.soft = Repose(p.talus_angle_deg(), cell);
    c_.hard = Repose(p.hard_talus_angle_deg(), cell);
    const float strength = static_cast<float>(p.strength());
    c_.rule = {.orthogonal_share = kOrthogonalShare * strength,
               .diagonal_share = kDiagonalShare * strength,
               .rest = c_.soft.rest,
               .loose = p.has_loose_talus_angle_deg()};
    c_.has_band = p.has_band_min_m() || p.has_band_max_m();
    if (p.has_band_min_m()) c_.band_min = QuantaFromMeters(p.band_min_m());
    if (p.has_band_max_m()) c_.band_max = QuantaFromMeters(p.band_max_m());
    info_ = {.name = "thermal_erosion",
             .halo_cells = 1,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight, Layer::kHardness},
             .writes = {Layer::kHeight},
             .optional = {Layer::kWear, Layer::kDeposition},
             .budget = Budget::kClosed};
    if (c_.rule.loose) {
      c_.loose = Repose(p.loose_talus_angle_deg(), cell);
      info_.reads.Add(Layer::kLoose);
      info_.writes.Add(Layer::kLoose);
    }
    scales_.soft_angle = ScaleRead(context, "talus_angle_deg", &info_);
    scales_.hard_angle = ScaleRead(context, "hard_talus_angle_deg", &info_);
    scales_.loose_angle = ScaleRead(context, "loose_talus_angle_deg", &info_);
    scales_.strength = ScaleRead(context, "strength", &info_);
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<ThermalSweep>(window, pass, seed_, c_, scales_);
  }

 private:
  StageInfo info_;
  uint64_t seed_;
  ThermalConstants c_;
  ThermalScales scales_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeThermalErosion(
    const v1::ThermalErosion& params, const StageContext& context) {
  return std::make_unique<ThermalErosion>(params, context);
}

}  // namespace talus

// Based on: Musgrave, Kolb, Mace. The Synthesis and Rendering of Eroded Fractal
// Terrains. SIGGRAPH 1989.
//   doi:10.1145/74333.74337
// Departs from it: every pair of neighbours moves its own share of its own
// excess, so that a cell need not know what its neighbours give to theirs (halo
// 1 for 2), and whole quanta move, so that mass is conserved exactly. Diagonal
// neighbours lie sqrt(2) cells apart.

#include <memory>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/base/math.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/pair_exchange.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

// Shares of the excess at strength 1. With these a row of ridges and a
// chequerboard both level out in one pass and neither overshoots; 4 / 8 + 4 /
// 16 < 1 keeps a cell between its neighbours.
constexpr float kOrthogonalShare = 1.0f / 8;
constexpr float kDiagonalShare = 1.0f / 16;

// Larger than any difference of two heights: ground that never slides.
constexpr float kNeverSlides = 4e9f;

struct ThermalConstants {
  PairExchangeRule rule;
  float soft_rest = 0;  // quanta between orthogonal neighbours
  float hard_rest = 0;  // at hardness 1
  int32_t band_min = -kMaxQuanta;
  int32_t band_max = kMaxQuanta;
  bool has_band = false;
};

struct RestArgs {
  const int32_t* height;
  const float* hardness;  // nullptr where all is soft
  ThermalConstants c;
  int64_t n;
  float* rest;
};

template <bool kHardness>
TALUS_INLINE void RestRowBody(const RestArgs& a) {
  const int32_t* __restrict height = a.height;
  const float* __restrict hardness = a.hardness;
  float* __restrict rest = a.rest;
  const float soft = a.c.soft_rest;
  const float span = a.c.hard_rest - a.c.soft_rest;
  const int32_t low = a.c.band_min;
  const int32_t high = a.c.band_max;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = -1; i <= n; ++i) {
    float t = soft;
    if constexpr (kHardness) {
      float hard = hardness[i];
      hard = hard > 0.0f ? hard : 0.0f;
      hard = hard < 1.0f ? hard : 1.0f;
      t = soft + span * hard;
    }
    const int32_t h = height[i];
    t = h < low ? kNeverSlides : t;
    rest[i] = h > high ? kNeverSlides : t;
  }
}
TALUS_INLINE void SoftRest(const RestArgs& a) { RestRowBody<false>(a); }
TALUS_INLINE void HardRest(const RestArgs& a) { RestRowBody<true>(a); }
TALUS_KERNEL(RunSoftRest, SoftRest, RestArgs)
TALUS_KERNEL(RunHardRest, HardRest, RestArgs)

class ThermalSweep final : public PairExchangeSweep {
 public:
  ThermalSweep(const Window& window, int64_t pass, uint64_t seed,
               const ThermalConstants& c)
      : PairExchangeSweep(window, pass, seed, c.rule),
        width_(window.rect.width()),
        c_(c) {}

 private:
  ByCell Varies(const LayerRows& in) const override {
    return c_.has_band || in.Has(Layer::kHardness) ? ByCell::kRest
                                                   : ByCell::kNothing;
  }
  void FillByCell(const LayerRows& in, int64_t y, float* rest) override {
    RestArgs a = {in.Quanta(Layer::kHeight, y), nullptr, c_, width_, rest};
    if (in.Has(Layer::kHardness)) {
      a.hardness = in.Real(Layer::kHardness, y);
      RunHardRest(a);
    } else {
      RunSoftRest(a);
    }
  }

  const int64_t width_;
  const ThermalConstants c_;
};

class ThermalErosion final : public Stage {
 public:
  ThermalErosion(const v1::ThermalErosion& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kThermalErosion)) {
    const double cell = context.cell_m() * kQuantaPerMeter;
    c_.soft_rest = static_cast<float>(TanDegrees(p.talus_angle_deg()) * cell);
    c_.hard_rest =
        static_cast<float>(TanDegrees(p.hard_talus_angle_deg()) * cell);
    const float strength = static_cast<float>(p.strength());
    c_.rule = {.orthogonal_share = kOrthogonalShare * strength,
               .diagonal_share = kDiagonalShare * strength,
               .rest = c_.soft_rest};
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
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<ThermalSweep>(window, pass, seed_, c_);
  }

 private:
  StageInfo info_;
  uint64_t seed_;
  ThermalConstants c_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeThermalErosion(
    const v1::ThermalErosion& params, const StageContext& context) {
  return std::make_unique<ThermalErosion>(params, context);
}

}  // namespace talus

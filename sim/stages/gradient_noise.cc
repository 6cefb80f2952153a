// Based on: K. Perlin. Improving Noise. SIGGRAPH 2002.
// doi:10.1145/566570.566636; see noise_field.cc.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "sim/base/fixed.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/noise_field.h"
#include "sim/stages/pointwise.h"
#include "sim/stages/quanta_row.h"

namespace talus {
namespace {

class NoiseStage final : public Stage {
 public:
  NoiseStage(const v1::GradientNoise& p, const NoiseSpec& spec,
             const StageContext& c)
      : info_{.name = "gradient_noise",
              .halo_cells = 0,
              .reads = CombineReads(p.combine(), Layer::kHeight),
              .writes = {Layer::kHeight}},
        field_(spec, c),
        combine_(p.combine()),
        amplitude_(static_cast<float>(p.amplitude_m() * kQuantaPerMeter)),
        base_(QuantaFromMeters(p.base_m())) {}

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t) const override;

 private:
  friend class NoiseSweep;

  const StageInfo info_;
  const NoiseField field_;
  const v1::Combine combine_;
  const float amplitude_;  // quanta
  const int32_t base_;     // quanta
};

class NoiseSweep final : public Sweep {
 public:
  NoiseSweep(const NoiseStage& stage, const Rect& rect)
      : stage_(stage),
        rows_(stage.field_, rect.x0, rect.width()),
        noise_(static_cast<size_t>(rect.width())),
        quanta_(static_cast<size_t>(rect.width())) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    rows_.Row(y, noise_.data());
    const auto n = static_cast<int64_t>(noise_.size());
    int32_t* height = out.Quanta(Layer::kHeight, y);
    const bool replace = stage_.combine_ == v1::COMBINE_REPLACE;
    RunQuantaRow({noise_.data(), n, stage_.amplitude_, stage_.base_,
                  replace ? height : quanta_.data()});
    if (replace) return;
    CombineRow(stage_.combine_, quanta_.data(), in.Quanta(Layer::kHeight, y), n,
               height);
  }

 private:
  const NoiseStage& stage_;
  NoiseRows rows_;
  std::vector<float> noise_;
  std::vector<int32_t> quanta_;
};

std::unique_ptr<Sweep> NoiseStage::Begin(const Window& window, int64_t) const {
  return std::make_unique<NoiseSweep>(*this, window.rect);
}

noise::Basis BasisOf(v1::NoiseBasis basis) {
  switch (basis) {
    case v1::NOISE_BASIS_SIMPLEX:
      return noise::Basis::kSimplex;
    case v1::NOISE_BASIS_VALUE:
      return noise::Basis::kValue;
    case v1::NOISE_BASIS_CELLULAR:
      return noise::Basis::kCellular;
    default:
      return noise::Basis::kPerlin;
  }
}

noise::Fractal FractalOf(v1::NoiseFractal fractal) {
  switch (fractal) {
    case v1::NOISE_FRACTAL_RIDGED:
      return noise::Fractal::kRidged;
    case v1::NOISE_FRACTAL_BILLOW:
      return noise::Fractal::kBillow;
    default:
      return noise::Fractal::kFbm;
  }
}

NoiseSpec SpecOf(const v1::GradientNoise& p, const StageContext& c) {
  NoiseSpec spec;
  spec.seed = c.seed;
  spec.basis = BasisOf(p.basis());
  spec.fractal = FractalOf(p.fractal());
  spec.octaves = static_cast<int>(p.octaves());
  spec.lacunarity = p.lacunarity();
  spec.gain = p.gain();
  spec.wavelength_m = p.wavelength_m();
  spec.offset_x_m = p.offset_x_m();
  spec.offset_y_m = p.offset_y_m();
  for (const v1::OctaveOffset& o : p.octave_offsets()) {
    spec.octave_offsets_m.emplace_back(o.x_m(), o.y_m());
  }
  spec.warp_m = p.warp().strength_m();
  spec.warp_wavelength_m = p.warp().wavelength_m();
  spec.warp_octaves = static_cast<int>(p.warp().octaves());
  return spec;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeGradientNoise(
    const v1::GradientNoise& params, const StageContext& context) {
  NoiseSpec spec = SpecOf(params, context);
  if (params.period() > 0) {
    const double cells =
        params.period() * params.wavelength_m() / context.level0_cell_m;
    if (!(cells >= 1.0 &&
          cells <= static_cast<double>(kMaxLatticePeriodCells))) {
      return absl::InvalidArgumentError(absl::StrCat(
          "period = ", params.period(), " wavelengths are ", cells,
          " cells; a period is 1 to ", kMaxLatticePeriodCells,
          " cells: change period, wavelength_m or the recipe's cell_size_m"));
    }
    spec.period_cells = std::llround(cells);
  }
  return std::make_unique<NoiseStage>(params, spec, context);
}

}  // namespace talus

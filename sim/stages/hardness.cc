// Hardness of the ground: patches of harder and softer rock from noise, and
// tilted strata in which hard and soft layers take turns with the height. Pairs
// of layers differ in strength, so that some stand out as cliffs.
#include <cmath>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/hash.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/noise_field.h"
#include "sim/stages/pointwise.h"

namespace talus {
namespace {

// A position across the strata is counted in 2^-40 of a pair of layers, modulo
// 2^64: bits from the 40th on number the pair, those below are the place in it.
constexpr int kPairBits = 40;

struct HardnessArgs {
  const float* noise;
  const int32_t* height;  // null where there are no strata
  int64_t n;
  float base;
  float noise_amplitude;
  float strata_amplitude;
  int32_t per_quantum;  // position for a quantum of height
  uint64_t position;    // of the first cell at height 0
  uint64_t per_cell;
  uint32_t key;
  float* out;
};

// From 0 to 1 over the hard half of a pair, to -1 over the soft half, and back
// to 0; flat in the middle of both.
TALUS_INLINE float LayerWave(float place) {
  const float signed_place = place < 0.5f ? place : place - 1.0f;
  const float size = signed_place < 0.0f ? -signed_place : signed_place;
  const float ramp = 12.0f * (size < 0.25f ? size : 0.5f - size);
  const float held = ramp > 1.0f ? 1.0f : ramp;
  return signed_place < 0.0f ? -held : held;
}

TALUS_INLINE void HardnessBody(const HardnessArgs& a) {
  const float* __restrict noise = a.noise;
  const int32_t* __restrict height = a.height;
  float* __restrict out = a.out;
  const float base = a.base, noise_amplitude = a.noise_amplitude;
  const int64_t n = a.n;
  for (int64_t i = 0; i < n; ++i) out[i] = base + noise_amplitude * noise[i];
  if (height != nullptr) {
    const uint64_t start = a.position, per_cell = a.per_cell;
    const int32_t per_quantum = a.per_quantum;
    const float strata_amplitude = a.strata_amplitude;
    const uint32_t key = a.key;
    for (int64_t i = 0; i < n; ++i) {
      const uint64_t at =
          start + static_cast<uint64_t>(i) * per_cell +
          static_cast<uint64_t>(int64_t{height[i]} * per_quantum);
      const float strength =
          0.5f + 0.5f * UnitFloat(CellHash(
                            key, static_cast<uint32_t>(at >> kPairBits)));
      const float place =
          UnitFloat(static_cast<uint32_t>(at >> (kPairBits - 32)));
      out[i] += strata_amplitude * strength * LayerWave(place);
    }
  }
  for (int64_t i = 0; i < n; ++i) {
    const float low = out[i] < 0.0f ? 0.0f : out[i];
    out[i] = low > 1.0f ? 1.0f : low;
  }
}
TALUS_KERNEL(HardnessKernel, HardnessBody, HardnessArgs)

NoiseSpec SpecOf(const v1::Hardness& p, const StageContext& c) {
  NoiseSpec spec;
  spec.seed = c.seed;
  spec.basis = noise::Basis::kSimplex;
  spec.octaves = static_cast<int>(p.noise_octaves());
  spec.wavelength_m = p.noise_wavelength_m();
  return spec;
}

class HardnessStage final : public Stage {
 public:
  HardnessStage(const v1::Hardness& p, const StageContext& c)
      : info_{.name = "hardness",
              .halo_cells = 0,
              .reads = p.strata_amplitude() > 0 ? LayerSet{Layer::kHeight}
                                                : LayerSet{},
              .writes = {Layer::kHardness}},
        field_(SpecOf(p, c), c),
        base_(static_cast<float>(p.base())),
        noise_amplitude_(static_cast<float>(p.noise_amplitude())),
        strata_amplitude_(static_cast<float>(p.strata_amplitude())),
        per_quantum_(static_cast<int32_t>(
            std::lround(PerMeter(p.strata_thickness_m()) / 65536.0))),
        half_cell_east_(
            PerHalfCell(p.strata_dip_east(), p.strata_thickness_m(), c)),
        half_cell_south_(
            PerHalfCell(p.strata_dip_south(), p.strata_thickness_m(), c)),
        seed_(c.seed) {}

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t) const override;

 private:
  friend class HardnessSweep;

  static double PerMeter(double thickness_m) {
    return static_cast<double>(int64_t{1} << kPairBits) / thickness_m;
  }
  // Strata that rise eastward lie lower under a cell further east.
  static uint64_t PerHalfCell(double dip, double thickness_m,
                              const StageContext& c) {
    const double level0 = -dip * c.level0_cell_m * 0.5 * PerMeter(thickness_m);
    return static_cast<uint64_t>(std::llround(level0)) << c.level;
  }

  const StageInfo info_;
  const NoiseField field_;
  const float base_;
  const float noise_amplitude_;
  const float strata_amplitude_;
  const int32_t per_quantum_;
  const uint64_t half_cell_east_;  // position across the strata
  const uint64_t half_cell_south_;
  const uint64_t seed_;
};

class HardnessSweep final : public Sweep {
 public:
  HardnessSweep(const HardnessStage& stage, const Rect& rect)
      : stage_(stage),
        x0_(rect.x0),
        rows_(stage.field_, rect.x0, rect.width()),
        noise_(static_cast<size_t>(rect.width())) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    rows_.Row(y, noise_.data());
    const HardnessStage& s = stage_;
    const bool strata = s.strata_amplitude_ > 0;
    HardnessKernel(
        {.noise = noise_.data(),
         .height = strata ? in.Quanta(Layer::kHeight, y) : nullptr,
         .n = static_cast<int64_t>(noise_.size()),
         .base = s.base_,
         .noise_amplitude = s.noise_amplitude_,
         .strata_amplitude = s.strata_amplitude_,
         .per_quantum = s.per_quantum_,
         .position = static_cast<uint64_t>(2 * x0_ + 1) * s.half_cell_east_ +
                     static_cast<uint64_t>(2 * y + 1) * s.half_cell_south_,
         .per_cell = 2 * s.half_cell_east_,
         .key = RowKey(s.seed_, 0, 0, 0),
         .out = out.Real(Layer::kHardness, y)});
  }

 private:
  const HardnessStage& stage_;
  const int64_t x0_;
  NoiseRows rows_;
  std::vector<float> noise_;
};

std::unique_ptr<Sweep> HardnessStage::Begin(const Window& window,
                                            int64_t) const {
  return std::make_unique<HardnessSweep>(*this, window.rect);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeHardness(
    const v1::Hardness& params, const StageContext& context) {
  return std::make_unique<HardnessStage>(params, context);
}

}  // namespace talus

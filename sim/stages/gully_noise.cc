// Ridged and gullied land from noise alone; see gully_field.cc.
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/gully_field.h"
#include "sim/stages/pointwise.h"
#include "sim/stages/quanta_row.h"

namespace talus {
namespace {

GullySpec SpecOf(const v1::GullyNoise& p, const StageContext& c) {
  return {.seed = c.seed,
          .wavelength_m = p.wavelength_m(),
          .octaves = static_cast<int>(p.octaves()),
          .gain = p.gain(),
          .amplitude_m = p.amplitude_m(),
          .gully_width_m = p.gully_width_m(),
          .gully_octaves = static_cast<int>(p.gully_octaves()),
          .gully_depth = p.gully_depth(),
          .full_slope = p.full_slope(),
          .sharpness = p.sharpness()};
}

class GullyNoise final : public Stage {
 public:
  GullyNoise(const v1::GullyNoise& p, const StageContext& c)
      : info_{.name = "gully_noise",
              .reads = CombineReads(p.combine(), Layer::kHeight),
              .writes = {Layer::kHeight}},
        field_(SpecOf(p, c), c),
        combine_(p.combine()),
        base_(QuantaFromMeters(p.base_m())) {}

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t) const override;

 private:
  friend class GullySweep;

  const StageInfo info_;
  const GullyField field_;
  const v1::Combine combine_;
  const int32_t base_;  // quanta
};

class GullySweep final : public Sweep {
 public:
  GullySweep(const GullyNoise& stage, const Rect& rect)
      : stage_(stage),
        rows_(stage.field_, rect.x0, rect.width()),
        meters_(static_cast<size_t>(rect.width())),
        quanta_(meters_.size()) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    rows_.Row(y, meters_.data());
    const auto n = static_cast<int64_t>(meters_.size());
    RunQuantaRow(
        {meters_.data(), n, kQuantaPerMeter, stage_.base_, quanta_.data()});
    CombineRow(stage_.combine_, quanta_.data(),
               stage_.combine_ == v1::COMBINE_REPLACE
                   ? nullptr
                   : in.Quanta(Layer::kHeight, y),
               n, out.Quanta(Layer::kHeight, y));
  }

 private:
  const GullyNoise& stage_;
  GullyRows rows_;
  std::vector<float> meters_;
  std::vector<int32_t> quanta_;
};

std::unique_ptr<Sweep> GullyNoise::Begin(const Window& window, int64_t) const {
  return std::make_unique<GullySweep>(*this, window.rect);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeGullyNoise(
    const v1::GullyNoise& params, const StageContext& context) {
  return std::make_unique<GullyNoise>(params, context);
}

}  // namespace talus

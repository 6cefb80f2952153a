#include "sim/stages/falloff_stage.h"

#include <algorithm>
#include <vector>

namespace talus {

class FalloffSweep final : public Sweep {
 public:
  FalloffSweep(const FalloffStage& stage, const Rect& rect)
      : stage_(stage), columns_(static_cast<size_t>(rect.width())) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      columns_[i] = stage.Profile(rect.x0 + static_cast<int64_t>(i),
                                  stage.domain_.x0, stage.domain_.x1);
    }
  }

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    const Rect& d = stage_.domain_;
    stage_.Apply(columns_.data(), stage_.Profile(y, d.y0, d.y1),
                 in.Quanta(Layer::kHeight, y),
                 static_cast<int64_t>(columns_.size()),
                 out.Quanta(Layer::kHeight, y));
  }

 private:
  const FalloffStage& stage_;
  std::vector<float> columns_;
};

std::unique_ptr<Sweep> FalloffStage::Begin(const Window& window,
                                           int64_t) const {
  return std::make_unique<FalloffSweep>(*this, window.rect);
}

int64_t FalloffStage::HalfCellsInside(int64_t i, int64_t first, int64_t end) {
  const int64_t inside = std::min(i - first, end - 1 - i);
  return inside < 0 ? 0 : 2 * inside + 1;
}

absl::StatusOr<Rect> RequireDomain(const StageContext& context) {
  if (context.domain.has_value()) return *context.domain;
  return absl::FailedPreconditionError(
      "measures distances from the border of the world, and the recipe has "
      "none; give the recipe a domain, or leave the stage out");
}

}  // namespace talus

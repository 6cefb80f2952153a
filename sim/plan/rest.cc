#include "sim/plan/rest.h"

#include <algorithm>

#include "sim/stages/pointwise.h"

namespace talus {
namespace {

class Rest final : public PointwiseStage {
 public:
  Rest()
      : PointwiseStage({.name = "rest",
                        .writes = kFluxLayers,
                        .budget = Budget::kClosed}) {}

  void WriteRow(const Window& window, const LayerRows&, int64_t y,
                const LayerRows& out) const override {
    kFluxLayers.ForEach([&](Layer l) {
      std::fill_n(out.Real(l, y), window.rect.width(), 0.0f);
    });
  }
};

}  // namespace

std::unique_ptr<Stage> MakeRest() { return std::make_unique<Rest>(); }

}  // namespace talus

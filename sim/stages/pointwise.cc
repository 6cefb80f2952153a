#include "sim/stages/pointwise.h"

#include <algorithm>

namespace talus {
namespace {

class PointwiseSweep final : public Sweep {
 public:
  PointwiseSweep(const PointwiseStage& stage, const Window& window)
      : stage_(stage), window_(window) {}
  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    stage_.WriteRow(window_, in, y, out);
  }

 private:
  const PointwiseStage& stage_;
  const Window window_;
};

int32_t Saturate(int64_t quanta) {
  return static_cast<int32_t>(
      std::clamp<int64_t>(quanta, -kMaxQuanta, kMaxQuanta));
}

}  // namespace

std::unique_ptr<Sweep> PointwiseStage::Begin(const Window& window,
                                             int64_t) const {
  return std::make_unique<PointwiseSweep>(*this, window);
}

void CombineRow(v1::Combine combine, const int32_t* values, const int32_t* in,
                int64_t n, int32_t* out) {
  switch (combine) {
    case v1::COMBINE_ADD:
      for (int64_t i = 0; i < n; ++i) {
        out[i] = Saturate(int64_t{in[i]} + values[i]);
      }
      return;
    case v1::COMBINE_MULTIPLY:
      for (int64_t i = 0; i < n; ++i) {
        out[i] = Saturate((int64_t{in[i]} * values[i]) >> kQuantumBits);
      }
      return;
    case v1::COMBINE_MIN:
      for (int64_t i = 0; i < n; ++i) out[i] = std::min(in[i], values[i]);
      return;
    case v1::COMBINE_MAX:
      for (int64_t i = 0; i < n; ++i) out[i] = std::max(in[i], values[i]);
      return;
    default:
      std::copy_n(values, n, out);
  }
}

}  // namespace talus

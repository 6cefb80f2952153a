#ifndef TALUS_SIM_STAGES_POINTWISE_H_
#define TALUS_SIM_STAGES_POINTWISE_H_

#include <cstdint>
#include <memory>
#include <utility>

#include "sim/base/fixed.h"
#include "sim/stage/stage.h"
#include "talus/v1/stages.pb.h"

namespace talus {

// A stage of halo 0 whose row is one call; it keeps nothing from row to row.
class PointwiseStage : public Stage {
 public:
  explicit PointwiseStage(StageInfo info) : info_(std::move(info)) {}

  const StageInfo& info() const final { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t pass) const final;

  // Writes columns [window.rect.x0, window.rect.x1) of row y.
  virtual void WriteRow(const Window& window, const LayerRows& in, int64_t y,
                        const LayerRows& out) const = 0;

 private:
  StageInfo info_;
};

// The layers a source reads that combines its value with `layer`.
inline LayerSet CombineReads(v1::Combine combine, Layer layer) {
  return combine == v1::COMBINE_REPLACE ? LayerSet{} : LayerSet{layer};
}

// Combines `n` values (quanta) with the heights `in` (may be null for REPLACE)
// into `out`. Sums saturate at the valid range; a product takes the value in
// metres as the factor.
void CombineRow(v1::Combine combine, const int32_t* values, const int32_t* in,
                int64_t n, int32_t* out);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_POINTWISE_H_

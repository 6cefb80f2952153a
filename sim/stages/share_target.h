#ifndef TALUS_SIM_STAGES_SHARE_TARGET_H_
#define TALUS_SIM_STAGES_SHARE_TARGET_H_

#include <cstdint>

#include "sim/stage/layer.h"
#include "sim/stage/layer_rows.h"
#include "sim/stage/parameter_scale.h"
#include "sim/stages/pointwise.h"
#include "talus/v1/stages.pb.h"

namespace talus {

// Where a source of shares writes, and how its value meets what is there.
struct ShareTarget {
  Layer layer = Layer::kMask;  // IsShare
  v1::Combine combine = v1::COMBINE_REPLACE;

  LayerSet Reads() const { return CombineReads(combine, layer); }

  // Combines `n` values with row y of the layer: a row that `in` has not counts
  // as zeros. The result is held to [0, 1].
  void Write(const float* values, int64_t n, const LayerRows& in, int64_t y,
             const LayerRows& out) const;
};

// The target that a message of a source of shares names.
template <typename Params>
ShareTarget TargetOf(const Params& params) {
  return {static_cast<Layer>(static_cast<int>(params.layer()) - 1),
          params.combine()};
}

}  // namespace talus

#endif  // TALUS_SIM_STAGES_SHARE_TARGET_H_

#ifndef TALUS_SIM_PLAN_PASS_GROUP_H_
#define TALUS_SIM_PLAN_PASS_GROUP_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "sim/base/ledger.h"
#include "sim/plan/program.h"
#include "sim/plan/state.h"
#include "sim/plan/step_runner.h"
#include "sim/stage/layer.h"

namespace talus {

// Consecutive passes that run through a block together, and where each of their
// layers lives meanwhile. Pure data.
struct PassGroup {
  static constexpr int kFromInput =
      -1;  // read from the planes before the group
  static constexpr int kAbsent = -2;

  struct Pass {
    const Stage* stage = nullptr;
    int64_t number = 0;
    int64_t lag = 0;   // rows that it runs behind the first pass
    int64_t grow = 0;  // cells around the block that later passes need of it
    LayerSet reads;
    LayerSet writes;  // what has room in `out`
    std::array<int, kLayerCount>
        producer;  // pass whose rows it reads, by layer
    std::array<int64_t, kLayerCount>
        ring_rows{};  // rows that its own layers must keep
    LayerSet final;   // layers that it is the last to write and that live on
                      // after the group

    // Whether it writes a layer straight to the planes after the group, and
    // needs no ring for it.
    bool WritesPlaneItself(Layer layer) const {
      return final.Has(layer) && grow == 0 &&
             ring_rows[static_cast<size_t>(layer)] == 1;
    }
  };

  std::vector<Pass> passes;
  int64_t input_grow = 0;  // cells around the block that the first pass reads
  LayerSet live_after;

  // Cells that pass `i` writes for a block.
  Rect PassRect(const Program& program, int level, size_t i,
                const Rect& block) const {
    return program.Clip(level, Grow(block, passes[i].grow));
  }
  // Bytes of the rings of a block `width` cells wide.
  int64_t RingBytes(int64_t width) const;
};

// The group of the steps, after which `live_after` is wanted.
PassGroup MakePassGroup(const Program& program, absl::Span<const Step> steps,
                        LayerSet live_after);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_PASS_GROUP_H_

#ifndef TALUS_SIM_PLAN_RUN_PASS_H_
#define TALUS_SIM_PLAN_RUN_PASS_H_

#include <cstdint>

#include "sim/base/ledger.h"
#include "sim/plan/state.h"
#include "sim/stage/stage.h"

namespace talus {

// One pass of a stage over a whole window, on one thread: the reference that
// every schedule is held against. Returns the state after it; layers that the
// stage does not write are shared with `in`. Optional layers are written where
// `in` has them.
// REQUIRES: the planes of `in` cover Grow(window.rect, halo).
State RunPass(const Stage& stage, int64_t pass, const State& in,
              const Window& window, Ledger* ledger);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_RUN_PASS_H_

#ifndef TALUS_SIM_PLAN_REFERENCE_RUNNER_H_
#define TALUS_SIM_PLAN_REFERENCE_RUNNER_H_

#include "sim/plan/step_runner.h"

namespace talus {

// Whole rectangle, pass by pass, one thread, nothing fused. Kept for ever as
// what the tiled schedule is held against.
class ReferenceRunner final : public StepRunner {
 public:
  absl::StatusOr<State> Run(State in, const StepRun& run,
                            Ledger* ledger) override;
  int64_t CellPasses(const StepRun& run) const override;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_REFERENCE_RUNNER_H_

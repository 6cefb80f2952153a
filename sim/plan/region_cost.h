#ifndef TALUS_SIM_PLAN_REGION_COST_H_
#define TALUS_SIM_PLAN_REGION_COST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/plan/program.h"
#include "sim/plan/step_runner.h"

namespace talus {

// Cost of one stage at one level.
struct StageCost {
  std::string path;
  int level = 0;
  int64_t passes = 0;
  int halo_cells = 0;
  int64_t cell_passes =
      0;  // the halo of later passes included, that of blocks not
};

// What the evaluation of one window takes, nothing of it cached.
struct WindowCost {
  int64_t cell_passes =
      0;  // what the runner will do, halos of windows and blocks included
  int64_t core_cell_passes =
      0;                     // what the window's own cells take, at every level
  int64_t memory_bytes = 0;  // at the peak, an upper bound
  std::vector<StageCost> stages;
};

// Walks the way of LevelEvaluator::Evaluate and sums up.
WindowCost CostOfWindow(const Program& program, const StepRunner& runner,
                        int level, const Rect& rect, LayerSet wanted);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_REGION_COST_H_

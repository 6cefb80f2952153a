#ifndef TALUS_SIM_PLAN_REGION_COST_H_
#define TALUS_SIM_PLAN_REGION_COST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/plan/program.h"
#include "sim/plan/step_runner.h"
#include "sim/plan/window_walk.h"

namespace talus {

// Cost of one stage at one level.
struct StageCost {
  std::string path;
  int level = 0;
  int64_t passes = 0;
  int halo_cells = 0;
  int64_t cell_passes =
      0;  // the halo of later passes included, that of blocks not
  int64_t memory_bytes = 0;  // of the planes that its largest pass reads and
                             // writes, halo included
};

// What the evaluation of one window takes.
struct WindowCost {
  int64_t cell_passes =
      0;  // what the runner will do, halos of windows and blocks included
  int64_t memory_bytes = 0;  // at the peak, an upper bound
  std::vector<StageCost> stages;
};

// The cost of a walk, where `wanted` is asked of the window.
WindowCost CostOf(const Program& program, const StepRunner& runner,
                  const SectionVisit& walk, LayerSet wanted);

// What the cells of `rect` take by themselves at every level, without halos.
int64_t CoreCellPasses(const Program& program, int level, const Rect& rect);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_REGION_COST_H_

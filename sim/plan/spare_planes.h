#ifndef TALUS_SIM_PLAN_SPARE_PLANES_H_
#define TALUS_SIM_PLAN_SPARE_PLANES_H_

#include <memory>
#include <vector>

#include "sim/plan/program.h"
#include "sim/plan/state.h"

namespace talus {

// The planes that the groups of a run write. A plane that no state holds any
// more is written again: new memory costs as much as a pass over it. Holds no
// plane back that could not serve. For one thread.
class SparePlanes {
 public:
  // Planes as MakePlanes makes them when it need not zero them.
  State Make(const Program& program, LayerSet layers, const Rect& rect);

 private:
  std::vector<std::shared_ptr<LayerPlane>> made_;
  Rect rect_;  // of all of them
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_SPARE_PLANES_H_

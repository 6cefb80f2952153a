#ifndef TALUS_SIM_STAGES_DROP_WALK_H_
#define TALUS_SIM_STAGES_DROP_WALK_H_

#include <cstdint>
#include <stop_token>

#include "sim/base/rect.h"
#include "sim/stages/drop_brush.h"
#include "sim/stages/drop_ground.h"
#include "sim/stages/drop_model.h"
#include "sim/stages/drop_sums.h"

namespace talus::drops {

// What the walk of the drops of one pass over one window starts from.
struct WalkSetup {
  const Model& model;
  const Brush& brush;
  uint64_t seed = 0;
  int64_t pass = 0;
  Rect rect;     // the window
  Rect counted;  // cells whose losses over a border are counted
  std::stop_token stop = {};
};

// Lets the drops of sums.births() run that may touch the window, and adds up in
// `sums` what they do to its cells. Drops that no longer can are let go of.
// Returns the load that left the world from counted cells. Once a stop is
// requested it ends with part of the drops under way.
int64_t Walk(const WalkSetup& setup, const Ground& ground, Sums& sums);

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_WALK_H_

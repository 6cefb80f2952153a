#ifndef TALUS_SIM_STAGES_RIVER_CUT_H_
#define TALUS_SIM_STAGES_RIVER_CUT_H_

#include <cstdint>
#include <optional>
#include <span>

#include "sim/base/plane.h"
#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/drainage.h"
#include "sim/stages/cell_draws.h"
#include "sim/stages/hillslope.h"
#include "sim/stages/outfall.h"

namespace talus::stream_power {

// A domain whose ground rises and whose rivers cut; spans have a value a cell.
struct RisingGround {
  const Drainage& drainage;
  const Outfall& outfall;
  const Plane<int32_t>& before;     // quanta
  std::span<const int32_t> uplift;  // quanta
  std::span<const float> power;     // K dt A^m, in metres
  HillslopeCells hillslope;
  double cell_m = 0;
  double slope_exponent = 1;
  const CellDraws& draws;  // round what is left
};

// What the cut takes and leaves, in quanta.
struct RiverCut {
  WordVector<int32_t> taken;    // >= 0; 0 without data
  WordVector<int32_t> surface;  // of water, or of ground where it is dry;
                                // undefined without data
};

// Lowers each cell after those that it drains to. Nothing where the work was
// stopped.
std::optional<RiverCut> CutOf(const RisingGround& ground, const Work& work);

}  // namespace talus::stream_power

#endif  // TALUS_SIM_STAGES_RIVER_CUT_H_

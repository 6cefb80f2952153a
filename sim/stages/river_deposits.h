#ifndef TALUS_SIM_STAGES_RIVER_DEPOSITS_H_
#define TALUS_SIM_STAGES_RIVER_DEPOSITS_H_

#include <cstdint>
#include <optional>
#include <span>

#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/drainage.h"
#include "sim/stages/cell_draws.h"
#include "sim/stages/hillslope.h"

namespace talus::stream_power {

// The beds of the rivers of a domain after they were cut; spans have a value a
// cell.
struct RiverBeds {
  const Drainage& drainage;
  std::span<const int32_t> ground;   // quanta
  std::span<const int32_t> surface;  // of the water; the ground where it is dry
  std::span<const int32_t> taken;    // quanta that the cut took, >= 0
  std::span<const float> coefficient;  // G, >= 0; one may stand for all
  std::span<const float> area;         // that drains through
  float cell_area = 1;                 // of a cell, in the unit of `area`
  const CellDraws& stay_draws;         // round what stays
  const CellDraws& division_draws;     // and what goes to each receiver
  float flow_exponent = 0;  // of loads that divide; 0: all to the receiver
  HillslopeCells hillslope;
};

// Quanta that the rivers lay down in each cell of what was taken above it, from
// their heads down, the load going where the area is counted: to the receiver,
// or as FlowShares says. Of what passes, a cell keeps G / (G + A): at most what
// makes it level with the lowest cell that has it for its receiver, or where
// none has, with the highest that gives to it; nothing on a hillslope and at a
// head. Standing water keeps all that it has room for, unless G is 0 there.
//
// So does the first cell of the sea that a load meets, which is under water and
// has no receiver: it fills up to the sea. Whatever is left there and at other
// outlets leaves. Nothing where the work was stopped.
std::optional<WordVector<int32_t>> DepositsOf(const RiverBeds& beds,
                                              const Work& work);

}  // namespace talus::stream_power

#endif  // TALUS_SIM_STAGES_RIVER_DEPOSITS_H_

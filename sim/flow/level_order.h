#ifndef TALUS_SIM_FLOW_LEVEL_ORDER_H_
#define TALUS_SIM_FLOW_LEVEL_ORDER_H_

#include <optional>
#include <stop_token>

#include "sim/base/word_vector.h"
#include "sim/flow/drainage.h"

namespace talus {

// Cells with data in ascending order of the filled level, of equals each after
// the one it drains to: so that a cell follows whatever it gives to, whether
// flow spreads or not. Nothing within some milliseconds of `stop`.
std::optional<WordVector<CellIndex>> LevelOrder(const Drainage& drainage,
                                                const std::stop_token& stop);

}  // namespace talus

#endif  // TALUS_SIM_FLOW_LEVEL_ORDER_H_

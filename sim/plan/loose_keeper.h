#ifndef TALUS_SIM_PLAN_LOOSE_KEEPER_H_
#define TALUS_SIM_PLAN_LOOSE_KEEPER_H_

#include <memory>

#include "sim/stage/stage.h"

namespace talus {

// A process with its account of the loose layer, which it knows nothing of:
// what it wears off comes from the loose material first, and what it lays down
// is loose. Needs the sums of both, so that they are kept whether anybody asks
// for them or not.
std::unique_ptr<Stage> KeepLoose(std::unique_ptr<Stage> process);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_LOOSE_KEEPER_H_

#ifndef TALUS_SIM_PLAN_REST_H_
#define TALUS_SIM_PLAN_REST_H_

#include <memory>

#include "sim/stage/stage.h"

namespace talus {

// A step that brings water to rest: flux layers become zero. Put before each
// top-level stage or group that uses flux.
std::unique_ptr<Stage> MakeRest();

}  // namespace talus

#endif  // TALUS_SIM_PLAN_REST_H_

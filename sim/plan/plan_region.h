#ifndef TALUS_SIM_PLAN_PLAN_REGION_H_
#define TALUS_SIM_PLAN_PLAN_REGION_H_

#include <stop_token>

#include "absl/status/statusor.h"
#include "sim/plan/engine.h"
#include "sim/plan/program.h"
#include "sim/plan/step_runner.h"

namespace talus {

// Checks a request and lays it out in windows: the largest whose memory stays
// below options.memory_bytes. The sums are exact where the cache starts empty
// and forgets nothing meanwhile; otherwise less (or, rarely, more) is done.
// INVALID_ARGUMENT, OUT_OF_RANGE or RESOURCE_EXHAUSTED where the request does
// not suit the program or the limits; CANCELLED once `stop` is requested: many
// windows take a second.
absl::StatusOr<RegionPlan> PlanRegion(const Program& program,
                                      const StepRunner& runner,
                                      const RegionRequest& request,
                                      const EngineOptions& options,
                                      const std::stop_token& stop = {});

}  // namespace talus

#endif  // TALUS_SIM_PLAN_PLAN_REGION_H_

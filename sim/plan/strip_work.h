#ifndef TALUS_SIM_PLAN_STRIP_WORK_H_
#define TALUS_SIM_PLAN_STRIP_WORK_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "sim/plan/program.h"
#include "sim/plan/state.h"
#include "sim/plan/step_runner.h"

// What is done to whole planes of a window between passes, in strips of the
// runner: CANCELLED where it is.
namespace talus {

// As MakePlanes with zeros.
absl::StatusOr<State> ZeroInStrips(StepRunner& runner, const Program& program,
                                   LayerSet layers, const Rect& rect);

// A plane of its own with the cells of `rect`, with the margin of MakePlanes.
absl::StatusOr<std::shared_ptr<LayerPlane>> CopyInStrips(StepRunner& runner,
                                                         const Program& program,
                                                         Layer layer,
                                                         const LayerPlane& from,
                                                         const Rect& rect);

// Sum of the words of a layer; 0 where the state lacks it.
absl::StatusOr<int64_t> SumInStrips(StepRunner& runner, const State& state,
                                    Layer layer, const Rect& rect);

// As Program::MaskAt.
absl::StatusOr<std::unique_ptr<Plane<int32_t>>> MaskInStrips(
    StepRunner& runner, const Program& program, int level, const Rect& rect);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_STRIP_WORK_H_

#ifndef TALUS_SIM_PLAN_LEVEL_EVALUATOR_H_
#define TALUS_SIM_PLAN_LEVEL_EVALUATOR_H_

#include <cstdint>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/plan/coarse_cache.h"
#include "sim/plan/domain_cache.h"
#include "sim/plan/program.h"
#include "sim/plan/region_ledger.h"
#include "sim/plan/state.h"
#include "sim/plan/step_runner.h"

namespace talus {

// Evaluates a program over one window: walks back through the sections, and in
// a Multiscale group up to its coarsest level, for the cells that each needs.
// What runs the steps is the runner's business.
class LevelEvaluator {
 public:
  // Either cache may be nullptr. All must outlive the evaluator. `stop` ends
  // the wait for a domain that another request is making.
  LevelEvaluator(const Program& program, StepRunner& runner, CoarseCache* cache,
                 DomainCache* domains = nullptr, std::stop_token stop = {})
      : program_(program),
        runner_(runner),
        cache_(cache),
        domains_(domains),
        stop_(std::move(stop)) {}

  // Returns `wanted` (public layers that the program makes) over `rect`, which
  // lies in the domain. Adds the balance of the cells of `counted` at this
  // level, unless `ledger` is nullptr: only then whole domains come from the
  // cache, since what happened in them is known no more.
  absl::StatusOr<State> Evaluate(int level, const Rect& rect, LayerSet wanted,
                                 const Rect& counted, RegionLedger* ledger);

 private:
  struct Task;
  struct Amounts;
  absl::StatusOr<Amounts> AmountsOf(const State& state, const Rect& cells);
  // What the counted cells gained since `before`.
  absl::StatusOr<Amounts> GainSince(const Task& task, const Amounts& before,
                                    const State& state);
  absl::StatusOr<State> EvaluateSection(const Task& task);
  absl::StatusOr<State> MakeSection(const Task& task);
  absl::StatusOr<State> SourceOf(const Task& task, const Rect& in,
                                 LayerSet live);
  absl::Status EnterLevel(const Task& task, const Rect& in, LayerSet live,
                          State& state);
  absl::StatusOr<State> RunSteps(const Task& task,
                                 const std::vector<StepRun>& runs, State state);
  absl::StatusOr<CoarseResult> Coarse(size_t section, int level,
                                      const Rect& rect);
  absl::StatusOr<CoarseResult> ComputeCoarse(size_t section, int level,
                                             const Rect& rect);

  const Program& program_;
  StepRunner& runner_;
  CoarseCache* const cache_;
  DomainCache* const domains_;
  const std::stop_token stop_;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_LEVEL_EVALUATOR_H_

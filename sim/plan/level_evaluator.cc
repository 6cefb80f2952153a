#include "sim/plan/level_evaluator.h"

#include <utility>

#include "sim/base/fixed.h"
#include "sim/base/float_env.h"
#include "sim/base/status_macros.h"
#include "sim/plan/resample.h"
#include "sim/plan/strip_work.h"

namespace talus {

// One section to be evaluated at one level.
struct LevelEvaluator::Task {
  size_t section = 0;
  int level = 0;
  Rect rect;
  LayerSet wanted;
  Rect counted;
  RegionLedger* ledger = nullptr;
  std::shared_ptr<LayerPlane>* source_ground =
      nullptr;  // set to the ground that a Multiscale started from
};

// Ground, with the load, and water of some cells.
struct LevelEvaluator::Amounts {
  int64_t ground = 0;
  int64_t water = 0;
};

namespace {

// Lets a load settle on the ground, as far as the valid range goes.
void Settle(const Plane<int32_t>& load, const Rect& rect,
            Plane<int32_t>& ground) {
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const int32_t* a = load.At(rect.x0, y);
    int32_t* b = ground.At(rect.x0, y);
    for (int64_t i = 0; i < rect.width(); ++i) {
      b[i] = Saturated(int64_t{b[i]} + a[i]);
    }
  }
}

void Subtract(const Plane<int32_t>& from, const Rect& rect,
              Plane<int32_t>& to) {
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const int32_t* a = from.At(rect.x0, y);
    int32_t* b = to.At(rect.x0, y);
    for (int64_t i = 0; i < rect.width(); ++i) b[i] -= a[i];
  }
}

}  // namespace

absl::StatusOr<State> LevelEvaluator::Evaluate(int level, const Rect& rect,
                                               LayerSet wanted,
                                               const Rect& counted,
                                               RegionLedger* ledger) {
  const ScopedFloatEnv float_env;
  const Task task{program_.sections().size() - 1,   level,   rect,
                  wanted | BalanceLayers(program_), counted, ledger};
  TALUS_ASSIGN_OR_RETURN(State state, EvaluateSection(task));
  if (ledger == nullptr) return state;
  TALUS_ASSIGN_OR_RETURN(const Amounts after, AmountsOf(state, counted));
  ledger->ground_after += after.ground;
  ledger->water_after += after.water;
  return state;
}

absl::StatusOr<LevelEvaluator::Amounts> LevelEvaluator::AmountsOf(
    const State& state, const Rect& cells) {
  Amounts amounts;
  for (const Layer layer : {Layer::kHeight, Layer::kSediment}) {
    TALUS_ASSIGN_OR_RETURN(const int64_t sum,
                           SumInStrips(runner_, state, layer, cells));
    amounts.ground += sum;
  }
  TALUS_ASSIGN_OR_RETURN(amounts.water,
                         SumInStrips(runner_, state, Layer::kWater, cells));
  return amounts;
}

absl::StatusOr<LevelEvaluator::Amounts> LevelEvaluator::GainSince(
    const Task& task, const Amounts& before, const State& state) {
  TALUS_ASSIGN_OR_RETURN(const Amounts after, AmountsOf(state, task.counted));
  return Amounts{after.ground - before.ground, after.water - before.water};
}

absl::StatusOr<State> LevelEvaluator::EvaluateSection(const Task& task) {
  const Section& section = program_.sections()[task.section];
  if (!section.levels[static_cast<size_t>(task.level)].whole_domain) {
    return MakeSection(task);
  }
  // All that anybody may ask of it, since the cache does not tell who asks.
  Task all = task;
  all.rect = program_.MadeFor(task.section, task.level, task.rect);
  all.wanted = task.wanted |
               (MadeBefore(program_, task.section + 1) & program_.layers());
  const auto make = [&] { return MakeSection(all); };
  // What a coarse level started from is not kept.
  if (domains_ == nullptr || task.source_ground != nullptr) return make();
  const DomainCache::Key key{section.digest, task.level};
  if (task.ledger == nullptr) return domains_->Get(key, stop_, make);
  TALUS_ASSIGN_OR_RETURN(State state, make());
  domains_->Put(key, state);
  return state;
}

absl::StatusOr<State> LevelEvaluator::MakeSection(const Task& task) {
  const Section& section = program_.sections()[task.section];
  const LevelSteps& steps = section.levels[static_cast<size_t>(task.level)];
  const std::vector<StepRun> runs = RunsOf(
      program_, task.section, task.level, task.rect, task.wanted, task.counted);
  const LayerSet live = LiveBeforeRuns(runs, task.wanted);
  const Rect in = program_.Clip(task.level, Grow(task.rect, steps.halo));
  TALUS_ASSIGN_OR_RETURN(State state, SourceOf(task, in, live));
  if (section.multiscale) {
    TALUS_RETURN_IF_ERROR(EnterLevel(task, in, live, state));
  }
  return RunSteps(task, runs, std::move(state));
}

// The state before the section: what the sections before it leave, and zero for
// layers that nobody made yet.
absl::StatusOr<State> LevelEvaluator::SourceOf(const Task& task, const Rect& in,
                                               LayerSet live) {
  const bool multiscale = program_.sections()[task.section].multiscale;
  State state;
  if (task.section > 0) {
    const Task before{task.section - 1,
                      task.level,
                      in,
                      AskedBefore(program_, task.section, live),
                      task.counted,
                      task.ledger};
    TALUS_ASSIGN_OR_RETURN(state, EvaluateSection(before));
  }
  const LayerSet begun =
      multiscale ? (live - kLevelLayers) | LayerSet{Layer::kHeight} : live;
  const LayerSet missing = begun - state.layers();
  TALUS_ASSIGN_OR_RETURN(const State zero,
                         ZeroInStrips(runner_, program_, missing, in));
  missing.ForEach([&](Layer l) { state.Set(l, zero.Get(l)); });
  return state;
}

absl::Status LevelEvaluator::EnterLevel(const Task& task, const Rect& in,
                                        LayerSet live, State& state) {
  const Section& section = program_.sections()[task.section];
  Amounts before;
  if (task.ledger != nullptr) {
    TALUS_ASSIGN_OR_RETURN(before, AmountsOf(state, task.counted));
  }
  TALUS_ASSIGN_OR_RETURN(auto ground,
                         CopyInStrips(runner_, program_, Layer::kHeight,
                                      *state.Get(Layer::kHeight), in));
  if (state.Has(Layer::kSediment)) {
    const LayerPlane& load = *state.Get(Layer::kSediment);
    TALUS_RETURN_IF_ERROR(runner_.ForStrips(
        in, [&](const Rect& strip) { Settle(load, strip, *ground); }));
  }
  const LayerSet fresh = live & kLevelLayers;
  TALUS_ASSIGN_OR_RETURN(const State zero,
                         ZeroInStrips(runner_, program_, fresh, in));
  kLevelLayers.ForEach([&](Layer l) { state.Set(l, zero.Get(l)); });
  if (task.source_ground != nullptr) {
    TALUS_ASSIGN_OR_RETURN(
        *task.source_ground,
        CopyInStrips(runner_, program_, Layer::kHeight, *ground, task.rect));
  }
  if (task.level < section.coarsest_level) {
    const Rect needed = program_.Clip(task.level + 1, CoarseRectOf(in));
    TALUS_ASSIGN_OR_RETURN(CoarseResult coarse,
                           Coarse(task.section, task.level + 1, needed));
    TALUS_ASSIGN_OR_RETURN(
        const auto mask,
        MaskInStrips(runner_, program_, task.level + 1, coarse.delta->rect()));
    const bool flows = live.Has(Layer::kFlow);
    TALUS_RETURN_IF_ERROR(runner_.ForStrips(in, [&](const Rect& strip) {
      AddUpsampled(*coarse.delta, mask.get(), strip, *ground);
      if (!flows) return;
      UpsampleFlow(*coarse.flow, mask.get(), strip, *state.Get(Layer::kFlow));
    }));
  }
  state.Set(Layer::kHeight, std::move(ground));
  if (task.ledger == nullptr) return absl::OkStatus();
  TALUS_ASSIGN_OR_RETURN(const Amounts gain, GainSince(task, before, state));
  task.ledger->from_coarser += gain.ground;
  task.ledger->water_dropped -= gain.water;
  return absl::OkStatus();
}

absl::StatusOr<State> LevelEvaluator::RunSteps(const Task& task,
                                               const std::vector<StepRun>& runs,
                                               State state) {
  for (const StepRun& run : runs) {
    const bool booked = IsSourceRun(run) && task.ledger != nullptr;
    Amounts before;
    if (booked) {
      TALUS_ASSIGN_OR_RETURN(before, AmountsOf(state, task.counted));
    }
    Ledger flows;
    TALUS_ASSIGN_OR_RETURN(state, runner_.Run(std::move(state), run, &flows));
    if (task.ledger != nullptr) task.ledger->flows += flows;
    if (!booked) continue;
    TALUS_ASSIGN_OR_RETURN(const Amounts made, GainSince(task, before, state));
    task.ledger->ground_sources += made.ground;
    task.ledger->water_sources += made.water;
  }
  return state;
}

absl::StatusOr<CoarseResult> LevelEvaluator::Coarse(size_t section, int level,
                                                    const Rect& rect) {
  if (cache_ == nullptr) return ComputeCoarse(section, level, rect);
  CoarseResult result;
  const State planes = MakePlanes(program_, {Layer::kHeight, Layer::kFlow},
                                  rect, /*zeroed=*/false);
  result.delta = planes.Get(Layer::kHeight);
  result.flow = planes.Get(Layer::kFlow);
  const CoarseCache::Prefix prefix{program_.sections()[section].digest, level};
  const Rect missing = cache_->Read(prefix, rect, result);
  if (missing.empty()) return result;
  const Rect cells = program_.MadeFor(
      section, level,
      program_.Clip(level, CellsOf(missing, CoarseCache::kBlockCells)));
  TALUS_ASSIGN_OR_RETURN(CoarseResult made,
                         ComputeCoarse(section, level, cells));
  cache_->Write(prefix, cells, program_.DomainAt(level).value_or(cells), made);
  CopyCoarse(made, Intersect(cells, rect), result);
  return result;
}

absl::StatusOr<CoarseResult> LevelEvaluator::ComputeCoarse(size_t section,
                                                           int level,
                                                           const Rect& rect) {
  std::shared_ptr<LayerPlane> source;
  const Task task{section, level,   rect,   CoarseLayers(program_),
                  Rect{},  nullptr, &source};
  TALUS_ASSIGN_OR_RETURN(State state, EvaluateSection(task));
  CoarseResult result;
  TALUS_ASSIGN_OR_RETURN(result.delta,
                         CopyInStrips(runner_, program_, Layer::kHeight,
                                      *state.Get(Layer::kHeight), rect));
  const LayerPlane* load = state.Get(Layer::kSediment).get();
  TALUS_RETURN_IF_ERROR(runner_.ForStrips(rect, [&](const Rect& strip) {
    if (load != nullptr) Settle(*load, strip, *result.delta);
    Subtract(*source, strip, *result.delta);
  }));
  if (!state.Has(Layer::kFlow)) {
    TALUS_ASSIGN_OR_RETURN(
        state, ZeroInStrips(runner_, program_, {Layer::kFlow}, rect));
  }
  result.flow = state.Get(Layer::kFlow);
  return result;
}

}  // namespace talus

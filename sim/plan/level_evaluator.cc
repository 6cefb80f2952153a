#include "sim/plan/level_evaluator.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/base/fixed.h"
#include "sim/base/float_env.h"
#include "sim/base/status_macros.h"
#include "sim/plan/resample.h"

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

namespace {

int64_t SumOf(const State& state, Layer layer, const Rect& cells) {
  if (!state.Has(layer) || cells.empty()) return 0;
  int64_t sum = 0;
  for (int64_t y = cells.y0; y < cells.y1; ++y) {
    const int32_t* row = state.Get(layer)->At(cells.x0, y);
    for (int64_t i = 0; i < cells.width(); ++i) sum += row[i];
  }
  return sum;
}

int64_t GroundOf(const State& state, const Rect& cells) {
  return SumOf(state, Layer::kHeight, cells) +
         SumOf(state, Layer::kSediment, cells);
}

// Books what sources change of the counted cells, from its making to Close.
class SourceAccount {
 public:
  SourceAccount(const State& state, const Rect& counted, RegionLedger* ledger)
      : counted_(counted),
        ledger_(ledger),
        ground_(GroundOf(state, counted)),
        water_(SumOf(state, Layer::kWater, counted)) {}

  void Close(const State& state) const {
    if (ledger_ == nullptr) return;
    ledger_->ground_sources += GroundOf(state, counted_) - ground_;
    ledger_->water_sources += SumOf(state, Layer::kWater, counted_) - water_;
  }

 private:
  const Rect counted_;
  RegionLedger* const ledger_;
  const int64_t ground_;
  const int64_t water_;
};

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

// A plane of its own with the cells of `rect`.
std::shared_ptr<LayerPlane> CopyOf(const Program& program, Layer layer,
                                   const LayerPlane& from, const Rect& rect) {
  auto plane = MakePlanes(program, {layer}, rect, false).Get(layer);
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    std::copy_n(from.At(rect.x0, y), rect.width(), plane->At(rect.x0, y));
  }
  return plane;
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
  ledger->ground_after += GroundOf(state, counted);
  ledger->water_after += SumOf(state, Layer::kWater, counted);
  return state;
}

absl::StatusOr<State> LevelEvaluator::EvaluateSection(const Task& task) {
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
  const State zero = MakePlanes(program_, missing, in, /*zeroed=*/true);
  missing.ForEach([&](Layer l) { state.Set(l, zero.Get(l)); });
  return state;
}

absl::Status LevelEvaluator::EnterLevel(const Task& task, const Rect& in,
                                        LayerSet live, State& state) {
  const Section& section = program_.sections()[task.section];
  const SourceAccount account(state, task.counted, task.ledger);
  auto ground =
      CopyOf(program_, Layer::kHeight, *state.Get(Layer::kHeight), in);
  if (state.Has(Layer::kSediment)) {
    Settle(*state.Get(Layer::kSediment), in, *ground);
  }
  const LayerSet fresh = live & kLevelLayers;
  State zero = MakePlanes(program_, fresh, in, /*zeroed=*/true);
  kLevelLayers.ForEach([&](Layer l) { state.Set(l, zero.Get(l)); });
  if (task.source_ground != nullptr) {
    *task.source_ground = CopyOf(program_, Layer::kHeight, *ground, task.rect);
  }
  if (task.level < section.coarsest_level) {
    const Rect needed = program_.Clip(task.level + 1, CoarseRectOf(in));
    TALUS_ASSIGN_OR_RETURN(CoarseResult coarse,
                           Coarse(task.section, task.level + 1, needed));
    const auto mask = program_.MaskAt(task.level + 1, coarse.delta->rect());
    AddUpsampled(*coarse.delta, mask.get(), in, *ground);
    if (live.Has(Layer::kFlow)) {
      UpsampleFlow(*coarse.flow, mask.get(), in, *state.Get(Layer::kFlow));
    }
  }
  state.Set(Layer::kHeight, std::move(ground));
  account.Close(state);
  return absl::OkStatus();
}

absl::StatusOr<State> LevelEvaluator::RunSteps(const Task& task,
                                               const std::vector<StepRun>& runs,
                                               State state) {
  for (const StepRun& run : runs) {
    std::optional<SourceAccount> account;
    if (IsSourceRun(run)) account.emplace(state, task.counted, task.ledger);
    Ledger flows;
    TALUS_ASSIGN_OR_RETURN(state, runner_.Run(std::move(state), run, &flows));
    if (task.ledger != nullptr) task.ledger->flows += flows;
    if (account) account->Close(state);
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
  const CoarseCache::Prefix prefix{program_.digest(), section, level};
  const Rect missing = cache_->Read(prefix, rect, result);
  if (missing.empty()) return result;
  const Rect cells =
      program_.Clip(level, CellsOf(missing, CoarseCache::kBlockCells));
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
  result.delta =
      CopyOf(program_, Layer::kHeight, *state.Get(Layer::kHeight), rect);
  if (state.Has(Layer::kSediment)) {
    Settle(*state.Get(Layer::kSediment), rect, *result.delta);
  }
  Subtract(*source, rect, *result.delta);
  result.flow =
      state.Has(Layer::kFlow)
          ? state.Get(Layer::kFlow)
          : MakePlanes(program_, {Layer::kFlow}, rect, true).Get(Layer::kFlow);
  return result;
}

}  // namespace talus

#include "sim/plan/step_runner.h"

#include <algorithm>
#include <iterator>

namespace talus {

namespace {

bool IsSource(const Step& step) {
  return step.stage->info().budget == Budget::kSource;
}

LayerSet MadeBy(absl::Span<const Step> steps) {
  LayerSet made;
  for (const Step& step : steps) {
    made = made | step.stage->info().writes | step.stage->info().optional;
  }
  return made;
}

// The layers that must be known before the steps, so that `wanted` is right
// after them.
LayerSet LiveBefore(const Program& program, absl::Span<const Step> steps,
                    LayerSet wanted) {
  LayerSet live = wanted;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    live = (live - step->stage->info().writes) | ReadBy(program, *step, live);
  }
  return live;
}

}  // namespace

absl::Status StepRunner::ForStrips(
    const Rect& rect, const std::function<void(const Rect&)>& work) {
  if (!rect.empty()) work(rect);
  return absl::OkStatus();
}

int64_t StepRunner::WorkBytes(const StepRun& run) const {
  int64_t scratch_bytes = 0;
  for (const Step& step : run.steps) {
    scratch_bytes =
        std::max<int64_t>(scratch_bytes, step.stage->info().scratch_bytes);
  }
  return scratch_bytes * HaloOf(run).area();
}

LayerSet BalanceLayers(const Program& program) {
  return LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment} &
         program.layers();
}

LayerSet MadeBefore(const Program& program, size_t section) {
  LayerSet made;
  for (size_t i = 0; i < section; ++i) {
    for (const LevelSteps& level : program.sections()[i].levels) {
      made = made | MadeBy(level.steps);
    }
  }
  return made;
}

LayerSet CoarseLayers(const Program& program) {
  return LayerSet{Layer::kHeight, Layer::kSediment, Layer::kFlow} &
         program.layers();
}

LayerSet LiveBeforeRuns(const std::vector<StepRun>& runs, LayerSet wanted) {
  return runs.empty() ? wanted : runs[0].before;
}

LayerSet AskedBefore(const Program& program, size_t section, LayerSet live) {
  LayerSet asked = live;
  if (program.sections()[section].multiscale) {
    // Load settles on entry and water is dropped: both are asked for even where
    // no stage of the group reads them.
    asked = (live - kLevelLayers) | BalanceLayers(program);
  }
  return section == 0 ? asked : asked & MadeBefore(program, section);
}

std::vector<StepRun> RunsOf(const Program& program, size_t section, int level,
                            const Rect& rect, LayerSet wanted,
                            const Rect& counted) {
  const LevelSteps& all =
      program.sections()[section].levels[static_cast<size_t>(level)];
  const absl::Span<const Step> steps = all.steps;
  std::vector<StepRun> runs;
  int64_t halo_left = all.halo;
  for (size_t first = 0; first < steps.size();) {
    size_t last = first;
    while (last < steps.size() &&
           IsSource(steps[last]) == IsSource(steps[first])) {
      halo_left -= steps[last].stage->info().halo_cells;
      ++last;
    }
    runs.push_back({&program, level, steps.subspan(first, last - first),
                    program.Clip(level, Grow(rect, halo_left)), LayerSet{},
                    LayerSet{}, counted});
    first = last;
  }
  LayerSet live = wanted;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    run->wanted = live;
    live = LiveBefore(program, run->steps, live);
    if (IsSourceRun(*run)) {
      LayerSet made = MadeBefore(program, section);
      for (auto earlier = std::next(run); earlier != runs.rend(); ++earlier) {
        made = made | MadeBy(earlier->steps);
      }
      live = live | (BalanceLayers(program) & made);
    }
    run->before = live;
  }
  return runs;
}

bool IsSourceRun(const StepRun& run) { return IsSource(run.steps.front()); }

Rect HaloOf(const StepRun& run) {
  int64_t halo = 0;
  for (const Step& step : run.steps) halo += step.stage->info().halo_cells;
  return run.program->Clip(run.level, Grow(run.out, halo));
}

LayerSet ReadBy(const Program& program, const Step& step, LayerSet live_after) {
  const StageInfo& info = step.stage->info();
  const LayerSet made = program.layers() | kFluxLayers;
  return (info.reads & made) | (info.optional & live_after);
}

std::vector<LayerSet> LiveAfterEach(const Program& program,
                                    absl::Span<const Step> steps,
                                    LayerSet wanted) {
  std::vector<LayerSet> live(steps.size());
  for (size_t i = steps.size(); i-- > 0;) {
    live[i] = wanted;
    wanted = LiveBefore(program, steps.subspan(i, 1), wanted);
  }
  return live;
}

State MakePlanes(const Program& program, LayerSet layers, const Rect& rect,
                 bool zeroed) {
  if (!program.DomainAt(0)) return MakeState(layers, rect, zeroed);
  const Rect grown = Grow(rect, kMaxHalo);
  State state = MakeState(layers, grown, zeroed);
  if (zeroed) return state;
  layers.ForEach([&](Layer l) {
    LayerPlane& plane = *state.Get(l);
    for (int64_t y = grown.y0; y < grown.y1; ++y) {
      if (y < rect.y0 || y >= rect.y1) {
        std::fill_n(plane.Row(y), grown.width(), 0);
        continue;
      }
      std::fill_n(plane.Row(y), kMaxHalo, 0);
      std::fill_n(plane.At(rect.x1, y), kMaxHalo, 0);
    }
  });
  return state;
}

}  // namespace talus

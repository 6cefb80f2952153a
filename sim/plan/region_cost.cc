#include "sim/plan/region_cost.h"

#include <algorithm>
#include <vector>

#include "sim/plan/resample.h"

namespace talus {
namespace {

int64_t BytesOf(const Program& program, LayerSet layers, const Rect& rect) {
  const Rect cells = program.DomainAt(0) ? Grow(rect, kMaxHalo) : rect;
  int64_t planes = 0;
  layers.ForEach([&](Layer) { ++planes; });
  return planes * (cells.width() + 3 * LayerPlane::kPad) * cells.height() * 4;
}

class CostWalk {
 public:
  CostWalk(const Program& program, const StepRunner& runner)
      : program_(program), runner_(runner) {}

  WindowCost cost;

  // Adds a section at a level; returns the bytes it holds at the peak. `core`
  // is what the window needs of the level without halos.
  int64_t Visit(size_t section, int level, const Rect& rect, const Rect& core,
                LayerSet wanted) {
    const Section& s = program_.sections()[section];
    const LevelSteps& steps = s.levels[static_cast<size_t>(level)];
    const std::vector<StepRun> runs =
        RunsOf(program_, section, level, rect, wanted, Rect{});
    const LayerSet live = LiveBeforeRuns(program_, runs, wanted);
    const Rect in = program_.Clip(level, Grow(rect, steps.halo));
    int64_t peak = 0;
    if (section > 0) {
      peak = Visit(section - 1, level, in, core,
                   AskedBefore(program_, section, live));
    }
    const int64_t held = BytesOf(program_, live, in);
    peak = std::max(peak, 2 * held);
    if (s.multiscale && level < s.coarsest_level) {
      const Rect coarse = program_.Clip(level + 1, CoarseRectOf(in));
      const LayerSet two = {Layer::kHeight, Layer::kFlow};
      const Rect coarse_core = {core.x0 >> 1, core.y0 >> 1, (core.x1 + 1) >> 1,
                                (core.y1 + 1) >> 1};
      peak = std::max(peak, 2 * held + 2 * BytesOf(program_, two, coarse) +
                                Visit(section, level + 1, coarse, coarse_core,
                                      CoarseLayers(program_)));
    }
    for (const StepRun& run : runs) {
      peak = std::max(peak, AddRun(s, level, run, core));
    }
    return peak;
  }

 private:
  int64_t AddRun(const Section& section, int level, const StepRun& run,
                 const Rect& core) {
    cost.cell_passes += runner_.CellPasses(run);
    LayerSet written;
    int64_t grow = 0;
    for (size_t i = run.steps.size(); i-- > 0;) {
      const StageInfo& info = run.steps[i].stage->info();
      const int64_t cells = program_.Clip(level, Grow(run.out, grow)).area();
      cost.core_cell_passes += program_.Clip(level, core).area();
      grow += info.halo_cells;
      written = written | info.writes | (info.optional & run.wanted);
      if (run.steps[i].cost_row < 0) continue;
      StageCost& row = RowOf(
          section.paths[static_cast<size_t>(run.steps[i].cost_row)], level);
      row.halo_cells = info.halo_cells;
      row.passes += 1;
      row.cell_passes += cells;
    }
    const Rect in = HaloOf(run);
    const LayerSet before = LiveBefore(program_, run.steps, run.wanted);
    // What goes in, what comes out of a group, the group before it, and the
    // mask.
    return BytesOf(program_, before, in) + 2 * BytesOf(program_, written, in) +
           BytesOf(program_, {Layer::kHeight}, in);
  }

  StageCost& RowOf(const std::string& path, int level) {
    for (StageCost& row : cost.stages) {
      if (row.path == path && row.level == level) return row;
    }
    cost.stages.push_back({path, level, 0, 0, 0});
    return cost.stages.back();
  }

  const Program& program_;
  const StepRunner& runner_;
};

}  // namespace

WindowCost CostOfWindow(const Program& program, const StepRunner& runner,
                        int level, const Rect& rect, LayerSet wanted) {
  CostWalk walk(program, runner);
  walk.cost.memory_bytes =
      walk.Visit(program.sections().size() - 1, level, rect, rect,
                 wanted | BalanceLayers(program));
  return walk.cost;
}

}  // namespace talus

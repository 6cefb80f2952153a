#include "sim/plan/region_cost.h"

#include <algorithm>
#include <vector>

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

  // Adds a visit and what it needs; returns the bytes it holds at the peak.
  int64_t Add(const SectionVisit& visit, LayerSet wanted) {
    const Section& section = program_.sections()[visit.section];
    const std::vector<StepRun> runs =
        RunsOf(program_, visit.section, visit.level, visit.out, wanted, Rect{});
    const LayerSet live = LiveBeforeRuns(runs, wanted);
    int64_t peak = 0;
    if (visit.before != nullptr) {
      peak = Add(*visit.before, AskedBefore(program_, visit.section, live));
    }
    // What came from before, what the level begins with, and the ground before
    // the group.
    const LayerSet begun =
        section.multiscale ? live | BalanceLayers(program_) : live;
    const int64_t held = 2 * BytesOf(program_, begun, visit.in) +
                         BytesOf(program_, {Layer::kHeight}, visit.out);
    peak = std::max(peak, held);
    if (!visit.asked_of_coarse.empty()) {
      const int64_t handed =
          2 * BytesOf(program_, CoarseLayers(program_), visit.asked_of_coarse);
      const int64_t made = visit.coarse == nullptr
                               ? 0
                               : Add(*visit.coarse, CoarseLayers(program_));
      peak = std::max(peak, held + handed + made);
    }
    std::vector<StageCost> rows(section.paths.size());
    for (const StepRun& run : runs) {
      cost.cell_passes += runner_.CellPasses(run);
      AddSteps(run, rows);
      peak = std::max(
          peak, PeakOf(run) + BytesOf(program_, {Layer::kHeight}, visit.out));
    }
    for (size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].passes > 0) AddRow(section.paths[i], visit.level, rows[i]);
    }
    return peak;
  }

 private:
  void AddSteps(const StepRun& run, std::vector<StageCost>& rows) const {
    const std::vector<LayerSet> live =
        LiveAfterEach(program_, run.steps, run.wanted);
    int64_t grow = 0;
    for (size_t i = run.steps.size(); i-- > 0;) {
      const Step* step = &run.steps[i];
      const int halo = step->stage->info().halo_cells;
      if (step->cost_row >= 0) {
        StageCost& row = rows[static_cast<size_t>(step->cost_row)];
        row.passes += 1;
        row.halo_cells = halo;
        const Rect out = program_.Clip(run.level, Grow(run.out, grow));
        const Rect in = program_.Clip(run.level, Grow(run.out, grow + halo));
        row.cell_passes += out.area();
        row.memory_bytes =
            std::max(row.memory_bytes, PlanesOf(*step, live[i], in, out));
      }
      grow += halo;
    }
  }

  // What one pass reads and what it writes.
  int64_t PlanesOf(const Step& step, LayerSet live_after, const Rect& in,
                   const Rect& out) const {
    const StageInfo& info = step.stage->info();
    return BytesOf(program_, ReadBy(program_, step, live_after), in) +
           BytesOf(program_, info.writes | (info.optional & live_after), out) +
           info.scratch_bytes * in.area();
  }

  // What goes in, what comes out of a group, the group before it, the mask with
  // its runs, and what passes hold while they work.
  int64_t PeakOf(const StepRun& run) const {
    LayerSet written;
    for (const Step& step : run.steps) {
      const StageInfo& info = step.stage->info();
      written = written | info.writes | (info.optional & run.wanted);
    }
    const Rect in = HaloOf(run);
    return BytesOf(program_, run.before | run.wanted, in) +
           2 * BytesOf(program_, written, in) +
           BytesOf(program_, {Layer::kHeight}, Grow(in, kMaxHalo)) +
           runner_.WorkBytes(run);
  }

  // A section may be visited more than once at a level.
  void AddRow(const std::string& path, int level, const StageCost& row) {
    for (StageCost& known : cost.stages) {
      if (known.path != path || known.level != level) continue;
      known.cell_passes += row.cell_passes;
      known.memory_bytes = std::max(known.memory_bytes, row.memory_bytes);
      return;
    }
    cost.stages.push_back({path, level, row.passes, row.halo_cells,
                           row.cell_passes, row.memory_bytes});
  }

  const Program& program_;
  const StepRunner& runner_;
};

}  // namespace

WindowCost CostOf(const Program& program, const StepRunner& runner,
                  const SectionVisit& walk, LayerSet wanted) {
  CostWalk sum(program, runner);
  sum.cost.memory_bytes = sum.Add(walk, wanted | BalanceLayers(program));
  return sum.cost;
}

int64_t CoreCellPasses(const Program& program, int level, const Rect& rect) {
  int64_t passes = 0;
  int coarsest = level;
  for (size_t i = program.sections().size(); i-- > 0;) {
    const Section& section = program.sections()[i];
    // A group asks everything before it for its coarse levels too.
    if (section.multiscale) {
      coarsest = std::max(coarsest, section.coarsest_level);
    }
    Rect cells = rect;
    for (int l = level; l <= coarsest; ++l) {
      passes += static_cast<int64_t>(
                    section.levels[static_cast<size_t>(l)].steps.size()) *
                program.Clip(l, cells).area();
      cells = {cells.x0 >> 1, cells.y0 >> 1, (cells.x1 + 1) >> 1,
               (cells.y1 + 1) >> 1};
    }
  }
  return passes;
}

}  // namespace talus

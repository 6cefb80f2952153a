#include "sim/stages/river_cut.h"

#include <algorithm>

#include "sim/base/fixed.h"
#include "sim/flow/flow_graph.h"
#include "sim/flow/flow_walk.h"
#include "sim/stages/stream_power_solver.h"

namespace talus::stream_power {
namespace {

class Cutter {
 public:
  Cutter(const RisingGround& ground, RiverCut& cut) : g_(ground), cut_(cut) {}

  // REQUIRES: the cells that it drains to are cut, and with hillslopes all
  // lower ones beside it.
  void Cut(CellIndex i) const {
    const int32_t h = HeightBefore(i);
    const int32_t risen = h + g_.uplift[i];
    const CellIndex to = g_.drainage.receiver[i];
    const bool leaves = to == Drainage::kNone;
    const int32_t base =
        leaves ? g_.outfall.Level(i, h, risen) : cut_.surface[to];
    const double distance = leaves ? 1 : g_.drainage.Distance(i, to);
    const bool lake = g_.drainage.filled[i] > h;
    const int64_t above = int64_t{risen} - base;
    cut_.surface[i] = std::max(risen, base);
    if (lake || above <= 0) return;
    const double kept = Kept(i, static_cast<double>(above), base, distance);
    const auto whole =
        std::min(static_cast<int64_t>(kept + g_.draws.Of(i)), above);
    cut_.taken[i] = static_cast<int32_t>(above - whole);
    cut_.surface[i] = static_cast<int32_t>(base + whole);
  }

 private:
  int32_t HeightBefore(CellIndex i) const {
    const auto width = static_cast<CellIndex>(g_.drainage.width);
    const Rect& domain = g_.before.rect();
    return *g_.before.At(domain.x0 + i % width, domain.y0 + i / width);
  }

  // Quanta that are left of those above the base.
  double Kept(CellIndex i, double above, int32_t base, double distance) const {
    const double kept =
        DropAfter(double{kMetersPerQuantum} * above, double{g_.power[i]},
                  g_.cell_m * distance, g_.slope_exponent) *
        double{kQuantaPerMeter};
    const double steepest = g_.hillslope.At(i);
    if (steepest <= 0) return kept;
    double most = steepest * distance;
    // Beyond an outfall nothing is known but the base.
    if (g_.drainage.receiver[i] != Drainage::kNone) {
      most = std::min(
          most, HighestOver(cut_.surface, g_.drainage, i, steepest) - base);
    }
    return std::min(kept, std::max(most, 0.0));
  }

  const RisingGround& g_;
  RiverCut& cut_;
};

}  // namespace

std::optional<RiverCut> CutOf(const RisingGround& ground, const Work& work) {
  RiverCut cut;
  cut.taken.resize(ground.drainage.size());
  cut.surface.resize(ground.drainage.size());
  const bool begun =
      work.ForParts(cut.taken.size(), [&](size_t first, size_t last) {
        std::fill(cut.taken.begin() + static_cast<int64_t>(first),
                  cut.taken.begin() + static_cast<int64_t>(last), 0);
      });
  const Cutter cutter(ground, cut);
  const FlowGraph graph(ground.drainage, ground.hillslope.steepest > 0);
  const auto visit = [&](CellIndex i) { cutter.Cut(i); };
  if (!begun || !WalkFlow<FlowWay::kUp>(graph, work, visit))
    return std::nullopt;
  return cut;
}

}  // namespace talus::stream_power

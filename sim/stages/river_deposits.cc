// Based on: Davy, Lague. Fluvial erosion/transport equation of landscape
// evolution models revisited. 2009. doi:10.1029/2008JF001146
// Based on: Yuan, Braun, Guerit, Rouby, Cordonnier. A new efficient method to
// solve the stream power law model taking into account sediment deposition.
// 2019. doi:10.1029/2018JF004867 (the form with drainage area)
//
// Departs from them: one walk down the rivers after the cut in place of sweeps
// until both agree, so that no step leaves a slope that runs backward and a
// pass stays linear in the cells.

#include "sim/stages/river_deposits.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/flow/flow_graph.h"
#include "sim/flow/flow_shares.h"
#include "sim/flow/flow_walk.h"

namespace talus::stream_power {
namespace {

// Hillslopes are this share of the steepest slope or more: what is cut to it is
// rounded.
constexpr double kAsSteep = 0.98;
constexpr int32_t kNoDonor = INT32_MAX;

// One walk down the rivers.
class Walk {
 public:
  explicit Walk(const RiverBeds& beds)
      : beds_(beds),
        divides_(beds.flow_exponent > 0),
        laid_(beds.ground.size()),
        load_(beds.ground.size()),
        lowest_donor_(beds.ground.size()),
        highest_donor_(divides_ ? beds.ground.size() : 0) {}

  bool Run(const Work& work) {
    const bool begun =
        work.ForParts(laid_.size(), [&](size_t first, size_t last) {
          for (size_t i = first; i < last; ++i) Begin(i);
        });
    const auto pass = [&](CellIndex i) { Pass(i); };
    return begun && WalkFlow<FlowWay::kDown>(
                        FlowGraph(beds_.drainage, divides_), work, pass);
  }
  WordVector<int32_t> Take() { return std::move(laid_); }

 private:
  void Begin(size_t i) {
    laid_[i] = 0;
    load_[i] = beds_.taken[i];
    lowest_donor_[i] = kNoDonor;
    if (divides_) highest_donor_[i] = INT32_MIN;
  }

  // REQUIRES: all its donors have passed.
  void Pass(CellIndex i) {
    const int32_t top = beds_.ground[i] + LayDown(i);
    const CellIndex to = beds_.drainage.receiver[i];
    if (to == Drainage::kNone) return;
    const int32_t surface = std::max(beds_.surface[i], top);
    LowerTo(lowest_donor_[to], surface);
    if (!divides_) return AddTo(load_[to], load_[i]);
    const FlowShares shares(beds_.drainage, i, beds_.flow_exponent);
    shares.Divide(load_[i], beds_.division_draws.Of(i),
                  [&](CellIndex receiver, int64_t part) {
                    AddTo(load_[receiver], part);
                    RaiseTo(highest_donor_[receiver], surface);
                  });
  }

  // What stays of the load, in quanta.
  int32_t LayDown(CellIndex i) {
    const double g = beds_.coefficient[beds_.coefficient.size() == 1 ? 0 : i];
    if (g == 0) return 0;
    const int64_t room = int64_t{Ceiling(i)} - beds_.ground[i];
    if (room <= 0) return 0;
    int64_t stays = load_[i];
    if (beds_.surface[i] <= beds_.ground[i]) {
      const double area = std::max(beds_.area[i] / beds_.cell_area, 1.0f);
      const double share = g / (g + area);
      stays = static_cast<int64_t>(share * static_cast<double>(stays) +
                                   beds_.stay_draws.Of(i));
    }
    stays = std::min({stays, load_[i], room});
    laid_[i] = static_cast<int32_t>(stays);
    load_[i] -= stays;
    return laid_[i];
  }

  // Up to where deposits may rise.
  int32_t Ceiling(CellIndex i) const {
    const int32_t ground = beds_.ground[i];
    if (beds_.surface[i] > ground) return beds_.surface[i];
    const CellIndex to = beds_.drainage.receiver[i];
    if (to == Drainage::kNone) return ground;
    const double drop = static_cast<double>(ground) - beds_.surface[to];
    const double steepest = beds_.hillslope.At(i);
    if (steepest > 0 &&
        drop >= kAsSteep * steepest * beds_.drainage.Distance(i, to)) {
      return ground;
    }
    if (lowest_donor_[i] != kNoDonor) return lowest_donor_[i];
    return divides_ ? highest_donor_[i] : ground;
  }

  const RiverBeds& beds_;
  const bool divides_;
  WordVector<int32_t> laid_;
  WordVector<int64_t> load_;
  WordVector<int32_t> lowest_donor_;   // its surface; kNoDonor at heads
  WordVector<int32_t> highest_donor_;  // its surface, where loads divide
};

}  // namespace

std::optional<WordVector<int32_t>> DepositsOf(const RiverBeds& beds,
                                              const Work& work) {
  Walk walk(beds);
  if (!walk.Run(work)) return std::nullopt;
  return walk.Take();
}

}  // namespace talus::stream_power

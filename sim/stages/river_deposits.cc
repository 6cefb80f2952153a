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
#include <limits>
#include <utility>

#include "absl/status/status.h"
#include "sim/flow/flow_shares.h"

namespace talus::stream_power {
namespace {

constexpr size_t kBetweenStops = size_t{1} << 16;  // cells
// Hillslopes are this share of the steepest slope or more: what is cut to it is
// rounded.
constexpr double kAsSteep = 0.98;

// One walk down the rivers.
class Walk {
 public:
  explicit Walk(const RiverBeds& beds)
      : beds_(beds),
        laid_(beds.ground.size()),
        load_(beds.taken.begin(), beds.taken.end()),
        lowest_donor_(beds.ground.size(), kNone),
        highest_donor_(beds.ground.size(),
                       std::numeric_limits<int32_t>::min()) {}

  // REQUIRES: all its donors have passed.
  void Pass(CellIndex i) {
    const int32_t top = beds_.ground[i] + LayDown(i);
    const CellIndex to = beds_.drainage.receiver[i];
    if (to == Drainage::kNone) return;
    const int32_t surface = std::max(beds_.surface[i], top);
    lowest_donor_[to] = std::min(lowest_donor_[to], surface);
    if (beds_.flow_exponent > 0) return HandOn(i, surface);
    load_[to] += load_[i];
  }
  std::vector<int32_t> Take() { return std::move(laid_); }

 private:
  static constexpr int32_t kNone = std::numeric_limits<int32_t>::max();

  // What stays of the load, in quanta.
  int32_t LayDown(CellIndex i) {
    if (beds_.coefficient[i] == 0) return 0;
    const int64_t room = int64_t{Ceiling(i)} - beds_.ground[i];
    if (room <= 0) return 0;
    int64_t stays = load_[i];
    if (beds_.surface[i] <= beds_.ground[i]) {
      const double g = beds_.coefficient[i];
      const double share = g / (g + beds_.area[i]);
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
    if (beds_.steepest > 0 &&
        drop >= kAsSteep * beds_.steepest * beds_.drainage.Distance(i, to)) {
      return ground;
    }
    return lowest_donor_[i] == kNone ? highest_donor_[i] : lowest_donor_[i];
  }

  void HandOn(CellIndex i, int32_t surface) {
    const FlowShares shares(beds_.drainage, i, beds_.flow_exponent);
    shares.Divide(load_[i], beds_.division_draws.Of(i),
                  [&](CellIndex to, int64_t part) {
                    load_[to] += part;
                    highest_donor_[to] = std::max(highest_donor_[to], surface);
                  });
  }

  const RiverBeds& beds_;
  std::vector<int32_t> laid_;
  std::vector<int64_t> load_;
  std::vector<int32_t> lowest_donor_;   // its surface; kNone at heads
  std::vector<int32_t> highest_donor_;  // its surface, of those that divide
};

}  // namespace

absl::StatusOr<std::vector<int32_t>> DepositsOf(const RiverBeds& beds,
                                                const std::stop_token& stop) {
  Walk walk(beds);
  for (size_t n = beds.order.size(); n-- > 0;) {
    if (n % kBetweenStops == 0 && stop.stop_requested()) {
      return absl::CancelledError("cancelled");
    }
    walk.Pass(beds.order[n]);
  }
  return walk.Take();
}

}  // namespace talus::stream_power

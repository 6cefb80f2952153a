// Based on: Freeman. Calculating catchment area with divergent flow based on a
// regular grid. Computers & Geosciences 17(3), 1991.
// doi:10.1016/0098-3004(91)90048-I (the exponent; he found 1.1)
//   Quinn, Beven, Chevallier, Planchon. The prediction of hillslope flow paths
//   for distributed hydrological modelling using digital terrain models.
//   Hydrological Processes 5, 1991. doi:10.1002/hyp.3360050106 (exponent 1)
// Departs from Quinn et al.: contours count the same length towards sides and
// corners.

#include "sim/flow/drainage_area.h"

#include <algorithm>
#include <array>

#include "sim/flow/flow_weight.h"
#include "sim/flow/ring_plane.h"

namespace talus {
namespace {

constexpr size_t kBetweenStops = 1 << 14;  // cells

class Spreader {
 public:
  Spreader(const Drainage& d, float exponent, const std::stop_token& stop)
      : d_(d),
        exponent_(exponent),
        stop_(stop),
        grid_{d.width, d.height},
        offsets_(grid_.Offsets()),
        level_(grid_),
        awaited_(grid_) {}

  bool Run() {
    if (!Lay() || !CountGivers()) return false;
    return Spread();
  }
  std::vector<double> Take() { return std::move(area_); }

 private:
  template <typename F>
  bool ForLand(const F& f) {
    for (int64_t y = 0; y < d_.height; ++y) {
      if (stop_.stop_requested()) return false;
      for (int64_t x = 0; x < d_.width; ++x) {
        if (d_.filled[d_.At(x, y)] != Drainage::kNoData) {
          f(d_.At(x, y), grid_.At(x, y));
        }
      }
    }
    return true;
  }

  bool Lay() {
    level_.FillRing(INT32_MAX);
    for (int64_t y = 0; y < d_.height; ++y) {
      if (stop_.stop_requested()) return false;
      for (int64_t x = 0; x < d_.width; ++x) {
        const int32_t level = d_.filled[d_.At(x, y)];
        level_.Row(y)[x] = level == Drainage::kNoData ? INT32_MAX : level;
        awaited_.Row(y)[x] = 0;
      }
    }
    return true;
  }

  // Calls f(k, cell given to, its index) for those a cell gives to.
  // REQUIRES: it is no outlet.
  template <typename F>
  void ForTakers(CellIndex cell, int64_t place, const F& f) const {
    const int32_t* level = level_.data();
    bool any = false;
    for (size_t k = 0; k < kNeighbours; ++k) {
      if (level[place + offsets_[k]] >= level[place]) continue;
      any = true;
      f(k, Neighbour(cell, k), place + offsets_[k]);
    }
    for (size_t k = 0; !any && k < kNeighbours; ++k) {
      if (Neighbour(cell, k) != d_.receiver[cell] ||
          level[place + offsets_[k]] == INT32_MAX) {
        continue;
      }
      any = true;
      f(k, d_.receiver[cell], place + offsets_[k]);
    }
  }
  CellIndex Neighbour(CellIndex cell, size_t k) const {
    return static_cast<CellIndex>(cell + kNeighbourY[k] * d_.width +
                                  kNeighbourX[k]);
  }

  bool CountGivers() {
    return ForLand([&](CellIndex cell, int64_t place) {
      if (d_.receiver[cell] == Drainage::kNone) return;
      ForTakers(cell, place,
                [&](size_t, CellIndex, int64_t to) { ++awaited_.data()[to]; });
    });
  }

  struct Ready {
    CellIndex cell;
    uint32_t place;
  };

  // Each cell gives once all that give to it have, heads of slopes first.
  bool Spread() {
    area_.reserve(d_.size());
    for (int64_t y = 0; y < d_.height; ++y) {
      if (stop_.stop_requested()) return false;
      for (int64_t x = 0; x < d_.width; ++x) {
        area_.push_back(d_.filled[d_.At(x, y)] == Drainage::kNoData ? 0 : 1);
      }
    }
    std::vector<Ready> ready;
    std::vector<Ready> heads;
    const bool laid = ForLand([&](CellIndex cell, int64_t place) {
      if (awaited_.data()[place] == 0) {
        heads.push_back({cell, static_cast<uint32_t>(place)});
      }
    });
    if (!laid) return false;
    size_t done = 0;
    for (const Ready& head : heads) {
      ready.push_back(head);
      while (!ready.empty()) {
        if (done++ % kBetweenStops == 0 && stop_.stop_requested()) return false;
        const Ready r = ready.back();
        ready.pop_back();
        Give(r, ready);
      }
    }
    return true;
  }

  void Give(const Ready& from, std::vector<Ready>& ready) {
    if (d_.receiver[from.cell] == Drainage::kNone) return;
    std::array<float, kNeighbours> weights{};
    float sum = 0;
    const int32_t* level = level_.data();
    ForTakers(from.cell, from.place, [&](size_t k, CellIndex, int64_t to) {
      const int64_t drop = static_cast<int64_t>(level[from.place]) - level[to];
      weights[k] = FlowWeight(k, drop, exponent_);
      sum += weights[k];
    });
    const double each = area_[from.cell] / static_cast<double>(sum);
    ForTakers(from.cell, from.place, [&](size_t k, CellIndex cell, int64_t to) {
      area_[cell] += each * static_cast<double>(weights[k]);
      if (--awaited_.data()[to] == 0) {
        ready.push_back({cell, static_cast<uint32_t>(to)});
      }
    });
  }

  const Drainage& d_;
  const float exponent_;
  const std::stop_token& stop_;
  const RingGrid grid_;
  const std::array<int64_t, kNeighbours> offsets_;
  RingPlane<int32_t> level_;
  RingPlane<uint8_t> awaited_;  // givers that have not given yet
  std::vector<double> area_;
};

}  // namespace

absl::StatusOr<std::vector<uint32_t>> DrainageArea(
    const Drainage& drainage, const std::stop_token& stop) {
  std::vector<uint32_t> area(drainage.size(), 0);
  for (size_t left = drainage.order.size(); left > 0;) {
    if (stop.stop_requested()) return absl::CancelledError("cancelled");
    const size_t until = left - std::min(left, kBetweenStops);
    while (left > until) {
      const CellIndex cell = drainage.order[--left];
      area[cell] += 1;
      const CellIndex receiver = drainage.receiver[cell];
      if (receiver != Drainage::kNone) area[receiver] += area[cell];
    }
  }
  return area;
}

absl::StatusOr<std::vector<double>> SpreadDrainageArea(
    const Drainage& drainage, float exponent, const std::stop_token& stop) {
  Spreader spreader(drainage, exponent, stop);
  if (!spreader.Run()) return absl::CancelledError("cancelled");
  return spreader.Take();
}

}  // namespace talus

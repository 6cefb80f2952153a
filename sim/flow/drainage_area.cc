#include "sim/flow/drainage_area.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "sim/flow/flow_shares.h"

namespace talus {
namespace {

constexpr size_t kBetweenStops = 1 << 14;  // cells

// One word holds a cell's area and, in its last bits, how many donors have not
// given yet: one addition hands on a part and crosses out who gave it.
constexpr int kDonorBits = 4;
constexpr uint64_t kDonors = (uint64_t{1} << kDonorBits) - 1;

class Spreader {
 public:
  Spreader(const Drainage& d, float exponent, const std::stop_token& stop)
      : d_(d), exponent_(exponent), stop_(stop) {}

  bool Run() { return Begin() && Spread(); }
  WordVector<uint64_t> Take() { return std::move(area_); }

 private:
  // A head is told from a cell whose donors have all given by kDonors, more
  // than there are neighbours.
  bool Begin() {
    area_.resize(d_.size());
    for (int64_t y = 0; y < d_.height; ++y) {
      if (stop_.stop_requested()) return false;
      for (int64_t x = 0; x < d_.width; ++x) {
        const CellIndex cell = d_.At(x, y);
        const bool land = d_.filled[cell] != Drainage::kNoData;
        const uint64_t donors = land ? DonorsOf(x, y) : 0;
        area_[cell] = land ? kSpreadCell | (donors == 0 ? kDonors : donors) : 0;
      }
    }
    return true;
  }

  uint64_t DonorsOf(int64_t x, int64_t y) const {
    const CellIndex cell = d_.At(x, y);
    const int32_t level = d_.filled[cell];
    uint64_t donors = 0;
    for (size_t k = 0; k < kNeighbours; ++k) {
      const int64_t from_x = x + kNeighbourX[k], from_y = y + kNeighbourY[k];
      if (from_x < 0 || from_x >= d_.width || from_y < 0 ||
          from_y >= d_.height) {
        continue;
      }
      const CellIndex from = d_.At(from_x, from_y);
      const bool gives = d_.filled[from] > level
                             ? d_.receiver[from] != Drainage::kNone
                             : d_.receiver[from] == cell;
      donors += gives ? 1 : 0;
    }
    return donors;
  }

  // Each cell gives once all that give to it have, heads of slopes first.
  bool Spread() {
    std::vector<CellIndex> ready;
    size_t done = 0;
    for (size_t head = 0; head < d_.size(); ++head) {
      if (head % kBetweenStops == 0 && stop_.stop_requested()) return false;
      if ((area_[head] & kDonors) != kDonors) continue;
      area_[head] -= kDonors;
      ready.push_back(static_cast<CellIndex>(head));
      while (!ready.empty()) {
        if (done++ % kBetweenStops == 0 && stop_.stop_requested()) return false;
        const CellIndex cell = ready.back();
        ready.pop_back();
        Give(cell, ready);
      }
    }
    return true;
  }

  void Give(CellIndex cell, std::vector<CellIndex>& ready) {
    const FlowShares shares(d_, cell, exponent_);
    const auto amount = static_cast<int64_t>(area_[cell] >> kDonorBits);
    shares.Divide(amount, 0, [&](CellIndex to, int64_t part) {
      area_[to] += (static_cast<uint64_t>(part) << kDonorBits) - 1;
      if ((area_[to] & kDonors) == 0) ready.push_back(to);
    });
  }

  const Drainage& d_;
  const float exponent_;
  const std::stop_token& stop_;
  WordVector<uint64_t> area_;
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

absl::StatusOr<WordVector<uint64_t>> SpreadDrainageArea(
    const Drainage& drainage, float exponent, const std::stop_token& stop) {
  Spreader spreader(drainage, exponent, stop);
  if (!spreader.Run()) return absl::CancelledError("cancelled");
  return spreader.Take();
}

}  // namespace talus

// Based on: Barnes, Lehman, Mulla. Priority-flood: An optimal
// depression-filling and watershed-labeling algorithm for digital elevation
// models. Computers & Geosciences 62, 2014. doi:10.1016/j.cageo.2013.04.024
//   (what a filled ground is)
//   O'Callaghan, Mark. The extraction of drainage networks from digital
//   elevation data. Computer Vision, Graphics, and Image Processing 28(3),
//   1984. doi:10.1016/S0734-189X(84)80011-0 (D8)
//   Braun, Willett. A very efficient O(n), implicit and parallel method to
//   solve the stream power equation. Geomorphology 180-181, 2013.
//   doi:10.1016/j.geomorph.2012.10.008 (the order)
// Departs from them: no cell waits in a queue for the flood. Rows are compared
// with their neighbours, eight or sixteen cells at a time, and only the pits
// and saddles found there are sorted (basins.h).

#include "sim/flow/drainage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "sim/flow/basins.h"
#include "sim/flow/level_ground.h"
#include "sim/flow/neighbour_rows.h"
#include "sim/flow/ring_plane.h"

namespace talus {
namespace {

// The steps of DrainageOf; each is false where `stop` was requested.
class Drainer {
 public:
  Drainer(const Plane<int32_t>& quanta, const Outlets& outlets,
          const Work& work)
      : quanta_(quanta),
        outlets_(outlets),
        work_(work),
        grid_{quanta.rect().width(), quanta.rect().height()},
        ground_{grid_, RingPlane<int32_t>(grid_), RingPlane<uint8_t>(grid_),
                RingPlane<uint8_t>(grid_)} {}

  bool Run() {
    return Lay() && Mark() && Fill() && FindWays() &&
           DrainLevelGround(grid_, ground_.level, way(), spare(), work_) &&
           Write() && PutInOrder();
  }
  Drainage Take() { return std::move(d_); }

 private:
  // Calls f(y) for the rows of the raster, several at once.
  template <typename F>
  bool ForRows(const F& f) const {
    return work_.ForRows(0, grid_.height, grid_.width, f);
  }
  // Of `lower`, which is spent once basins are known, and of `outlet` once ways
  // are.
  RingPlane<uint8_t>& way() { return ground_.lower; }
  RingPlane<uint8_t>& spare() { return ground_.outlet; }

  bool Lay() {
    ground_.level.FillRing(outlets_.over_edge ? kOpenVoid : kClosedVoid);
    const int32_t nodata = outlets_.into_nodata ? kOpenVoid : kClosedVoid;
    return ForRows([&](int64_t y) {
      const int32_t* in = quanta_.Row(quanta_.rect().y0 + y);
      int32_t* out = ground_.level.Row(y);
      for (int64_t x = 0; x < grid_.width; ++x) {
        out[x] = in[x] == Drainage::kNoData ? nodata : in[x];
      }
    });
  }

  bool Mark() {
    return ForRows([&](int64_t y) {
      uint8_t* outlet = ground_.outlet.Row(y);
      const int32_t* level = ground_.level.Row(y);
      MarkLower(level, grid_.stride(), grid_.width,
                outlets_.base_level.value_or(INT32_MIN), ground_.lower.Row(y),
                outlet);
      if (outlets_.cells.empty()) return;
      const uint8_t* given = outlets_.cells.data() + y * grid_.width;
      for (int64_t x = 0; x < grid_.width; ++x) {
        if (given[x] != 0 && level[x] < kClosedVoid) outlet[x] = 1;
      }
    });
  }

  bool Fill() {
    const std::optional<Basins> basins = BasinsOf(ground_, work_);
    if (!basins) return false;
    for (const uint32_t cell : basins->made_outlets) {
      ground_.outlet.data()[cell] = 1;
    }
    return ForRows([&](int64_t y) {
      RaiseToFlood(basins->label.Row(y), basins->flood.data(), grid_.width,
                   ground_.level.Row(y));
    });
  }

  bool FindWays() {
    way().FillRing(kVoid);
    return ForRows([&](int64_t y) {
      SteepestWay(ground_.level.Row(y), grid_.stride(), grid_.width,
                  ground_.outlet.Row(y), way().Row(y));
    });
  }

  // What leads from a cell of the raster to each neighbour.
  std::array<int64_t, kNeighbours> CellOffsets() const {
    std::array<int64_t, kNeighbours> offsets{};
    for (size_t k = 0; k < kNeighbours; ++k) {
      offsets[k] = kNeighbourY[k] * grid_.width + kNeighbourX[k];
    }
    return offsets;
  }

  bool Write() {
    d_.width = grid_.width;
    d_.height = grid_.height;
    const auto cells = static_cast<size_t>(grid_.width * grid_.height);
    d_.filled.resize(cells);
    d_.receiver.resize(cells);
    std::array<int64_t, kVoid + 1> offsets{};
    std::ranges::copy(CellOffsets(), offsets.begin());
    return ForRows([&](int64_t y) {
      const int32_t* level = ground_.level.Row(y);
      const uint8_t* ways = way().Row(y);
      const int64_t from = y * grid_.width;
      int32_t* filled = d_.filled.data() + from;
      CellIndex* receiver = d_.receiver.data() + from;
      for (int64_t x = 0; x < grid_.width; ++x) {
        filled[x] = level[x] >= kClosedVoid ? Drainage::kNoData : level[x];
      }
      for (int64_t x = 0; x < grid_.width; ++x) {
        const auto to = static_cast<CellIndex>(from + x + offsets[ways[x]]);
        receiver[x] = ways[x] < kNeighbours ? to : Drainage::kNone;
      }
    });
  }

  // From each outlet up, what drains through a cell before what does not.
  bool PutInOrder() {
    WordVector<uint8_t> donors(d_.size());
    d_.order.resize(d_.size());
    const bool marked = ForRows([&](int64_t y) {
      MarkDonors(way().Row(y), grid_.stride(), grid_.width,
                 donors.data() + y * grid_.width);
    });
    if (!marked) return false;
    size_t count = 0;
    for (int64_t y = 0; y < grid_.height; ++y) {
      if (work_.stop.stop_requested()) return false;
      const uint8_t* ways = way().Row(y);
      for (int64_t x = 0; x < grid_.width; ++x) {
        if (ways[x] != kOutlet) continue;
        if (!GoUp(donors, d_.At(x, y), count)) return false;
      }
    }
    d_.order.resize(count);
    return true;
  }

  // Cells that wait lie in the order from its end down, where there is room for
  // them: each will take a place of its own.
  bool GoUp(const WordVector<uint8_t>& donors, CellIndex outlet,
            size_t& count) {
    constexpr size_t kBetweenStops = 1 << 14;
    const auto offsets = CellOffsets();
    const size_t end = d_.order.size();
    size_t waiting = end;  // the first of them, the last to come
    d_.order[--waiting] = outlet;
    while (waiting < end) {
      CellIndex cell = d_.order[waiting++];
      // The first donor is gone on to at once, the others wait.
      while (true) {
        if (count % kBetweenStops == 0 && work_.stop.stop_requested())
          return false;
        d_.order[count++] = cell;
        unsigned bits = donors[cell];
        if (bits == 0) break;
        const CellIndex from = cell;
        cell = Donor(from, offsets, bits);
        while ((bits &= bits - 1) != 0) {
          d_.order[--waiting] = Donor(from, offsets, bits);
        }
      }
    }
    return true;
  }
  // The first of the bits.
  static CellIndex Donor(CellIndex cell,
                         const std::array<int64_t, kNeighbours>& offsets,
                         unsigned bits) {
    return static_cast<CellIndex>(
        cell + offsets[static_cast<size_t>(std::countr_zero(bits))]);
  }

  const Plane<int32_t>& quanta_;
  const Outlets& outlets_;
  const Work& work_;
  const RingGrid grid_;
  BasinGround ground_;
  Drainage d_;
};

}  // namespace

absl::StatusOr<Drainage> DrainageOf(const Plane<int32_t>& quanta,
                                    const Outlets& outlets, const Work& work) {
  const Rect& rect = quanta.rect();
  if (RingGrid{rect.width(), rect.height()}.size() > UINT32_MAX) {
    return absl::InvalidArgumentError("the raster has too many cells to drain");
  }
  if (!outlets.cells.empty() &&
      static_cast<int64_t>(outlets.cells.size()) != rect.area()) {
    return absl::InvalidArgumentError(
        "the outlets are not as many as the cells of the raster");
  }
  if (rect.area() == 0) return Drainage{rect.width(), rect.height()};
  Drainer drainer(quanta, outlets, work);
  if (!drainer.Run()) return absl::CancelledError("cancelled");
  return drainer.Take();
}

}  // namespace talus

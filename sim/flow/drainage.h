#ifndef TALUS_SIM_FLOW_DRAINAGE_H_
#define TALUS_SIM_FLOW_DRAINAGE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "absl/status/statusor.h"
#include "sim/base/plane.h"
#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/ring_plane.h"

namespace talus {

// Index of a cell of a raster: row-major from its first cell.
using CellIndex = uint32_t;

// Where water leaves a terrain. A cell is an outlet where any of these says so.
struct Outlets {
  // All around, over the edge of the raster; a wall where false.
  bool over_edge = true;
  // Into cells without data; they are walls where false.
  bool into_nodata = true;
  // Quanta; from cells that are not above it.
  std::optional<int32_t> base_level;
  // Row-major, as many as cells, or none: from cells where it is not 0.
  std::span<const uint8_t> cells;
};

// Which way a finite terrain drains, every cell to one of its eight neighbours
// (D8), with no pit: depressions are filled to their spill.
//
// Land that has no outlet has one made: its lowest cell, the first row by row.
// A cell that has lower neighbours on the filled ground drains to the steepest,
// the first row by row of equals. On level ground, filled or not, it drains
// towards the nearest way off, counted in steps over the level: to the first
// cell one step nearer, the four sides before the four corners. So the answer
// is a function of the heights and the outlets alone.
struct Drainage {
  static constexpr int32_t kNoData = INT32_MIN;
  static constexpr CellIndex kNone = UINT32_MAX;

  int64_t width = 0;
  int64_t height = 0;
  // Quanta; the ground with its depressions filled. kNoData where the raster
  // has none.
  WordVector<int32_t> filled;
  // The cell that each drains to; kNone where water leaves, and without data.
  WordVector<CellIndex> receiver;
  // Cells with data, each after the one it drains to; what drains through a
  // cell follows it without a gap.
  WordVector<CellIndex> order;

  CellIndex At(int64_t x, int64_t y) const {
    return static_cast<CellIndex>(y * width + x);
  }
  size_t size() const { return filled.size(); }
  // Calls f(k, neighbour) for those of the eight that lie in the raster.
  template <typename F>
  void ForNeighbours(CellIndex cell, const F& f) const {
    const auto columns = static_cast<CellIndex>(width);
    const auto x = static_cast<int64_t>(cell % columns);
    const auto y = static_cast<int64_t>(cell / columns);
    // A step back is a large step forward, modulo 2^32.
    const auto to = [&](size_t k) {
      return cell + static_cast<CellIndex>(kNeighbourY[k]) * columns +
             static_cast<CellIndex>(kNeighbourX[k]);
    };
    if (x > 0 && y > 0 && x + 1 < width && y + 1 < height) {
      // One after the other without a loop, where the steps are constants.
      [&]<size_t... k>(std::index_sequence<k...>) {
        (f(k, to(k)), ...);
      }(std::make_index_sequence<kNeighbours>());
      return;
    }
    for (size_t k = 0; k < kNeighbours; ++k) {
      const int64_t to_x = x + kNeighbourX[k], to_y = y + kNeighbourY[k];
      if (to_x >= 0 && to_x < width && to_y >= 0 && to_y < height) f(k, to(k));
    }
  }
  // Cells from the middle of one to that of the other. REQUIRES: neighbours.
  double Distance(CellIndex a, CellIndex b) const {
    const CellIndex apart = a > b ? a - b : b - a;
    const bool side = apart == static_cast<CellIndex>(width) ||
                      (apart == 1 && (width != 2 || a / 2 == b / 2));
    return side ? 1 : 1.4142135623730951;
  }
};

// `quanta` holds heights of less than +-2^30 quanta, or Drainage::kNoData.
// Memory: up to 33 bytes a cell at work, 12 of them for the answer.
//
// INVALID_ARGUMENT for outlets of another size, or where the raster with a ring
// of cells around it has 2^32 or more; CANCELLED where the work
// is stopped.
absl::StatusOr<Drainage> DrainageOf(const Plane<int32_t>& quanta,
                                    const Outlets& outlets = {},
                                    const Work& work = {});

}  // namespace talus

#endif  // TALUS_SIM_FLOW_DRAINAGE_H_

#ifndef TALUS_SIM_FLOW_DRAINAGE_H_
#define TALUS_SIM_FLOW_DRAINAGE_H_

#include <cstdint>
#include <vector>

#include "sim/base/plane.h"

namespace talus {

// Index of a cell of a raster: row-major from its first cell.
using CellIndex = uint32_t;

// Which way a finite terrain drains, every cell to one of its eight neighbours
// (D8), with no pit: depressions are filled to their spill, and what lies in
// one drains along the way the filling came.
//
// Water leaves over the edge of the raster and to cells without data. Ties go
// to the cell that comes first row by row, so the answer depends on the heights
// alone.
struct Drainage {
  static constexpr int32_t kNoData = INT32_MIN;
  static constexpr CellIndex kNone = UINT32_MAX;

  int64_t width = 0;
  int64_t height = 0;
  // Quanta; the ground with its depressions filled. kNoData where the raster
  // has none.
  std::vector<int32_t> filled;
  // The cell that each drains to; kNone where water leaves, and without data.
  std::vector<CellIndex> receiver;
  // Cells with data, each after the one it drains to.
  std::vector<CellIndex> order;

  CellIndex At(int64_t x, int64_t y) const {
    return static_cast<CellIndex>(y * width + x);
  }
  size_t size() const { return filled.size(); }
  // Cells from the middle of one to that of the other. REQUIRES: neighbours of
  // a terrain at least three cells wide; in narrower ones all are outlets.
  double Distance(CellIndex a, CellIndex b) const {
    const CellIndex apart = a > b ? a - b : b - a;
    return apart == 1 || apart == static_cast<CellIndex>(width)
               ? 1
               : 1.4142135623730951;
  }
};

// REQUIRES: fewer than 2^32 - 1 cells. Memory: 20 bytes a cell and the flood's
// front.
Drainage DrainageOf(const Plane<int32_t>& quanta);

// Cells that drain through each cell, its own counted; 0 without data.
std::vector<uint32_t> DrainageArea(const Drainage& drainage);

}  // namespace talus

#endif  // TALUS_SIM_FLOW_DRAINAGE_H_

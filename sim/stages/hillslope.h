#ifndef TALUS_SIM_STAGES_HILLSLOPE_H_
#define TALUS_SIM_STAGES_HILLSLOPE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "sim/base/rect.h"
#include "sim/flow/drainage.h"

namespace talus {

// Of a cell whose turn has not come.
inline constexpr int32_t kNotFinished = INT32_MAX;

// The height of cell `i` of a domain at which the gradient toward the finished
// cells on its four sides is `steepest`, in quanta a cell: the upwind scheme of
// the eikonal equation, by which hillslopes are cones around their foot and not
// pyramids. `finished` is row-major. REQUIRES: one of the four is finished, or
// the answer is high above any ground.
inline double HighestOver(std::span<const int32_t> finished, const Rect& domain,
                          CellIndex i, double steepest) {
  const auto width = static_cast<CellIndex>(domain.width());
  const auto height = static_cast<CellIndex>(domain.height());
  const CellIndex x = i % width, row = i / width;
  int32_t along_x = kNotFinished, along_y = kNotFinished;
  if (x > 0) along_x = finished[i - 1];
  if (x + 1 < width) along_x = std::min(along_x, finished[i + 1]);
  if (row > 0) along_y = finished[i - width];
  if (row + 1 < height) along_y = std::min(along_y, finished[i + width]);
  const double low = std::min(along_x, along_y);
  const double apart = std::max(along_x, along_y) - low;
  if (apart >= steepest) return low + steepest;
  return low + (apart + std::sqrt(2 * steepest * steepest - apart * apart)) / 2;
}

}  // namespace talus

#endif  // TALUS_SIM_STAGES_HILLSLOPE_H_

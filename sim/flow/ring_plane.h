#ifndef TALUS_SIM_FLOW_RING_PLANE_H_
#define TALUS_SIM_FLOW_RING_PLANE_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "sim/base/word_memory.h"

namespace talus {

// The eight neighbours of a cell, row by row; the opposite of k is 7 - k.
inline constexpr int kNeighbours = 8;
inline constexpr std::array<int, kNeighbours> kNeighbourX = {-1, 0,  1, -1,
                                                             1,  -1, 0, 1};
inline constexpr std::array<int, kNeighbours> kNeighbourY = {-1, -1, -1, 0,
                                                             0,  1,  1,  1};
// Those across a side, then those across a corner, each row by row.
inline constexpr std::array<int, kNeighbours> kSidesFirst = {1, 3, 4, 6,
                                                             0, 2, 5, 7};

// Where the cells of a raster with a ring of one cell around it lie in memory:
// row after row, the cell east of one row being the cell west of the next.
struct RingGrid {
  int64_t width = 0;
  int64_t height = 0;

  int64_t stride() const { return width + 1; }
  int64_t size() const { return (height + 2) * stride() + 1; }
  // Of cell (x, y); the ring has x or y -1, x width, or y height.
  int64_t At(int64_t x, int64_t y) const { return (y + 1) * stride() + 1 + x; }
  // What to add to a cell's place for each neighbour's.
  std::array<int64_t, kNeighbours> Offsets() const {
    std::array<int64_t, kNeighbours> offsets{};
    for (size_t k = 0; k < kNeighbours; ++k) {
      offsets[k] = kNeighbourY[k] * stride() + kNeighbourX[k];
    }
    return offsets;
  }
};

// Values of the cells of a RingGrid, undefined until written.
template <typename T>
class RingPlane {
 public:
  explicit RingPlane(const RingGrid& grid)
      : grid_(grid),
        data_(static_cast<T*>(AllocateWords(
            (grid.size() * static_cast<int64_t>(sizeof(T)) + 3) / 4))) {
    static_assert(sizeof(T) <= 4);
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T* Row(int64_t y) { return data_.get() + grid_.At(0, y); }
  const T* Row(int64_t y) const { return data_.get() + grid_.At(0, y); }

  void FillRing(T value) {
    std::fill_n(Row(-1) - 1, grid_.stride() + 1, value);
    for (int64_t y = 0; y < grid_.height; ++y) Row(y)[grid_.width] = value;
    std::fill_n(Row(grid_.height) - 1, grid_.stride() + 1, value);
  }

 private:
  RingGrid grid_;
  std::unique_ptr<T, FreeWords> data_;
};

}  // namespace talus

#endif  // TALUS_SIM_FLOW_RING_PLANE_H_

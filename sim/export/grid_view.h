#ifndef TALUS_SIM_EXPORT_GRID_VIEW_H_
#define TALUS_SIM_EXPORT_GRID_VIEW_H_

#include <cstdint>

namespace talus {

// Values of one layer to draw: row-major, north row first. Owns nothing.
template <typename T>
struct GridView {
  const T* data = nullptr;
  int64_t width = 0;
  int64_t height = 0;
  int64_t stride = 0;  // values from row to row

  const T* Row(int64_t y) const { return data + y * stride; }
};

// Cells without data in the grids that pictures are made of: as in tiles.
inline constexpr int32_t kNoHeight = INT32_MIN;
inline constexpr float kNoValue = -32768.0f;

}  // namespace talus

#endif  // TALUS_SIM_EXPORT_GRID_VIEW_H_

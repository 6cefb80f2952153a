#ifndef TALUS_SIM_STAGES_DROP_BRUSH_H_
#define TALUS_SIM_STAGES_DROP_BRUSH_H_

#include <array>
#include <cstdint>

namespace talus::drops {

// The disc that a drop cuts, as shares of an amount: cells of a square of
// (2 reach + 1)^2 around the middle, row after row, each row padded to `width`.
// Cell j gets floor(amount * to[j] + u) - floor(amount * from[j] + u), whole
// quanta whose sum is floor(amount + u) and that are right on average, by one
// draw u.
//
// Weights are radius - distance, as Beyer's, from the middle of the nearest
// cell: the table is the same for all drops.
struct Brush {
  static constexpr int kMaxReach = 7;
  static constexpr int kMaxWidth = 16;

  // REQUIRES 1 <= radius <= kMaxReach + 1.
  explicit Brush(int radius);

  int reach;  // radius - 1: at the distance `radius` the weight is none
  int width;  // 8 or 16
  alignas(64) std::array<float, kMaxWidth * (2 * kMaxReach + 1)> from{};
  alignas(64) std::array<float, kMaxWidth * (2 * kMaxReach + 1)> to{};
};

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_BRUSH_H_

#ifndef TALUS_SIM_STAGES_WATER_MODEL_H_
#define TALUS_SIM_STAGES_WATER_MODEL_H_

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "sim/base/isa.h"

// What the kernels of water erosion share: the eight directions and the
// constants of a level.
namespace talus::water {

// Directions clockwise from east, y southward; k + 4 is opposite to k. A cell
// owns the edges of the first four.
enum Direction { kE, kSE, kS, kSW, kW, kNW, kN, kNE };
inline constexpr int kDirections = 8;
inline constexpr int kOwnedEdges = 4;
inline constexpr std::array<int, 8> kDx = {1, 1, 0, -1, -1, -1, 0, 1};
inline constexpr std::array<int, 8> kDy = {0, 1, 1, 1, 0, -1, -1, -1};

// Widths of the edges in cell edges. Width over length is 2/3 and 1/6, which
// makes the sum over the eight edges isotropic to leading order.
inline constexpr float kOrthWidth = 2.0f / 3.0f;
inline constexpr float kDiagWidth = 0.23570226f;  // sqrt(2) / 6

// More than any depth or load that may leave a cell in a pass; fits an int32
// with room for rounding.
inline constexpr float kMostQuanta = 1073741760.0f;  // 2^30 - 64
inline constexpr int32_t kMostWhole = 1073741760;

// Parameters folded for one level.
struct Constants {
  // Flux of an edge, in metres and seconds.
  float orth_push;  // per metre of depth and quantum of drop
  float diag_push;
  float orth_steep;  // weight of inertia per quantum of drop
  float diag_steep;
  float uphill;       // share of a flux against the drop that lasts a pass
  float drag;         // 4 dt times the coefficient
  float wave_depth;   // depth from which gravity waves no longer run faster
  float speed_limit;  // m/s
  // Volumes.
  float orth_volume;  // quanta per m^2/s of flux
  float diag_volume;
  // Exchange.
  float slope_per_sum;       // slope per quantum of the gradient sums
  float min_sin2;            // square of the smallest sine counted
  float max_speed2;          // m^2/s^2
  float capacity;            // quanta per m/s
  float inv_full_depth_sum;  // 1/quanta, of twice the full depth
  float erode_share;         // of the free capacity
  float settle_share;        // of the excess load
  float dry_share;           // of the water
  float cap_share;           // of the drop to the lowest neighbour
  // Of the height above the base level. Without one the fade is 1 and the cap
  // out of reach.
  int32_t base = 0;  // quanta
  float fade_scale = 0;
  float fade_offset = 1;
  float base_cap_scale = 0;
  float base_cap_offset = kMostQuanta;
};

inline constexpr float kLeastFade = 0.1f;  // of erosion, at the base level

// What moves of a whole, rounded by a draw, never exceeds it.
inline constexpr float kAlmost = 1.0f - 0x1p-18f;

// As much of what a cell has as may leave it in a pass.
TALUS_INLINE float Movable(int32_t quanta) {
  return static_cast<float>(quanta < kMostWhole ? quanta : kMostWhole);
}

inline constexpr float kLeastFlux2 = 1e-18f;  // m^4/s^2; less moves nothing
inline constexpr float kMostSlant = 16.0f;    // of a flux to an edge

// The smaller and the larger of two numbers. Those that are not negative are in
// the order of their bits, and below them is what is negative. REQUIRES: one of
// them is not negative, and neither is -0. Compilers make one instruction of
// this, and two or three of what keeps the order of NaN and of two zeros.
TALUS_INLINE float Min(float a, float b) {
  const auto i = std::bit_cast<int32_t>(a), j = std::bit_cast<int32_t>(b);
  return std::bit_cast<float>(i < j ? i : j);
}
TALUS_INLINE float Max(float a, float b) {
  const auto i = std::bit_cast<int32_t>(a), j = std::bit_cast<int32_t>(b);
  return std::bit_cast<float>(i > j ? i : j);
}
// One of two numbers, without a branch that compilers might make of ?:, which
// keeps them from vectors.
TALUS_INLINE int32_t Either(bool first, int32_t a, int32_t b) {
  const int32_t mask = -static_cast<int32_t>(first);
  return (a & mask) | (b & ~mask);
}
TALUS_INLINE float Either(bool first, float a, float b) {
  return std::bit_cast<float>(
      Either(first, std::bit_cast<int32_t>(a), std::bit_cast<int32_t>(b)));
}

TALUS_INLINE float Abs(float a) { return __builtin_fabsf(a); }

// `size`, >= 0, with the sign of another number.
TALUS_INLINE float WithSign(float size, float sign) {
  return std::bit_cast<float>(std::bit_cast<uint32_t>(size) |
                              (std::bit_cast<uint32_t>(sign) & 0x80000000u));
}

// 1 / sqrt(x) within 0.2 %, for 1e-37 < x < 1e37: a first guess from the
// exponent and one Newton step.
TALUS_INLINE float InverseRoot(float x) {
  const float y =
      std::bit_cast<float>(0x5f3759df - (std::bit_cast<int32_t>(x) >> 1));
  return y * (1.5f - 0.5f * x * y * y);
}

// Ground behind an OPEN border whose base level is unset: no higher than any
// ground.
inline constexpr int32_t kNoBase = std::numeric_limits<int32_t>::max();

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_MODEL_H_

#ifndef TALUS_SIM_STAGES_NOISE_BASIS_H_
#define TALUS_SIM_STAGES_NOISE_BASIS_H_

#include <cmath>

#include "sim/base/isa.h"

// What the row and the point form of a noise have in common: the shape of each
// basis function, scaled to [-1, 1].
namespace talus::noise {

enum class Basis { kPerlin, kSimplex, kValue, kCellular };
enum class Fractal { kFbm, kRidged, kBillow };

#define TALUS_LAMBDA __attribute__((always_inline))

// Two continuous derivatives at 0 and 1.
TALUS_INLINE float Fade(float t) {
  return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

TALUS_INLINE float Mix(float a, float b, float t) { return a + t * (b - a); }

// Directions of length 1 in the corners add up to at most sqrt(1/2) in the
// middle of a cell.
inline constexpr float kPerlinScale = 1.41421356f;

// Equilateral triangles with edges of one lattice cell; every second row starts
// half a cell later. A point reaches as far as the opposite edges of its
// triangles, so that no more than the three nearest points count anywhere.
inline constexpr float kSimplexRowHeight = 0.866025404f;
inline constexpr float kSimplexReach2 = 0.75f;
inline constexpr float kSimplexScale = 16.0f;

TALUS_INLINE float SimplexKernel(float t) {
  const float held = t > 0.0f ? t : 0.0f;
  const float square = held * held;
  return square * square;
}

// How far a scattered point lies from the middle of its cell. With more, the
// nearest point of a corner could lie outside the nine cells that are searched:
// sqrt(1/2) + j <= sqrt(5/2) - j.
inline constexpr float kCellularJitter = 0.437f;

// From the squared distance to the nearest point; -1 at a point, 1 at the
// largest distance.
TALUS_INLINE float CellularValue(float nearest2) {
  return std::sqrt(nearest2) * (2.0f / 1.1441f) - 1.0f;
}

}  // namespace talus::noise

#endif  // TALUS_SIM_STAGES_NOISE_BASIS_H_

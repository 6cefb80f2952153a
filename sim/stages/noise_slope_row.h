#ifndef TALUS_SIM_STAGES_NOISE_SLOPE_ROW_H_
#define TALUS_SIM_STAGES_NOISE_SLOPE_ROW_H_

#include <cstdint>

#include "sim/base/isa.h"
#include "sim/stages/noise_row.h"

namespace talus::noise {

// The derivative of Fade.
TALUS_INLINE float FadeSlope(float t) {
  const float u = t * (t - 1.0f);
  return 30.0f * u * u;
}

// PerlinRow with its exact derivatives, in rise per lattice cell.
TALUS_INLINE void PerlinSlopeRow(const RowLattice& r, int n,
                                 float* __restrict out, float* __restrict east,
                                 float* __restrict south) {
  alignas(64) int32_t lines[kColumns];
  // A column's share is slope * fx + start; the same of its derivative by y.
  alignas(64) float slope[kColumns];
  alignas(64) float start[kColumns];
  alignas(64) float slope_y[kColumns];
  alignas(64) float start_y[kColumns];
  const int columns = ColumnsOf(r, n, 1);
  FillLines(r, 0, columns, lines);
  const float v = Fade(r.fy);
  const float v_y = FadeSlope(r.fy);
  for (int c = 0; c < columns; ++c) {
    const uint32_t key = r.columns.Key(lines[c]);
    const UnitVector g0 =
        DirectionOf(LatticeHash(r.row_hash[1], key, lines[c]));
    const UnitVector g1 =
        DirectionOf(LatticeHash(r.row_hash[2], key, lines[c]));
    const float north = g0.y * r.fy;
    const float below = g1.y * (r.fy - 1.0f);
    slope[c] = Mix(g0.x, g1.x, v) * kPerlinScale;
    start[c] = Mix(north, below, v) * kPerlinScale;
    slope_y[c] = v_y * (g1.x - g0.x) * kPerlinScale;
    start_y[c] = (Mix(g0.y, g1.y, v) + v_y * (below - north)) * kPerlinScale;
  }
  ForRuns(r, n,
          [&](int c, uint32_t i, uint32_t at, uint32_t count) TALUS_LAMBDA {
            const float a0 = slope[c], b0 = start[c];
            const float a1 = slope[c + 1], b1 = start[c + 1];
            const float c0 = slope_y[c], d0 = start_y[c];
            const float c1 = slope_y[c + 1], d1 = start_y[c + 1];
            float* __restrict value = out + i;
            float* __restrict by_x = east + i;
            float* __restrict by_y = south + i;
            for (uint32_t k = 0; k < WholeVectors(count); ++k) {
              const float f = PlaceInRun(r, at, k);
              const float u = Fade(f);
              const float west = a0 * f + b0;
              const float beyond = a1 * (f - 1.0f) + b1;
              value[k] = Mix(west, beyond, u);
              by_x[k] = Mix(a0, a1, u) + FadeSlope(f) * (beyond - west);
              by_y[k] = Mix(c0 * f + d0, c1 * (f - 1.0f) + d1, u);
            }
          });
}

}  // namespace talus::noise

#endif  // TALUS_SIM_STAGES_NOISE_SLOPE_ROW_H_

#ifndef TALUS_SIM_STAGES_GULLY_ROW_H_
#define TALUS_SIM_STAGES_GULLY_ROW_H_

#include <cstdint>

#include "sim/base/isa.h"
#include "sim/base/math.h"
#include "sim/stages/noise_row.h"

// One octave of stripes along a piece of a row of cells. The stripes of a point
// run across a direction that belongs to the point; their phase is the mean of
// those of the scattered anchors around it, each of which counts from itself.
// Phases so never count from far away, where a small turn would slide the
// stripes by many widths; and as an anchor's weight is none at its reach, the
// sum is smooth over the borders of the lattice.
namespace talus::noise {

// Stripes that an anchor's cell is wide.
inline constexpr float kStripesPerAnchor = 1.4f;

// How far an anchor lies from the middle of its cell, and how far it reaches,
// in cells. With more, an anchor beyond the nine cells that are looked at could
// count: reach <= 3/2 - jitter.
inline constexpr float kAnchorJitter = 0.3f;
inline constexpr float kAnchorReach = 1.2f;

// A place in a wave: cosine and sine, of a length of their own.
struct Turn {
  float cosine;
  float sine;
};

// The place after `turns` of whole waves; |turns| < 8.
TALUS_INLINE Turn TurnOf(float turns) {
  const int32_t nearest = static_cast<int32_t>(turns + 8.5f) - 8;
  const float rest = turns - static_cast<float>(nearest);
  const float s = SinPi(rest);
  return {1.0f - 2.0f * s * s, 2.0f * s * CosPi(rest)};
}

// Multiples of 16, so that the widest vectors leave no cells over: a cell costs
// so much here that those beyond the run are cheaper than single ones.
TALUS_INLINE uint32_t WidestVectors(uint32_t count) {
  return (count + 15u) & ~15u;
}

// `across_x` and `across_y` are the direction across the stripes, with their
// number in a cell of the lattice as its length. Adds up the anchors' weights
// times their places in the wave.
TALUS_INLINE void StripeRow(const RowLattice& r, int n,
                            const float* __restrict across_x,
                            const float* __restrict across_y,
                            float* __restrict cosine, float* __restrict sine) {
  alignas(64) int32_t lines[kColumns];
  alignas(64) float px[3][kColumns];  // of the anchor, past its own column
  alignas(64) float dy[3][kColumns];  // from the anchor to the row of cells
  const int columns = ColumnsOf(r, n, 2);
  FillLines(r, -1, columns, lines);
  for (int j = 0; j < 3; ++j) {
    const float centre = r.fy - (static_cast<float>(j) - 0.5f);
    for (int c = 0; c < columns; ++c) {
      const UnitVector g = DirectionOf(
          LatticeHash(r.row_hash[j], r.columns.Key(lines[c]), lines[c]));
      px[j][c] = 0.5f + kAnchorJitter * g.x;
      dy[j][c] = centre - kAnchorJitter * g.y;
    }
  }
  constexpr float kPerReach2 = 1.0f / (kAnchorReach * kAnchorReach);
  ForRuns(
      r, n, [&](int c, uint32_t i, uint32_t at, uint32_t count) TALUS_LAMBDA {
        const float* __restrict ax = across_x + i;
        const float* __restrict ay = across_y + i;
        float* __restrict re = cosine + i;
        float* __restrict im = sine + i;
        for (uint32_t k = 0; k < WidestVectors(count); ++k) {
          const float f = PlaceInRun(r, at, k);
          float sum_re = 0.0f, sum_im = 0.0f;
          for (int column = 0; column < 3; ++column) {
            const float fc = f - static_cast<float>(column - 1);
            for (int j = 0; j < 3; ++j) {
              const float dx = fc - px[j][c + column];
              const float down = dy[j][c + column];
              const float left = 1.0f - (dx * dx + down * down) * kPerReach2;
              const float held = left > 0.0f ? left : 0.0f;
              const float weight = held * held * held;
              const Turn turn = TurnOf(dx * ax[k] + down * ay[k]);
              sum_re += weight * turn.cosine;
              sum_im += weight * turn.sine;
            }
          }
          re[k] = sum_re;
          im[k] = sum_im;
        }
      });
}

}  // namespace talus::noise

#endif  // TALUS_SIM_STAGES_GULLY_ROW_H_

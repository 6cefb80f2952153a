#ifndef TALUS_SIM_STAGES_NOISE_ROW_H_
#define TALUS_SIM_STAGES_NOISE_ROW_H_

#include <cstdint>

#include "sim/base/isa.h"
#include "sim/base/lattice.h"
#include "sim/stages/noise_basis.h"

// One octave of noise along a piece of a row of cells. Along a row only one
// coordinate moves, so what the lattice points contribute shrinks to a few
// numbers for each lattice column, worked out once (Fill...); the cells between
// two columns then share them and need no hash at all.
//
// Results of a piece depend on the cells alone, not on where the piece begins.
namespace talus::noise {

inline constexpr int kPiece = 256;  // cells of a piece at most
inline constexpr int kPieceSize =
    kPiece + 16;  // with room for whole vectors beyond
inline constexpr int kColumns =
    kPiece + 16;  // lattice columns of a piece, likewise

// One octave at the first cell of a piece.
struct RowLattice {
  LatticeWord columns;
  int32_t column = 0;  // of the first cell, in lattice columns from `columns`
  uint32_t rest = 0;   // units past that column
  uint32_t step = 0;   // units from cell to cell; at most unit
  uint32_t unit = 0;
  float inv_unit = 0;
  float fy = 0;  // past the lattice row, in [0, 1]
  bool odd_row = false;
  uint32_t row_hash[3] = {};  // of the lattice rows before, at and after
};

// Calls f(column, i, at, count) for each run of cells [i, i + count) between
// two lattice columns; `column` counts from that of the first cell, `at` is
// where cell i lies in it.
template <typename F>
TALUS_INLINE void ForRuns(const RowLattice& r, int n, F f) {
  const uint32_t step = r.step;
  const uint32_t per_run = r.unit / step;
  uint32_t at = r.rest;
  uint32_t count = (r.unit - at + step - 1) / step;
  int column = 0;
  for (uint32_t i = 0; i < static_cast<uint32_t>(n);) {
    const uint32_t left = static_cast<uint32_t>(n) - i;
    f(column, i, at, count < left ? count : left);
    i += count;
    at += count * step - r.unit;
    count = per_run + (at + per_run * step < r.unit ? 1u : 0u);
    ++column;
  }
}

// A multiple of 8, so that loops over it are whole vectors. Cells beyond the
// run get values of no meaning, which the next run overwrites.
TALUS_INLINE uint32_t WholeVectors(uint32_t count) {
  return (count + 7u) & ~7u;
}

// The number of lattice columns that a piece touches and of `more`, in whole
// vectors.
TALUS_INLINE int ColumnsOf(const RowLattice& r, int n, uint32_t more) {
  const uint64_t last =
      r.rest + static_cast<uint64_t>(r.step) * static_cast<uint64_t>(n - 1);
  return static_cast<int>(
      WholeVectors(static_cast<uint32_t>(last / r.unit) + 1u + more));
}

// Indices of the lattice columns from `first` (counted from the first cell's)
// on.
TALUS_INLINE void FillLines(const RowLattice& r, int first, int count,
                            int32_t* __restrict lines) {
  const int32_t start = r.column + first;
  for (int c = 0; c < count; ++c) lines[c] = r.columns.Line(start + c);
  if (r.columns.period == 0) return;
  for (int c = 0; c < count; ++c) {
    lines[c] = FoldLine(lines[c], r.columns.period);
  }
}

// Place of the k-th cell of a run, in lattice cells.
TALUS_INLINE float PlaceInRun(const RowLattice& r, uint32_t at, uint32_t k) {
  return static_cast<float>(static_cast<int32_t>(at + k * r.step)) * r.inv_unit;
}

TALUS_INLINE void PerlinRow(const RowLattice& r, int n, float* __restrict out) {
  alignas(64) int32_t lines[kColumns];
  alignas(64) float slope[kColumns];  // of a column's share: slope * fx + start
  alignas(64) float start[kColumns];
  const int columns = ColumnsOf(r, n, 1);
  FillLines(r, 0, columns, lines);
  const float v = Fade(r.fy);
  for (int c = 0; c < columns; ++c) {
    const uint32_t key = r.columns.Key(lines[c]);
    const UnitVector g0 =
        DirectionOf(LatticeHash(r.row_hash[1], key, lines[c]));
    const UnitVector g1 =
        DirectionOf(LatticeHash(r.row_hash[2], key, lines[c]));
    slope[c] = Mix(g0.x, g1.x, v) * kPerlinScale;
    start[c] = Mix(g0.y * r.fy, g1.y * (r.fy - 1.0f), v) * kPerlinScale;
  }
  ForRuns(r, n,
          [&](int c, uint32_t i, uint32_t at, uint32_t count) TALUS_LAMBDA {
            const float a0 = slope[c], b0 = start[c];
            const float a1 = slope[c + 1], b1 = start[c + 1];
            float* __restrict run = out + i;
            for (uint32_t k = 0; k < WholeVectors(count); ++k) {
              const float f = PlaceInRun(r, at, k);
              run[k] = Mix(a0 * f + b0, a1 * (f - 1.0f) + b1, Fade(f));
            }
          });
}

TALUS_INLINE void ValueRow(const RowLattice& r, int n, float* __restrict out) {
  alignas(64) int32_t lines[kColumns];
  alignas(64) float value[kColumns];
  const int columns = ColumnsOf(r, n, 1);
  FillLines(r, 0, columns, lines);
  const float v = Fade(r.fy);
  for (int c = 0; c < columns; ++c) {
    const uint32_t key = r.columns.Key(lines[c]);
    value[c] = Mix(SignedUnit(LatticeHash(r.row_hash[1], key, lines[c])),
                   SignedUnit(LatticeHash(r.row_hash[2], key, lines[c])), v);
  }
  ForRuns(r, n,
          [&](int c, uint32_t i, uint32_t at, uint32_t count) TALUS_LAMBDA {
            const float a = value[c], b = value[c + 1];
            float* __restrict run = out + i;
            for (uint32_t k = 0; k < WholeVectors(count); ++k) {
              run[k] = Mix(a, b, Fade(PlaceInRun(r, at, k)));
            }
          });
}

// The share of one row of lattice points, `dy` away; those of odd rows lie half
// a lattice cell further on.
TALUS_INLINE void SimplexRowShare(const RowLattice& even, bool odd,
                                  uint32_t row_hash, float dy, int n,
                                  float* __restrict out) {
  RowLattice r = even;
  if (odd) {
    const uint32_t half = r.unit / 2;
    r.column -= r.rest < half ? 1 : 0;
    r.rest += r.rest < half ? half : 0u - half;
  }
  alignas(64) int32_t lines[kColumns];
  alignas(64) float slope[kColumns];
  alignas(64) float start[kColumns];
  const int columns = ColumnsOf(r, n, 1);
  FillLines(r, 0, columns, lines);
  for (int c = 0; c < columns; ++c) {
    const UnitVector g =
        DirectionOf(LatticeHash(row_hash, r.columns.Key(lines[c]), lines[c]));
    slope[c] = g.x * kSimplexScale;
    start[c] = g.y * dy * kSimplexScale;
  }
  const float reach = kSimplexReach2 - dy * dy;
  ForRuns(r, n,
          [&](int c, uint32_t i, uint32_t at, uint32_t count) TALUS_LAMBDA {
            const float a0 = slope[c], b0 = start[c];
            const float a1 = slope[c + 1], b1 = start[c + 1];
            float* __restrict run = out + i;
            for (uint32_t k = 0; k < WholeVectors(count); ++k) {
              const float f = PlaceInRun(r, at, k);
              const float e = f - 1.0f;
              run[k] = SimplexKernel(reach - f * f) * (a0 * f + b0) +
                       SimplexKernel(reach - e * e) * (a1 * e + b1);
            }
          });
}

TALUS_INLINE void SimplexRow(const RowLattice& r, int n,
                             float* __restrict out) {
  alignas(64) float below[kPieceSize];
  const float dy = r.fy * kSimplexRowHeight;
  SimplexRowShare(r, r.odd_row, r.row_hash[1], dy, n, out);
  SimplexRowShare(r, !r.odd_row, r.row_hash[2], dy - kSimplexRowHeight, n,
                  below);
  for (int i = 0; i < n; ++i) out[i] += below[i];
}

TALUS_INLINE void CellularRow(const RowLattice& r, int n,
                              float* __restrict out) {
  alignas(64) int32_t lines[kColumns];
  alignas(64) float px[3][kColumns];   // of the point, past its own column
  alignas(64) float dy2[3][kColumns];  // squared distance from the row of cells
  const int columns = ColumnsOf(r, n, 2);
  FillLines(r, -1, columns, lines);
  for (int j = 0; j < 3; ++j) {
    const float centre = r.fy - (static_cast<float>(j) - 0.5f);
    for (int c = 0; c < columns; ++c) {
      const UnitVector g = DirectionOf(
          LatticeHash(r.row_hash[j], r.columns.Key(lines[c]), lines[c]));
      const float dy = centre - kCellularJitter * g.y;
      px[j][c] = 0.5f + kCellularJitter * g.x;
      dy2[j][c] = dy * dy;
    }
  }
  ForRuns(r, n,
          [&](int c, uint32_t i, uint32_t at, uint32_t count) TALUS_LAMBDA {
            float* __restrict run = out + i;
            for (uint32_t k = 0; k < WholeVectors(count); ++k) {
              const float f = PlaceInRun(r, at, k);
              float nearest = 4.0f;
              for (int column = 0; column < 3; ++column) {
                const float fc = f - static_cast<float>(column - 1);
                for (int j = 0; j < 3; ++j) {
                  const float dx = fc - px[j][c + column];
                  const float d2 = dx * dx + dy2[j][c + column];
                  nearest = d2 < nearest ? d2 : nearest;
                }
              }
              run[k] = CellularValue(nearest);
            }
          });
}

template <Basis kBasis>
TALUS_INLINE void BasisRow(const RowLattice& r, int n, float* __restrict out) {
  if constexpr (kBasis == Basis::kPerlin) PerlinRow(r, n, out);
  if constexpr (kBasis == Basis::kSimplex) SimplexRow(r, n, out);
  if constexpr (kBasis == Basis::kValue) ValueRow(r, n, out);
  if constexpr (kBasis == Basis::kCellular) CellularRow(r, n, out);
}

}  // namespace talus::noise

#endif  // TALUS_SIM_STAGES_NOISE_ROW_H_

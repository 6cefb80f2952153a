#ifndef TALUS_SIM_STAGES_NOISE_POINT_H_
#define TALUS_SIM_STAGES_NOISE_POINT_H_

#include <cstdint>

#include "sim/base/isa.h"
#include "sim/base/lattice.h"
#include "sim/stages/noise_basis.h"
#include "sim/stages/noise_row.h"

// One octave of noise at points that a warp has moved apart, so that nothing is
// shared along the row. The functions are those of noise_row.h.
namespace talus::noise {

// The lattice under a piece of warped points.
struct PointLattice {
  LatticeWord columns;
  LatticeWord rows;
};

// A coordinate on one axis: lattice cells from the word's own, and the part
// past that one, in [0, 1].
struct Coordinate {
  int32_t cell;
  float part;
};

// floor without a library call. REQUIRES: |x| < 2^31.
TALUS_INLINE Coordinate Moved(int32_t cell, float part, float by) {
  const float x = part + by;
  const int32_t whole = static_cast<int32_t>(x);
  const int32_t floor = whole - (static_cast<float>(whole) > x ? 1 : 0);
  return {cell + floor, x - static_cast<float>(floor)};
}

template <bool kPeriodic>
TALUS_INLINE int32_t LineOf(const LatticeWord& word, int32_t cell) {
  const int32_t line = word.Line(cell);
  return kPeriodic ? FoldLine(line, word.period) : line;
}
template <bool kPeriodic>
TALUS_INLINE uint32_t RowHashOf(const PointLattice& l, int32_t cell) {
  const int32_t line = LineOf<kPeriodic>(l.rows, cell);
  return LatticeRowHash(l.rows.Key(line), line);
}
template <bool kPeriodic>
TALUS_INLINE uint32_t HashOf(const PointLattice& l, uint32_t row_hash,
                             int32_t cell) {
  const int32_t line = LineOf<kPeriodic>(l.columns, cell);
  return LatticeHash(row_hash, l.columns.Key(line), line);
}

TALUS_INLINE float Dot(const UnitVector& g, float x, float y) {
  return g.x * x + g.y * y;
}

template <bool kPeriodic>
TALUS_INLINE float PerlinPoint(const PointLattice& l, Coordinate x,
                               Coordinate y) {
  const uint32_t r0 = RowHashOf<kPeriodic>(l, y.cell);
  const uint32_t r1 = RowHashOf<kPeriodic>(l, y.cell + 1);
  const UnitVector g00 = DirectionOf(HashOf<kPeriodic>(l, r0, x.cell));
  const UnitVector g01 = DirectionOf(HashOf<kPeriodic>(l, r0, x.cell + 1));
  const UnitVector g10 = DirectionOf(HashOf<kPeriodic>(l, r1, x.cell));
  const UnitVector g11 = DirectionOf(HashOf<kPeriodic>(l, r1, x.cell + 1));
  const float u = Fade(x.part);
  const float north =
      Mix(Dot(g00, x.part, y.part), Dot(g01, x.part - 1.0f, y.part), u);
  const float south = Mix(Dot(g10, x.part, y.part - 1.0f),
                          Dot(g11, x.part - 1.0f, y.part - 1.0f), u);
  return Mix(north, south, Fade(y.part)) * kPerlinScale;
}

template <bool kPeriodic>
TALUS_INLINE float ValuePoint(const PointLattice& l, Coordinate x,
                              Coordinate y) {
  const uint32_t r0 = RowHashOf<kPeriodic>(l, y.cell);
  const uint32_t r1 = RowHashOf<kPeriodic>(l, y.cell + 1);
  const float u = Fade(x.part);
  const float north = Mix(SignedUnit(HashOf<kPeriodic>(l, r0, x.cell)),
                          SignedUnit(HashOf<kPeriodic>(l, r0, x.cell + 1)), u);
  const float south = Mix(SignedUnit(HashOf<kPeriodic>(l, r1, x.cell)),
                          SignedUnit(HashOf<kPeriodic>(l, r1, x.cell + 1)), u);
  return Mix(north, south, Fade(y.part));
}

// The share of the two nearest points of one lattice row.
template <bool kPeriodic>
TALUS_INLINE float SimplexPointShare(const PointLattice& l, Coordinate x,
                                     int32_t row, float dy) {
  const uint32_t row_hash = RowHashOf<kPeriodic>(l, row);
  // Rows keep their parity under folding: a period has an even number of them.
  const int32_t odd = l.rows.Line(row) & 1;
  const int32_t before = x.part < 0.5f ? odd : 0;
  const int32_t cell = x.cell - before;
  const float f = x.part + 0.5f * static_cast<float>(2 * before - odd);
  const float e = f - 1.0f;
  const UnitVector g0 = DirectionOf(HashOf<kPeriodic>(l, row_hash, cell));
  const UnitVector g1 = DirectionOf(HashOf<kPeriodic>(l, row_hash, cell + 1));
  const float reach = kSimplexReach2 - dy * dy;
  return (SimplexKernel(reach - f * f) * Dot(g0, f, dy) +
          SimplexKernel(reach - e * e) * Dot(g1, e, dy)) *
         kSimplexScale;
}

template <bool kPeriodic>
TALUS_INLINE float SimplexPoint(const PointLattice& l, Coordinate x,
                                Coordinate y) {
  const float dy = y.part * kSimplexRowHeight;
  return SimplexPointShare<kPeriodic>(l, x, y.cell, dy) +
         SimplexPointShare<kPeriodic>(l, x, y.cell + 1, dy - kSimplexRowHeight);
}

template <bool kPeriodic>
TALUS_INLINE float CellularPoint(const PointLattice& l, Coordinate x,
                                 Coordinate y) {
  float nearest = 4.0f;
  for (int j = -1; j <= 1; ++j) {
    const uint32_t row_hash = RowHashOf<kPeriodic>(l, y.cell + j);
    for (int i = -1; i <= 1; ++i) {
      const UnitVector g =
          DirectionOf(HashOf<kPeriodic>(l, row_hash, x.cell + i));
      const float dx =
          x.part - (static_cast<float>(i) + 0.5f) - kCellularJitter * g.x;
      const float dy =
          y.part - (static_cast<float>(j) + 0.5f) - kCellularJitter * g.y;
      const float d2 = dx * dx + dy * dy;
      nearest = d2 < nearest ? d2 : nearest;
    }
  }
  return CellularValue(nearest);
}

template <Basis kBasis, bool kPeriodic>
TALUS_INLINE float BasisPoint(const PointLattice& l, Coordinate x,
                              Coordinate y) {
  if constexpr (kBasis == Basis::kPerlin)
    return PerlinPoint<kPeriodic>(l, x, y);
  if constexpr (kBasis == Basis::kSimplex)
    return SimplexPoint<kPeriodic>(l, x, y);
  if constexpr (kBasis == Basis::kValue) return ValuePoint<kPeriodic>(l, x, y);
  if constexpr (kBasis == Basis::kCellular)
    return CellularPoint<kPeriodic>(l, x, y);
}

// A piece of a row whose cells are moved by (warp_x, warp_y) times (scale_x,
// scale_y) lattice cells.
template <Basis kBasis, bool kPeriodic>
TALUS_INLINE void BasisPoints(const RowLattice& r, const LatticeWord& rows,
                              const float* __restrict warp_x, float scale_x,
                              const float* __restrict warp_y, float scale_y,
                              int n, float* __restrict out) {
  alignas(64) int32_t cell[kPieceSize];
  alignas(64) float part[kPieceSize];
  ForRuns(r, n,
          [&](int c, uint32_t i, uint32_t at, uint32_t count) TALUS_LAMBDA {
            int32_t* __restrict cells = cell + i;
            float* __restrict parts = part + i;
            for (uint32_t k = 0; k < WholeVectors(count); ++k) {
              cells[k] = r.column + c;
              parts[k] = PlaceInRun(r, at, k);
            }
          });
  const PointLattice lattice = {r.columns, rows};
  const float fy = r.fy;
  const auto padded = static_cast<int>(WholeVectors(static_cast<uint32_t>(n)));
  for (int i = n; i < padded; ++i) {
    cell[i] = 0;
    part[i] = 0.0f;
  }
  for (int i = 0; i < padded; ++i) {
    out[i] = BasisPoint<kBasis, kPeriodic>(
        lattice, Moved(cell[i], part[i], warp_x[i] * scale_x),
        Moved(0, fy, warp_y[i] * scale_y));
  }
}

}  // namespace talus::noise

#endif  // TALUS_SIM_STAGES_NOISE_POINT_H_

#ifndef TALUS_SIM_BASE_LATTICE_H_
#define TALUS_SIM_BASE_LATTICE_H_

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/base/rect.h"

// Where the cells of the world lie on the lattice of a noise. Positions are
// products of integers, so a cell has the same position seen from every window,
// however far from the origin, and all levels sample the same function.
namespace talus {

// One axis of a lattice. A lattice cell is `unit` units long; the centre of
// cell i of level L lies at (2i + 1) * 2^L * half_step + origin units.
struct LatticeAxis {
  int64_t unit = int64_t{1} << 31;  // in (2^30, 2^31]
  int64_t half_step = 0;  // units in half a cell of level 0, at most `unit`: a
                          // lattice finer than that is never looked at
  __int128 origin = 0;
  int64_t period = 0;  // lattice cells after which the noise repeats; 0 is
                       // none. At most 2^30

  int64_t Step(int level) const { return half_step << (level + 1); }
  double CellsPerLatticeCell(int level) const {
    return static_cast<double>(unit) / static_cast<double>(Step(level));
  }
};

// Lattice cells as long as `cells` cells of level 0; the length is rounded to
// units.
inline LatticeAxis AxisOfLength(double cells) {
  LatticeAxis axis;
  const double unit = static_cast<double>(axis.unit);
  const double half_step = unit / (2.0 * cells);
  axis.half_step = std::llround(half_step < unit ? half_step : unit);
  if (axis.half_step < 1) axis.half_step = 1;
  return axis;
}

inline constexpr int64_t kMaxLatticePeriodCells = int64_t{1} << 30;

// `lattice_cells` lattice cells in exactly `cells` cells of level 0, over and
// over. REQUIRES: 1 <= cells <= kMaxLatticePeriodCells, 1 <= lattice_cells <=
// 2^30.
inline LatticeAxis AxisOfPeriod(int64_t cells, int64_t lattice_cells) {
  const int64_t scale = (int64_t{1} << 31) / cells / 2 * 2;
  LatticeAxis axis;
  axis.unit = cells * scale;
  axis.half_step = std::min(lattice_cells * (scale / 2), axis.unit);
  axis.period = lattice_cells;
  return axis;
}

// Moves the noise by `cells` cells of level 0 toward larger indices; whole
// numbers of cells move it exactly.
inline void Shift(double cells, LatticeAxis* axis) {
  const double whole = std::nearbyint(cells);
  const double rest = (cells - whole) * static_cast<double>(axis->Step(0));
  axis->origin -=
      static_cast<__int128>(static_cast<int64_t>(whole)) * axis->Step(0) +
      std::llround(rest);
}

// A place on an axis: `rest` units, in [0, unit), past the edge of lattice cell
// `cell`.
struct LatticePlace {
  int64_t cell = 0;
  int64_t rest = 0;
};

inline LatticePlace Locate(const LatticeAxis& axis, int64_t i, int level) {
  const __int128 at =
      (static_cast<__int128>(2) * i + 1) * (axis.half_step << level) +
      axis.origin;
  const auto cell = static_cast<int64_t>(at / axis.unit);
  const auto rest =
      static_cast<int64_t>(at - static_cast<__int128>(cell) * axis.unit);
  return rest < 0 ? LatticePlace{cell - 1, rest + axis.unit}
                  : LatticePlace{cell, rest};
}

inline LatticePlace Advance(const LatticeAxis& axis, LatticePlace place,
                            int64_t units) {
  const int64_t rest = place.rest + units;
  return {place.cell + rest / axis.unit, rest % axis.unit};
}

// What tells the lattice lines near a place apart: the low 32 bits of an index,
// and a key for the bits from the 31st up. Near a place those take two values
// only, and the sign of the low bits says which.
struct LatticeWord {
  int32_t low =
      0;  // of the place's own cell; in [0, period) where there is one
  int32_t period = 0;
  uint32_t key = 0;       // of lines with low >= 0
  uint32_t key_flip = 0;  // key ^ this is the key of lines with low < 0

  // The index `lines` further on, for |lines| < 2^30.
  TALUS_INLINE int32_t Line(int32_t lines) const {
    return static_cast<int32_t>(static_cast<uint32_t>(low) +
                                static_cast<uint32_t>(lines));
  }
  TALUS_INLINE uint32_t Key(int32_t line) const {
    return key ^ (static_cast<uint32_t>(line >> 31) & key_flip);
  }
};

inline LatticeWord WordOf(uint64_t seed, uint64_t salt, int64_t cell,
                          int64_t period) {
  const uint64_t axis_seed = HashCombine(seed, salt);
  const auto key = [axis_seed](int64_t high) {
    return static_cast<uint32_t>(
        HashCombine(axis_seed, static_cast<uint64_t>(high)));
  };
  LatticeWord word;
  word.period = static_cast<int32_t>(period);
  if (period > 0) {
    word.low = static_cast<int32_t>(cell - FloorDiv(cell, period) * period);
    word.key = key(0);
    return word;
  }
  const int64_t own = cell >> 31;
  const int64_t nearest = own + ((cell >> 30 & 1) != 0 ? 1 : -1);
  const bool even = (own & 1) == 0;
  word.low = static_cast<int32_t>(static_cast<uint32_t>(cell));
  word.key = key(even ? own : nearest);
  word.key_flip = word.key ^ key(even ? nearest : own);
  return word;
}

// Folds an index into [0, period). REQUIRES: |line| < 2^23 periods.
TALUS_INLINE int32_t FoldLine(int32_t line, int32_t period) {
  const float turns = static_cast<float>(line) / static_cast<float>(period);
  // Truncation and rounding leave the quotient one off at most on either side.
  int32_t rest = line - static_cast<int32_t>(turns) * period;
  rest += rest < 0 ? period : 0;
  rest += rest < 0 ? period : 0;
  rest -= rest >= period ? period : 0;
  return rest;
}

// The hash of a lattice row, and of a lattice point in it.
TALUS_INLINE uint32_t LatticeRowHash(uint32_t key, int32_t line) {
  return Mix32(static_cast<uint32_t>(line) * 0x85ebca6bu + key);
}
TALUS_INLINE uint32_t LatticeHash(uint32_t row_hash, uint32_t key,
                                  int32_t line) {
  return Mix32(static_cast<uint32_t>(line) * 0x9e3779b1u + key + row_hash);
}

struct UnitVector {
  float x;
  float y;
};

// A direction drawn from all around the circle, of length 1 within 1e-3.
TALUS_INLINE UnitVector DirectionOf(uint32_t hash) {
  const float t =
      static_cast<float>(static_cast<int32_t>(hash << 1)) * 0x1p-32f;
  const float u = t * t;
  const float cosine = (3.58384395f * u - 4.89118671f) * u + 0.999403238f;
  const float sine = ((2.32663798f * u - 5.14580536f) * u + 3.14125276f) * t;
  const uint32_t sign = hash & 0x80000000u;
  return {std::bit_cast<float>(std::bit_cast<uint32_t>(cosine) ^ sign),
          std::bit_cast<float>(std::bit_cast<uint32_t>(sine) ^ sign)};
}

// A number in [-1, 1].
TALUS_INLINE float SignedUnit(uint32_t hash) {
  return static_cast<float>(static_cast<int32_t>(hash)) * 0x1p-31f;
}

}  // namespace talus

#endif  // TALUS_SIM_BASE_LATTICE_H_

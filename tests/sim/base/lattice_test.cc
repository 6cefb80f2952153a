#include "sim/base/lattice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace talus {
namespace {

constexpr int64_t kFar = int64_t{1} << 40;

__int128 Units(const LatticeAxis& axis, const LatticePlace& place) {
  return static_cast<__int128>(place.cell) * axis.unit + place.rest;
}

TEST(Lattice, PutsACoarseCellMidwayBetweenItsFineOnes) {
  LatticeAxis axis = AxisOfLength(83.3);
  Shift(-12345.67, &axis);
  for (int level = 1; level < 13; ++level) {
    for (const int64_t i : {int64_t{0}, int64_t{-1}, int64_t{12345},
                            kFar >> level, -(kFar >> level)}) {
      const __int128 west = Units(axis, Locate(axis, 2 * i, level - 1));
      const __int128 east = Units(axis, Locate(axis, 2 * i + 1, level - 1));
      EXPECT_TRUE(2 * Units(axis, Locate(axis, i, level)) == west + east);
    }
  }
}

TEST(Lattice, AdvancesToWhereTheCellLies) {
  const LatticeAxis axis = AxisOfLength(7.7);
  for (const int64_t i : {int64_t{-50}, kFar - 9000, -kFar}) {
    const LatticePlace start = Locate(axis, i, 0);
    for (int64_t k = 0; k < 9000; k += 89) {
      const LatticePlace there = Advance(axis, start, k * axis.Step(0));
      const LatticePlace direct = Locate(axis, i + k, 0);
      ASSERT_EQ(there.cell, direct.cell);
      ASSERT_EQ(there.rest, direct.rest);
      ASSERT_GE(there.rest, 0);
      ASSERT_LT(there.rest, axis.unit);
    }
  }
}

TEST(Lattice, FitsAPeriodExactly) {
  for (const auto& [cells, lattice_cells] :
       {std::pair<int64_t, int64_t>{250, 3},
        {1, 1},
        {4800, 2399},
        {kMaxLatticePeriodCells, 12345},
        {999999937, 333}}) {
    const LatticeAxis axis = AxisOfPeriod(cells, lattice_cells);
    EXPECT_GT(axis.unit, int64_t{1} << 30);
    EXPECT_LE(axis.unit, int64_t{1} << 31);
    for (const int64_t i : {int64_t{-7}, int64_t{0}, int64_t{123}}) {
      const LatticePlace here = Locate(axis, i, 0);
      const LatticePlace there = Locate(axis, i + 5 * cells, 0);
      EXPECT_EQ(there.cell - here.cell, 5 * lattice_cells);
      EXPECT_EQ(there.rest, here.rest);
    }
  }
}

TEST(Lattice, KnowsALineByItsIndexFromEveryPlaceNearby) {
  for (const int64_t middle :
       {int64_t{0}, int64_t{1} << 30, int64_t{1} << 31, int64_t{3} << 30,
        int64_t{1} << 32, (int64_t{1} << 39) + (int64_t{1} << 31),
        -(int64_t{1} << 31), -(int64_t{5} << 31)}) {
    const LatticeWord here = WordOf(9, 1, middle, 0);
    for (int64_t from = middle - 40; from < middle + 40; ++from) {
      const LatticeWord there = WordOf(9, 1, from, 0);
      for (int64_t line = middle - 100; line < middle + 100; ++line) {
        const int32_t a = here.Line(static_cast<int32_t>(line - middle));
        const int32_t b = there.Line(static_cast<int32_t>(line - from));
        ASSERT_EQ(a, b);
        ASSERT_EQ(here.Key(a), there.Key(b)) << from << " " << line;
      }
    }
  }
}

TEST(Lattice, TellsLinesApartThatDifferInTheirHighBitsOnly) {
  const LatticeWord here = WordOf(9, 1, 5, 0);
  for (const int64_t far : {int64_t{1} << 32, -(int64_t{1} << 32),
                            int64_t{1} << 33, int64_t{1} << 39}) {
    const LatticeWord there = WordOf(9, 1, 5 + far, 0);
    EXPECT_EQ(here.low, there.low);
    EXPECT_NE(here.Key(here.low), there.Key(there.low));
  }
}

TEST(Lattice, StepsOfTheFinestLatticesFitEveryLevel) {
  for (const LatticeAxis& axis :
       {AxisOfLength(1e-300), AxisOfLength(1e-9), AxisOfLength(0.3),
        AxisOfPeriod(1, 1 << 30)}) {
    for (int level = 0; level <= 12; ++level) {
      EXPECT_GT(axis.Step(level), 0);
      EXPECT_LT(axis.CellsPerLatticeCell(level), 2);
    }
  }
}

TEST(Lattice, FoldsLinesIntoTheirPeriod) {
  for (const int32_t period : {1, 2, 3, 7, 4097, 1 << 20, (1 << 30) - 1}) {
    const int64_t most =
        std::min((int64_t{1} << 23) * period, int64_t{1} << 31) - 1;
    for (int64_t line = -most; line <= most; line += most / 20011 + 1) {
      const auto rest = FoldLine(static_cast<int32_t>(line), period);
      ASSERT_EQ(rest, line - FloorDiv(line, period) * period)
          << line << " " << period;
    }
  }
}

TEST(Lattice, DrawsDirectionsFromAllAround) {
  double x = 0, y = 0, c4 = 0;
  for (uint32_t i = 0; i < 100000; ++i) {
    const UnitVector d = DirectionOf(Mix32(i));
    ASSERT_NEAR(std::hypot(d.x, d.y), 1, 1.5e-3);
    x += d.x;
    y += d.y;
    c4 += std::cos(4 * std::atan2(d.y, d.x));
  }
  EXPECT_NEAR(x / 100000, 0, 0.01);
  EXPECT_NEAR(y / 100000, 0, 0.01);
  EXPECT_NEAR(c4 / 100000, 0, 0.01);
}

}  // namespace
}  // namespace talus

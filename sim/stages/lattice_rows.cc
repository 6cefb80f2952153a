#include "sim/stages/lattice_rows.h"

#include <algorithm>

#include "sim/base/hash.h"

namespace talus {
namespace {

enum Salt : uint64_t { kColumnSalt, kRowSalt, kPhaseXSalt, kPhaseYSalt };

}  // namespace

void LatticeGrid::AddPhase() {
  x.origin += static_cast<int64_t>(HashCombine(seed, kPhaseXSalt) >> 33);
  y.origin += static_cast<int64_t>(HashCombine(seed, kPhaseYSalt) >> 33);
}

LatticeRows::LatticeRows(const LatticeGrid& grid, int level, int64_t x0)
    : grid_(grid),
      level_(level),
      inv_unit_x_(static_cast<float>(1.0 / static_cast<double>(grid.x.unit))),
      inv_unit_y_(static_cast<float>(1.0 / static_cast<double>(grid.y.unit))),
      place_(Locate(grid.x, x0, level)),
      column_(WordOf(grid.seed, kColumnSalt, place_.cell, grid.x.period)) {}

void LatticeRows::SetRow(int64_t y) {
  const LatticePlace place = Locate(grid_.y, y, level_);
  row_ = WordOf(grid_.seed, kRowSalt, place.cell, grid_.y.period);
  fy_ = static_cast<float>(place.rest) * inv_unit_y_;
  for (int j = 0; j < 3; ++j) {
    int32_t at = row_.Line(j - 1);
    if (row_.period > 0) at = FoldLine(at, row_.period);
    row_hash_[j] = LatticeRowHash(row_.Key(at), at);
  }
}

noise::RowLattice LatticeRows::At(int64_t first) const {
  const int64_t step = grid_.x.Step(level_);
  const LatticePlace at = Advance(grid_.x, place_, first * step);
  int64_t column = at.cell - place_.cell;
  if (grid_.x.period > 0) column %= grid_.x.period;
  noise::RowLattice row;
  row.columns = column_;
  row.column = static_cast<int32_t>(column);
  row.rest = static_cast<uint32_t>(at.rest);
  row.step = static_cast<uint32_t>(step);
  row.unit = static_cast<uint32_t>(grid_.x.unit);
  row.inv_unit = inv_unit_x_;
  row.fy = fy_;
  row.odd_row = (row_.low & 1) != 0;
  std::copy_n(row_hash_, 3, row.row_hash);
  return row;
}

}  // namespace talus

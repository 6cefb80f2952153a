#ifndef TALUS_SIM_STAGES_LATTICE_ROWS_H_
#define TALUS_SIM_STAGES_LATTICE_ROWS_H_

#include <algorithm>
#include <cstdint>

#include "sim/base/lattice.h"
#include "sim/stages/noise_row.h"

namespace talus {

// How much of an octave counts whose waves are that many cells long: all of it
// from four cells on, nothing below two.
inline float OctaveFade(double cells) {
  return static_cast<float>(std::clamp((cells - 2) / 2, 0.0, 1.0));
}

// The lattice of one octave of a noise.
struct LatticeGrid {
  LatticeAxis x;
  LatticeAxis y;
  uint64_t seed = 0;

  // Moves it by a phase hashed from the seed, so that no point of the world is
  // a lattice point of all octaves.
  void AddPhase();
};

// Where the rows of a level's cells lie in a lattice. Not thread-safe.
class LatticeRows {
 public:
  // For columns from x0 on.
  LatticeRows(const LatticeGrid& grid, int level, int64_t x0);

  void SetRow(int64_t y);

  // A piece of the row that was set, which begins `first` cells after x0.
  noise::RowLattice At(int64_t first) const;
  const LatticeWord& row() const { return row_; }

 private:
  LatticeGrid grid_;
  int level_;
  float inv_unit_x_;
  float inv_unit_y_;
  LatticePlace place_;  // of column x0
  LatticeWord column_;
  LatticeWord row_;
  float fy_ = 0;
  uint32_t row_hash_[3] = {};
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_LATTICE_ROWS_H_

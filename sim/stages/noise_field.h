#ifndef TALUS_SIM_STAGES_NOISE_FIELD_H_
#define TALUS_SIM_STAGES_NOISE_FIELD_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/stage/stage_context.h"
#include "sim/stages/lattice_rows.h"
#include "sim/stages/noise_basis.h"
#include "sim/stages/noise_row.h"

namespace talus {

// A fractal noise over the plane, before amplitude: the sum of its octaves
// divided by the sum of their weights, about
// [-1, 1]. Lengths in metres.
struct NoiseSpec {
  uint64_t seed = 0;
  noise::Basis basis = noise::Basis::kPerlin;
  noise::Fractal fractal = noise::Fractal::kFbm;
  int octaves = 1;
  double lacunarity = 2;
  double gain = 0.5;
  double wavelength_m = 1000;
  double offset_x_m = 0;
  double offset_y_m = 0;
  std::vector<std::pair<double, double>> octave_offsets_m;  // from the first
  // Cells of level 0 after which it repeats in both directions; 0 is never.
  // Wavelengths are then rounded so that a whole number of them fits. At most
  // kMaxLatticePeriodCells.
  int64_t period_cells = 0;
  double warp_m = 0;  // largest displacement; 0 is no warp
  double warp_wavelength_m = 1000;
  int warp_octaves = 1;
};

// A noise as seen from one level. Octaves of at least four cells a wavelength
// count in full, those of less than two not at all; in between they fade
// linearly towards their mean, so that levels agree. Immutable.
class NoiseField {
 public:
  NoiseField(const NoiseSpec& spec, const StageContext& context);

 private:
  friend class NoiseRows;

  struct Octave {
    LatticeGrid grid;
    float weight = 0;   // share of the whole
    float fade = 1;     // 1 is in full, 0 only the mean
    float scale_x = 0;  // lattice cells in a metre, for the warp
    float scale_y = 0;
  };

  Octave MakeOctave(const NoiseSpec& spec, int index,
                    const StageContext& context) const;

  noise::Basis basis_;
  noise::Fractal fractal_;
  bool periodic_;
  int level_;
  std::vector<Octave> octaves_;  // those that are seen
  float mean_ = 0;               // of one folded octave
  float unseen_ = 0;             // what the octaves too fine to see add
  float warp_m_ = 0;
  std::unique_ptr<const NoiseField> warp_x_;  // null where there is no warp
  std::unique_ptr<const NoiseField> warp_y_;
};

// Evaluates rows of a field over a fixed range of columns. Not thread-safe.
// REQUIRES: the field outlives it.
class NoiseRows {
 public:
  // For columns [x0, x0 + n), n <= 2^30.
  NoiseRows(const NoiseField& field, int64_t x0, int64_t n);

  // Writes the n values of row y.
  void Row(int64_t y, float* out);

 private:
  void SetRow(int64_t y);
  // Writes cells [first, first + n) of the row that was set, counted from x0, n
  // <= noise::kPiece. `out` has room for noise::kPieceSize.
  void Piece(int64_t first, int n, float* out);

  const NoiseField& field_;
  const int64_t n_;
  std::vector<LatticeRows> lattices_;  // one an octave
  std::unique_ptr<NoiseRows> warp_x_;
  std::unique_ptr<NoiseRows> warp_y_;
  float shift_x_[noise::kPieceSize] = {};
  float shift_y_[noise::kPieceSize] = {};
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_NOISE_FIELD_H_

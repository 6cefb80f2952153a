#ifndef TALUS_SIM_STAGES_GULLY_FIELD_H_
#define TALUS_SIM_STAGES_GULLY_FIELD_H_

#include <cstdint>
#include <vector>

#include "sim/stage/stage_context.h"
#include "sim/stages/lattice_rows.h"

namespace talus {

// Hills with gullies down their flanks. Lengths in metres.
struct GullySpec {
  uint64_t seed = 0;
  double wavelength_m = 1;
  int octaves = 0;
  double gain = 0;
  double amplitude_m = 0;
  double gully_width_m = 1;
  int gully_octaves = 0;
  double gully_depth = 0;  // of the width
  double full_slope = 1;
  double sharpness = 0;
};

// Gullied land as seen from one level, in metres about 0. Octaves, of hills and
// of gullies, of at least four cells a wavelength count in full, those of less
// than two by their mean alone; in between they fade. Immutable.
class GullyField {
 public:
  GullyField(const GullySpec& spec, const StageContext& context);

 private:
  friend class GullyRows;

  struct Hill {
    LatticeGrid grid;
    float height = 0;        // m
    float slope = 0;         // m/m for a rise of 1 a lattice cell
    std::vector<float> led;  // how much of it leads each octave of gullies
  };
  struct Gully {
    LatticeGrid grid;
    float height = 0;  // m; half the depth
    float fade = 1;    // 1 is in full, 0 only the mean
  };

  int level_;
  float per_amplitude_;  // 1/m
  float per_full_slope_;
  float sharpness_;
  std::vector<Hill> hills_;  // those that are seen
  std::vector<Gully> gullies_;
};

// Evaluates rows of a field over a fixed range of columns. Not thread-safe.
// REQUIRES: the field outlives it.
class GullyRows {
 public:
  // For columns [x0, x0 + n), n <= 2^30.
  GullyRows(const GullyField& field, int64_t x0, int64_t n);

  // Writes the n heights of row y.
  void Row(int64_t y, float* out);

 private:
  const GullyField& field_;
  const int64_t n_;
  std::vector<LatticeRows> hills_;
  std::vector<LatticeRows> gullies_;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_GULLY_FIELD_H_

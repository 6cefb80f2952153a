// A formulation of our own. Based on:
//   F. K. Musgrave, C. E. Kolb, R. S. Mace. The Synthesis and Rendering of
//   Eroded Fractal Terrains. SIGGRAPH 1989. doi:10.1145/74333.74337 (hills);
//   T. Tricard, S. Efremov, C. Zanni, F. Neyret, J. Martinez, S. Lefebvre.
//   Procedural Phasor Noise. ACM Trans. Graph. 38(4), 2019.
//   doi:10.1145/3306346.3322990 (stripes of even strength from the sum of waves
//   around scattered points); P. Grenier, E. Guerin, E. Galin, B. Sauvage.
//   Real-time terrain enhancement with controlled procedural patterns. CGF
//   2024. doi:10.1111/cgf.14992 (stripes turned by the slope).
// Departs from them: each octave of stripes follows the slope of the hills and
// of the octaves before it, known in closed form, so that the finer ones join
// the coarser. Where land is flat, and along the crests and floors of the
// octave before, an octave does not fade to its mean but to what was there, a
// crest or a floor: ridges stay sharp and valleys deep.
#include "sim/stages/gully_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "sim/base/hash.h"
#include "sim/stages/gully_row.h"
#include "sim/stages/noise_slope_row.h"
#include "sim/stages/share_band.h"

namespace talus {
namespace {

using noise::kPiece;
using noise::kPieceSize;

constexpr int kMaxHills = 16;
constexpr int kMaxGullies = 12;

// Noise value at which hills count as crests, or as floors.
constexpr float kCrestNoise = 0.45f;

// Where the slope is less than some half of the full one, stripes widen and
// turn no more, so that they do not swing round on level ground, whose
// direction is no matter.
constexpr float kTurning2 = 0.3f;

// How much the flanks of an octave turn the next one away from the slope: the
// tangent of the angle at which gullies join. It is the same on all land, so
// that deep gullies do not lead the finer ones across it.
constexpr float kBranching = 0.5f;

// Added to the squared length of a sum of waves, of about 1: where waves cancel
// each other out, a gully ends, and it shall do so gently.
constexpr float kEven = 0.05f;

// Means over a wave of a sharp crest, 1 - 4/pi, and of Flank.
constexpr float kSharpMean = -0.2732395f;
constexpr float kFlankMean = 0.6875f;

struct HillPiece {
  noise::RowLattice row;
  float height;
  float slope;
  const float* led;
};

struct GullyPiece {
  noise::RowLattice row;
  float height;
  float fade;
};

struct GullyArgs {
  const HillPiece* hills;
  int hill_count;
  const GullyPiece* gullies;
  int gully_count;
  float per_amplitude;
  float per_full_slope;
  float sharpness;
  int n;
  float* out;
};

// The land so far, cell by cell.
struct LandSoFar {
  alignas(64) float height[kPieceSize];
  alignas(64) float east[kPieceSize];  // slope that leads the gullies
  alignas(64) float south[kPieceSize];
  alignas(64) float kind[kPieceSize];   // from -1, a floor, to 1, a crest
  alignas(64) float flank[kPieceSize];  // 0 on crests and floors, 1 between
};

// From 0 on level ground to 1 where the slope is full, or from 0 on crests and
// floors to 1 halfway between: of the square of a part of the slope, or of a
// sine.
TALUS_INLINE float Flank(float part2) {
  const float rest = 1.0f - part2;
  return 1.0f - rest * rest * rest;
}

// A crest of a wave, from -1 to 1: a cosine, or with an edge on top.
TALUS_INLINE float Crest(float cosine, float sharpness) {
  const float below = 0.5f - 0.5f * cosine;
  const float held = below > 0.0f ? below : 0.0f;
  const float edged = 1.0f - 2.0f * std::sqrt(held);
  return cosine + sharpness * (edged - cosine);
}

TALUS_INLINE void CarveGully(const GullyArgs& a, const GullyPiece& g,
                             LandSoFar& land) {
  alignas(64) float across_x[kPieceSize];
  alignas(64) float across_y[kPieceSize];
  alignas(64) float cosine[kPieceSize];
  alignas(64) float sine[kPieceSize];
  const float per_full = a.per_full_slope, sharpness = a.sharpness;
  for (int i = 0; i < kPieceSize; ++i) {
    const float sx = land.east[i] * per_full, sy = land.south[i] * per_full;
    const float per =
        noise::kStripesPerAnchor / std::sqrt(sx * sx + sy * sy + kTurning2);
    across_x[i] = -sy * per;
    across_y[i] = sx * per;
    cosine[i] = 1.0f;
    sine[i] = 0.0f;
  }
  if (g.fade > 0.0f) {
    noise::StripeRow(g.row, a.n, across_x, across_y, cosine, sine);
  }
  const float mean = kSharpMean * sharpness;
  const float height = g.height, fade = g.fade;
  for (int i = 0; i < a.n; ++i) {
    const float sx = land.east[i] * per_full, sy = land.south[i] * per_full;
    const float full = sx * sx + sy * sy;
    const float share = Flank(full < 1.0f ? full : 1.0f) * land.flank[i];
    const float length =
        std::sqrt(cosine[i] * cosine[i] + sine[i] * sine[i] + kEven);
    const float c = cosine[i] / length, s = sine[i] / length;
    const float crest = mean + fade * (Crest(c, sharpness) - mean);
    const float kind = land.kind[i] + share * (crest - land.kind[i]);
    land.height[i] += height * kind;
    land.kind[i] = kind;
    land.flank[i] *= kFlankMean + fade * (Flank(s * s) - kFlankMean);
    const float turn = -kBranching * share * fade * s;
    const float east = land.east[i], south = land.south[i];
    land.east[i] = east - turn * south;
    land.south[i] = south + turn * east;
  }
}

TALUS_INLINE void GullyBody(const GullyArgs& a) {
  alignas(64) float hill[kPieceSize];
  alignas(64) float hill_east[kMaxHills][kPieceSize];
  alignas(64) float hill_south[kMaxHills][kPieceSize];
  LandSoFar land;
  for (int i = 0; i < kPieceSize; ++i) {
    land.height[i] = 0.0f;
    land.east[i] = 0.0f;
    land.south[i] = 0.0f;
  }
  for (int k = 0; k < a.hill_count; ++k) {
    const HillPiece& h = a.hills[k];
    noise::PerlinSlopeRow(h.row, a.n, hill, hill_east[k], hill_south[k]);
    for (int i = 0; i < a.n; ++i) land.height[i] += h.height * hill[i];
  }
  for (int i = 0; i < a.n; ++i) {
    const float t = land.height[i] * a.per_amplitude;
    land.kind[i] = 2.0f * SoftStep(0.5f + 0.5f / kCrestNoise * t) - 1.0f;
    land.flank[i] = 1.0f;
  }
  for (int j = 0; j < a.gully_count; ++j) {
    for (int k = 0; k < a.hill_count; ++k) {
      const HillPiece& h = a.hills[k];
      const float more = h.slope * (h.led[j] - (j > 0 ? h.led[j - 1] : 0.0f));
      if (more == 0.0f) continue;
      for (int i = 0; i < a.n; ++i) {
        land.east[i] += more * hill_east[k][i];
        land.south[i] += more * hill_south[k][i];
      }
    }
    CarveGully(a, a.gullies[j], land);
  }
  std::memcpy(a.out, land.height, static_cast<size_t>(a.n) * sizeof(float));
}
TALUS_KERNEL(GullyKernel, GullyBody, GullyArgs)

// Seeds of the octaves.
enum Salt : uint64_t { kHillSalt = 16, kGullySalt = 64 };

LatticeGrid GridOf(uint64_t seed, double cells) {
  LatticeGrid grid{AxisOfLength(cells), AxisOfLength(cells), seed};
  grid.AddPhase();
  return grid;
}

}  // namespace

GullyField::GullyField(const GullySpec& spec, const StageContext& context)
    : level_(context.level),
      per_amplitude_(spec.amplitude_m > 0
                         ? static_cast<float>(1.0 / spec.amplitude_m)
                         : 0.0f),
      per_full_slope_(static_cast<float>(1.0 / spec.full_slope)),
      sharpness_(static_cast<float>(spec.sharpness)) {
  double total = 0;
  double weight = 1;
  for (int k = 0; k < spec.octaves; ++k, weight *= spec.gain) total += weight;
  double height = spec.amplitude_m / total;
  double length = spec.wavelength_m;
  for (int k = 0; k < spec.octaves; ++k, length /= 2, height *= spec.gain) {
    const float fade = OctaveFade(length / context.cell_m());
    if (fade == 0.0f) break;
    Hill hill;
    hill.grid =
        GridOf(HashCombine(spec.seed, kHillSalt + static_cast<uint64_t>(k)),
               length / context.level0_cell_m);
    hill.height = fade * static_cast<float>(height);
    hill.slope = fade * static_cast<float>(height / length);
    double width = spec.gully_width_m;
    for (int j = 0; j < spec.gully_octaves; ++j, width /= 2) {
      hill.led.push_back(
          static_cast<float>(std::clamp(length / width - 1, 0.0, 1.0)));
    }
    hills_.push_back(std::move(hill));
  }
  double width = spec.gully_width_m;
  for (int j = 0; j < spec.gully_octaves; ++j, width /= 2) {
    Gully gully;
    gully.grid =
        GridOf(HashCombine(spec.seed, kGullySalt + static_cast<uint64_t>(j)),
               noise::kStripesPerAnchor * width / context.level0_cell_m);
    gully.height = static_cast<float>(0.5 * spec.gully_depth * width);
    gully.fade = OctaveFade(width / context.cell_m());
    gullies_.push_back(gully);
  }
}

GullyRows::GullyRows(const GullyField& field, int64_t x0, int64_t n)
    : field_(field), n_(n) {
  for (const auto& hill : field.hills_) {
    hills_.emplace_back(hill.grid, field.level_, x0);
  }
  for (const auto& gully : field.gullies_) {
    gullies_.emplace_back(gully.grid, field.level_, x0);
  }
}

void GullyRows::Row(int64_t y, float* out) {
  for (LatticeRows& hill : hills_) hill.SetRow(y);
  for (LatticeRows& gully : gullies_) gully.SetRow(y);
  std::array<HillPiece, kMaxHills> hills;
  std::array<GullyPiece, kMaxGullies> gullies;
  for (int64_t first = 0; first < n_; first += kPiece) {
    for (size_t k = 0; k < hills_.size(); ++k) {
      const auto& h = field_.hills_[k];
      hills[k] = {hills_[k].At(first), h.height, h.slope, h.led.data()};
    }
    for (size_t j = 0; j < gullies_.size(); ++j) {
      const auto& g = field_.gullies_[j];
      gullies[j] = {gullies_[j].At(first), g.height, g.fade};
    }
    GullyKernel({hills.data(), static_cast<int>(hills_.size()), gullies.data(),
                 static_cast<int>(gullies_.size()), field_.per_amplitude_,
                 field_.per_full_slope_, field_.sharpness_,
                 static_cast<int>(std::min<int64_t>(kPiece, n_ - first)),
                 out + first});
  }
}

}  // namespace talus

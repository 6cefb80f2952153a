// Based on: K. Perlin. Improving Noise. SIGGRAPH 2002.
// doi:10.1145/566570.566636
//   K. Perlin. Noise Hardware. 2001 (simplex noise); S. Worley. A Cellular
//   Texture Basis Function. SIGGRAPH 1996. doi:10.1145/237170.237267; F. K.
//   Musgrave, C. E. Kolb, R. S. Mace. The Synthesis and Rendering of Eroded
//   Fractal Terrains. SIGGRAPH 1989. doi:10.1145/74333.74337 (ridged and
//   billowed sums)
// Departs from it: gradients are directions from all around the circle; the
// triangles of simplex noise lie in rows along
//   x, so that rows of cells share the work of a lattice column; each octave
//   has a hashed phase of its own, so that no point of the world is a lattice
//   point of all; octaves near the cell size fade towards their mean.
#include "sim/stages/noise_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "sim/stages/noise_point.h"

namespace talus {
namespace {

using noise::Basis;
using noise::Fractal;

// Means of one folded octave over the plane, by basis and fractal; measured
// over 2^26 points.
constexpr float kMeans[4][3] = {{0.0f, 0.5946f, -0.5015f},
                                {0.0f, 0.3563f, -0.0657f},
                                {0.0f, 0.4475f, -0.2430f},
                                {-0.2364f, 0.4877f, -0.3159f}};

struct OctavePiece {
  noise::RowLattice row;
  LatticeWord rows;
  float weight;
  float fade;
  float scale_x;
  float scale_y;
};

struct PieceArgs {
  Basis basis;
  Fractal fractal;
  bool periodic;
  const OctavePiece* octaves;
  size_t octave_count;
  float mean;
  float unseen;
  const float* warp_x;  // null where there is no warp
  const float* warp_y;
  int n;
  float* out;
};

template <Basis kBasis>
TALUS_INLINE void OctaveValues(const PieceArgs& a, const OctavePiece& o,
                               float* __restrict value) {
  if (a.warp_x == nullptr) {
    noise::BasisRow<kBasis>(o.row, a.n, value);
  } else if (a.periodic) {
    noise::BasisPoints<kBasis, true>(o.row, o.rows, a.warp_x, o.scale_x,
                                     a.warp_y, o.scale_y, a.n, value);
  } else {
    noise::BasisPoints<kBasis, false>(o.row, o.rows, a.warp_x, o.scale_x,
                                      a.warp_y, o.scale_y, a.n, value);
  }
}

TALUS_INLINE float Folded(Fractal fractal, float v) {
  const float size = v < 0.0f ? -v : v;
  if (fractal == Fractal::kFbm) return v;
  if (fractal == Fractal::kBillow) return 2.0f * size - 1.0f;
  const float crest = 1.0f - size;
  return crest * crest;
}

// Adds one octave to `sum`. The crests of a ridged noise weigh down the finer
// octaves in the valleys: `trust` is what the octaves before left of the
// weight.
template <Fractal kFractal>
TALUS_INLINE void AddOctave(const PieceArgs& a, const OctavePiece& o,
                            const float* __restrict value,
                            float* __restrict trust, float* __restrict sum) {
  const float mean = a.mean, weight = o.weight, fade = o.fade;
  const int n = a.n;
  for (int i = 0; i < n; ++i) {
    const float v = Folded(kFractal, value[i]);
    const float seen = mean + fade * (v - mean);
    if constexpr (kFractal == Fractal::kRidged) {
      sum[i] += weight * trust[i] * seen;
      trust[i] = seen;
    } else {
      sum[i] += weight * seen;
    }
  }
}

template <Basis kBasis>
TALUS_INLINE void SumOctaves(const PieceArgs& a) {
  alignas(64) float value[noise::kPieceSize];
  alignas(64) float trust[noise::kPieceSize];
  float* __restrict sum = a.out;
  for (int i = 0; i < a.n; ++i) {
    sum[i] = 0.0f;
    trust[i] = 1.0f;
  }
  for (size_t k = 0; k < a.octave_count; ++k) {
    const OctavePiece& o = a.octaves[k];
    OctaveValues<kBasis>(a, o, value);
    if (a.fractal == Fractal::kFbm) {
      AddOctave<Fractal::kFbm>(a, o, value, trust, sum);
    } else if (a.fractal == Fractal::kRidged) {
      AddOctave<Fractal::kRidged>(a, o, value, trust, sum);
    } else {
      AddOctave<Fractal::kBillow>(a, o, value, trust, sum);
    }
  }
  if (a.fractal == Fractal::kRidged) {
    for (int i = 0; i < a.n; ++i) {
      sum[i] = 2.0f * (sum[i] + a.unseen * trust[i]) - 1.0f;
    }
  } else {
    for (int i = 0; i < a.n; ++i) sum[i] += a.unseen;
  }
}

TALUS_INLINE void PerlinBody(const PieceArgs& a) {
  SumOctaves<Basis::kPerlin>(a);
}
TALUS_INLINE void SimplexBody(const PieceArgs& a) {
  SumOctaves<Basis::kSimplex>(a);
}
TALUS_INLINE void ValueBody(const PieceArgs& a) {
  SumOctaves<Basis::kValue>(a);
}
TALUS_INLINE void CellularBody(const PieceArgs& a) {
  SumOctaves<Basis::kCellular>(a);
}
TALUS_KERNEL(PerlinKernel, PerlinBody, PieceArgs)
TALUS_KERNEL(SimplexPieceKernel, SimplexBody, PieceArgs)
TALUS_KERNEL(ValueKernel, ValueBody, PieceArgs)
TALUS_KERNEL(CellularKernel, CellularBody, PieceArgs)

void RunPiece(const PieceArgs& a) {
  switch (a.basis) {
    case Basis::kPerlin:
      return PerlinKernel(a);
    case Basis::kSimplex:
      return SimplexPieceKernel(a);
    case Basis::kValue:
      return ValueKernel(a);
    case Basis::kCellular:
      return CellularKernel(a);
  }
}

// Seeds of what one noise draws.
enum Salt : uint64_t { kWarpXSalt = 4, kWarpYSalt, kFirstOctaveSalt };

// Whole lattice cells in a period that come closest to the wavelength, a
// multiple of `multiple`.
int64_t LatticeCellsInPeriod(int64_t period_cells, double cells_per_lattice,
                             int64_t multiple) {
  const double wanted = static_cast<double>(period_cells) / cells_per_lattice /
                        static_cast<double>(multiple);
  const int64_t most = int64_t{1} << 29;
  return multiple *
         std::clamp<int64_t>(std::llround(std::min(wanted, 1e9)), 1, most);
}

LatticeAxis MakeAxis(double cells_per_lattice, int64_t period_cells,
                     int64_t multiple) {
  if (period_cells == 0) return AxisOfLength(cells_per_lattice);
  return AxisOfPeriod(
      period_cells,
      LatticeCellsInPeriod(period_cells, cells_per_lattice, multiple));
}

NoiseSpec WarpSpec(const NoiseSpec& spec, uint64_t salt) {
  NoiseSpec warp;
  warp.seed = HashCombine(spec.seed, salt);
  warp.octaves = spec.warp_octaves;
  warp.wavelength_m = spec.warp_wavelength_m;
  warp.offset_x_m = spec.offset_x_m;
  warp.offset_y_m = spec.offset_y_m;
  warp.period_cells = spec.period_cells;
  return warp;
}

}  // namespace

NoiseField::NoiseField(const NoiseSpec& spec, const StageContext& context)
    : basis_(spec.basis),
      fractal_(spec.fractal),
      periodic_(spec.period_cells > 0),
      level_(context.level),
      mean_(
          kMeans[static_cast<int>(spec.basis)][static_cast<int>(spec.fractal)]),
      warp_m_(static_cast<float>(spec.warp_m)) {
  double total = 0;
  double weight = 1;
  for (int k = 0; k < spec.octaves; ++k, weight *= spec.gain) total += weight;
  weight = 1;
  double unseen = 0;   // weight of the octaves left out
  double carried = 1;  // what a ridged octave left out hands on
  for (int k = 0; k < spec.octaves; ++k, weight *= spec.gain) {
    Octave octave = MakeOctave(spec, k, context);
    octave.weight = static_cast<float>(weight / total);
    if (octave.fade > 0) {
      octaves_.push_back(octave);
    } else {
      unseen += weight / total * mean_ * carried;
      if (fractal_ == Fractal::kRidged) carried *= mean_;
    }
  }
  unseen_ = static_cast<float>(unseen);
  if (spec.warp_m > 0) {
    warp_x_ = std::make_unique<NoiseField>(WarpSpec(spec, kWarpXSalt), context);
    warp_y_ = std::make_unique<NoiseField>(WarpSpec(spec, kWarpYSalt), context);
  }
}

NoiseField::Octave NoiseField::MakeOctave(const NoiseSpec& spec, int index,
                                          const StageContext& context) const {
  double wavelength_cells = spec.wavelength_m / context.level0_cell_m;
  for (int k = 0; k < index; ++k) wavelength_cells /= spec.lacunarity;
  const bool simplex = spec.basis == Basis::kSimplex;
  Octave o;
  LatticeGrid& grid = o.grid;
  grid.seed =
      HashCombine(spec.seed, kFirstOctaveSalt + static_cast<uint64_t>(index));
  grid.x = MakeAxis(wavelength_cells, spec.period_cells, 1);
  // Every second row of triangles is like the first, so a period has an even
  // number of them.
  grid.y = MakeAxis(
      simplex ? wavelength_cells * noise::kSimplexRowHeight : wavelength_cells,
      spec.period_cells, simplex ? 2 : 1);
  Shift(spec.offset_x_m / context.level0_cell_m, &grid.x);
  Shift(spec.offset_y_m / context.level0_cell_m, &grid.y);
  if (static_cast<size_t>(index) < spec.octave_offsets_m.size()) {
    const auto& [x_m, y_m] = spec.octave_offsets_m[static_cast<size_t>(index)];
    Shift(x_m / context.level0_cell_m, &grid.x);
    Shift(y_m / context.level0_cell_m, &grid.y);
  }
  grid.AddPhase();
  o.fade = OctaveFade(grid.x.CellsPerLatticeCell(context.level));
  o.scale_x = static_cast<float>(
      1.0 / (grid.x.CellsPerLatticeCell(0) * context.level0_cell_m));
  o.scale_y = static_cast<float>(
      1.0 / (grid.y.CellsPerLatticeCell(0) * context.level0_cell_m));
  return o;
}

NoiseRows::NoiseRows(const NoiseField& field, int64_t x0, int64_t n)
    : field_(field), n_(n) {
  for (const auto& o : field.octaves_) {
    lattices_.emplace_back(o.grid, field.level_, x0);
  }
  if (field.warp_x_ != nullptr) {
    warp_x_ = std::make_unique<NoiseRows>(*field.warp_x_, x0, n);
    warp_y_ = std::make_unique<NoiseRows>(*field.warp_y_, x0, n);
  }
}

void NoiseRows::Row(int64_t y, float* out) {
  SetRow(y);
  alignas(64) float piece[noise::kPieceSize];
  for (int64_t i = 0; i < n_; i += noise::kPiece) {
    const auto n = static_cast<int>(std::min<int64_t>(noise::kPiece, n_ - i));
    Piece(i, n, piece);
    std::memcpy(out + i, piece, static_cast<size_t>(n) * sizeof(float));
  }
}

void NoiseRows::SetRow(int64_t y) {
  if (warp_x_ != nullptr) {
    warp_x_->SetRow(y);
    warp_y_->SetRow(y);
  }
  for (LatticeRows& lattice : lattices_) lattice.SetRow(y);
}

void NoiseRows::Piece(int64_t first, int n, float* out) {
  if (warp_x_ != nullptr) {
    warp_x_->Piece(first, n, shift_x_);
    warp_y_->Piece(first, n, shift_y_);
    for (int i = 0; i < n; ++i) {
      shift_x_[i] *= field_.warp_m_;
      shift_y_[i] *= field_.warp_m_;
    }
    // Whole vectors are moved; what lies past the piece must stay in range.
    std::fill(shift_x_ + n, std::end(shift_x_), 0.0f);
    std::fill(shift_y_ + n, std::end(shift_y_), 0.0f);
  }
  std::array<OctavePiece, 16> pieces;
  for (size_t k = 0; k < lattices_.size(); ++k) {
    const auto& o = field_.octaves_[k];
    OctavePiece& p = pieces[k];
    p.row = lattices_[k].At(first);
    p.rows = lattices_[k].row();
    p.weight = o.weight;
    p.fade = o.fade;
    p.scale_x = o.scale_x;
    p.scale_y = o.scale_y;
  }
  RunPiece({field_.basis_, field_.fractal_, field_.periodic_, pieces.data(),
            lattices_.size(), field_.mean_, field_.unseen_,
            warp_x_ ? shift_x_ : nullptr, warp_x_ ? shift_y_ : nullptr, n,
            out});
}

}  // namespace talus

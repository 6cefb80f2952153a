#ifndef TALUS_SIM_STAGES_WATER_EDGES_H_
#define TALUS_SIM_STAGES_WATER_EDGES_H_

#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/stage/stage.h"
#include "sim/stages/water_model.h"
#include "sim/stages/water_scratch.h"

// Row kernels of water erosion up to the fluxes of the edges. Each has a masked
// form for cells that touch a border; where all cells are inside both give the
// same bits.
namespace talus::water {

// Water and its surface at the start of the pass.
struct SurfaceArgs {
  int32_t begin, end;           // columns
  int32_t rain;                 // quanta
  const int32_t* rain_by_cell;  // null unless it is scaled
  const int32_t* kind;          // null unless masked
  const int32_t* ground;
  const int32_t* water_in;
  WorldRow* row;
};

template <bool kMasked, bool kScaled>
TALUS_INLINE void SurfaceBody(const SurfaceArgs& args) {
  const SurfaceArgs a = args;
  const int32_t rain = a.rain;
  WorldRow& row = *a.row;
  TALUS_VECTORIZE
  for (int32_t i = a.begin; i < a.end; ++i) {
    const int32_t w = a.water_in[i];
    const int32_t top = a.ground[i] + w;
    // Rain stops where the surface reaches the valid range.
    const int32_t room = kMaxQuanta - top;
    int32_t r = rain;
    if constexpr (kScaled) r = a.rain_by_cell[i];
    r = r < room ? r : room;
    r = r < 0 ? 0 : r;
    if constexpr (kMasked) r = a.kind[i] == kInside ? r : 0;
    row.water[i] = w + r;
    row.surface[i] = top + r;
  }
}

// Flux of the edges that the cells of a row own.
struct EdgeArgs {
  int32_t begin, end;
  const Constants* constants;
  WorldRow* here;
  const WorldRow* below;
  // Rows above, of and below the cells.
  const int32_t* ground[3];
  const float* flux[3][kOwnedEdges];
  const int32_t* kind[3];  // null unless masked
  int32_t base;            // ground behind the border is no higher
};

// The flux across edge k of cell i: that of the owned edges that lie across,
// four about an orthogonal edge and one across a diagonal one. Cells outside
// own none.
template <bool kMasked, int k>
TALUS_INLINE float Across(const EdgeArgs& a, int32_t i) {
  const auto of = [&](int edge, int dx, int dy) {
    const float q = a.flux[1 + dy][edge][i + dx];
    if constexpr (kMasked) {
      return Either(a.kind[1 + dy][i + dx] == kInside, q, 0.0f);
    }
    return q;
  };
  if constexpr (k == kE) {
    return (of(kS, 0, 0) + of(kS, 1, 0) + of(kS, 0, -1) + of(kS, 1, -1)) *
           0.25f;
  } else if constexpr (k == kS) {
    return (of(kE, 0, 0) + of(kE, -1, 0) + of(kE, 0, 1) + of(kE, -1, 1)) *
           0.25f;
  } else {
    return k == kSE ? of(kSW, 1, 0) : of(kSE, -1, 0);
  }
}

template <bool kMasked, int k>
TALUS_INLINE float EdgeFlux(const EdgeArgs& a, const Constants& c, int32_t i) {
  constexpr int dx = kDx[k], dy = kDy[k];
  constexpr bool kDiagonal = dx != 0 && dy != 0;
  const float push = kDiagonal ? c.diag_push : c.orth_push;
  const float steep = kDiagonal ? c.diag_steep : c.orth_steep;
  const WorldRow& there = dy == 0 ? *a.here : *a.below;
  int32_t bi = a.ground[1][i], bj = a.ground[1 + dy][i + dx];
  int32_t si = a.here->surface[i], sj = there.surface[i + dx];
  float old = a.flux[1][k][i];
  bool out_i = false, out_j = false;
  if constexpr (kMasked) {
    // A cell that is not inside stands for dry ground that takes whatever
    // comes, with the flux that comes.
    out_i = a.kind[1][i] != kInside;
    out_j = a.kind[1 + dy][i + dx] != kInside;
    const int32_t ghost_i = bj < a.base ? bj : a.base;
    const int32_t ghost_j = bi < a.base ? bi : a.base;
    bi = Either(out_i, ghost_i, bi);
    si = Either(out_i, ghost_i, si);
    bj = Either(out_j, ghost_j, bj);
    sj = Either(out_j, ghost_j, sj);
    const float after = a.flux[1 + dy][k][i + dx];
    float before = a.flux[1 - dy][k][i - dx];
    before = Either(a.kind[1 - dy][i - dx] == kInside, before, 0.0f);
    old = Either(out_i, after, Either(out_j, before, old));
  }
  const int32_t top = si > sj ? si : sj;
  const int32_t bed = bi > bj ? bi : bj;
  const float depth = static_cast<float>(top - bed) * kMetersPerQuantum;
  const float drop = static_cast<float>(si - sj);
  // Where the water would run faster than its waves, both its inertia and its
  // waves are those of deeper water: what it tends to stays, and the roll waves
  // do not grow that this form of the equations has there.
  const float deeper = Max(1.0f, Abs(drop) * steep) * depth;
  const float wave = Min(deeper, c.wave_depth);
  // Water that runs uphill tires: without this, lakes slosh for ever.
  const float tired = old * c.uphill;
  const float kept = old * drop < 0.0f ? tired : old;
  const float pushed = kept + push * wave * drop;
  // The drag is that of the whole flux, |Q| / |q| times that of its part along
  // the edge.
  const float across = Across<kMasked, k>(a, i);
  const float along2 = old * old + kLeastFlux2;
  const float whole2 = across * across + along2;
  const float slant = Min(whole2 * InverseRoot(whole2 * along2), kMostSlant);
  // It is implicit in the new flux, the root of q + k q^2 = |pushed| with
  // k = resist / depth^3.
  const float resist = c.drag * slant * wave;
  const float size = Abs(pushed);
  const float depth3 = depth * depth * depth;
  const float root = __builtin_sqrtf(depth3 * (depth3 + resist * size));
  const float most = c.speed_limit * depth;
  float q = Min((size + size) * depth3 / (depth3 + root + 1e-30f), most);
  q = WithSign(q, pushed);
  if constexpr (kMasked) {
    // Water that comes to an OPEN border leaves as fast as it came, or faster.
    const float out_most = Max(q, Max(Min(old, most), 0.0f));
    const float in_most = 0.0f - Max(-q, Max(Min(-old, most), 0.0f));
    q = Either(out_i, in_most, Either(out_j, out_most, q));
    const bool wall = (a.kind[1][i] == kWall) |
                      (a.kind[1 + dy][i + dx] == kWall) | (out_i & out_j);
    q = Either(wall, 0.0f, q);
  }
  return q;
}

template <bool kMasked>
TALUS_INLINE void EdgeBody(const EdgeArgs& args) {
  const EdgeArgs a = args;
  const Constants c = *a.constants;
  TALUS_VECTORIZE
  for (int32_t i = a.begin; i < a.end; ++i) {
    a.here->flux[kE][i] = EdgeFlux<kMasked, kE>(a, c, i);
    a.here->flux[kSE][i] = EdgeFlux<kMasked, kSE>(a, c, i);
    a.here->flux[kS][i] = EdgeFlux<kMasked, kS>(a, c, i);
    a.here->flux[kSW][i] = EdgeFlux<kMasked, kSW>(a, c, i);
  }
}

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_EDGES_H_

#ifndef TALUS_SIM_STAGES_WATER_EDGES_H_
#define TALUS_SIM_STAGES_WATER_EDGES_H_

#include <array>
#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stage/stage.h"
#include "sim/stages/water_model.h"

// Row kernels of water erosion up to the volumes that move: surface, flux, what
// cells give, limited flux. Each has a masked form for windows that touch a
// border; without the mask both give the same bits.
namespace talus::water {

// Water and its surface at the start of the pass.
struct SurfaceArgs {
  int64_t begin, end;   // columns
  int32_t rain;         // quanta
  const int32_t* kind;  // null unless masked
  const int32_t* ground;
  const int32_t* water_in;
  int32_t* water;
  int32_t* surface;
};

template <bool kMasked>
TALUS_INLINE void SurfaceBody(const SurfaceArgs& a) {
  const int32_t* __restrict ground = a.ground;
  const int32_t* __restrict water_in = a.water_in;
  const int32_t* __restrict kind = a.kind;
  int32_t* __restrict water = a.water;
  int32_t* __restrict surface = a.surface;
  const int32_t rain = a.rain;
  for (int64_t i = a.begin; i < a.end; ++i) {
    const int32_t w = water_in[i];
    const int32_t top = ground[i] + w;
    // Rain stops where the surface reaches the valid range.
    const int32_t room = kMaxQuanta - top;
    int32_t r = rain < room ? rain : room;
    r = r < 0 ? 0 : r;
    if constexpr (kMasked) r = kind[i] == kInside ? r : 0;
    water[i] = w + r;
    surface[i] = top + r;
  }
}

// Flux of one edge of each cell i of a row to its neighbour j. Pointers of j
// are shifted, so that j has index i too.
struct FluxArgs {
  int64_t begin, end;
  float push, steep, uphill, drag, wave_depth, speed_limit;
  const int32_t* ground_i;
  const int32_t* ground_j;
  const int32_t* surface_i;
  const int32_t* surface_j;
  const float* flux_in;
  // Owned edges that lie across: two pairs, or one edge across a diagonal one.
  const float* across[4];
  // Handed from the push to the drag.
  float* carried;  // old flux
  float* pushed;   // flux before drag
  float* depth;    // metres
  float* resist;   // drag, as a part of depth^3
  float* flux;
  // The rest is null unless masked.
  const int32_t* kind_i;
  const int32_t* kind_j;
  const int32_t* across_kind[4];
  const float* flux_before;  // of the edge that ends in i, same direction
  const int32_t* before_kind;
  const float* flux_after;  // of the edge that starts in j
  int32_t base;             // ground behind the border is no higher
};

// The flux across the edge of cell i. Cells outside own none.
template <bool kMasked, bool kDiagonal>
TALUS_INLINE float Across(const FluxArgs& a, int64_t i) {
  float sum = 0.0f;
#pragma GCC unroll 4
  for (int m = 0; m < (kDiagonal ? 1 : 4); ++m) {
    float q = a.across[m][i];
    if constexpr (kMasked) q = a.across_kind[m][i] == kInside ? q : 0.0f;
    sum += q;
  }
  return kDiagonal ? sum : sum * 0.25f;
}

template <bool kMasked, bool kDiagonal>
TALUS_INLINE void PushBody(const FluxArgs& a) {
  const float push = a.push, steep = a.steep, uphill = a.uphill, drag = a.drag,
              wave_depth = a.wave_depth;
  TALUS_VECTORIZE
  for (int64_t i = a.begin; i < a.end; ++i) {
    int32_t bi = a.ground_i[i], bj = a.ground_j[i];
    int32_t si = a.surface_i[i], sj = a.surface_j[i];
    float old = a.flux_in[i];
    if constexpr (kMasked) {
      // A cell that is not inside stands for dry ground that takes whatever
      // comes, with the flux that comes.
      const bool out_i = a.kind_i[i] != kInside;
      const bool out_j = a.kind_j[i] != kInside;
      const int32_t ghost_i = bj < a.base ? bj : a.base;
      const int32_t ghost_j = bi < a.base ? bi : a.base;
      bi = out_i ? ghost_i : bi;
      si = out_i ? ghost_i : si;
      bj = out_j ? ghost_j : bj;
      sj = out_j ? ghost_j : sj;
      const float after = a.flux_after[i];
      float before = a.flux_before[i];
      before = a.before_kind[i] == kInside ? before : 0.0f;
      old = out_j ? before : old;
      old = out_i ? after : old;
    }
    const int32_t top = si > sj ? si : sj;
    const int32_t bed = bi > bj ? bi : bj;
    const float depth = static_cast<float>(top - bed) * kMetersPerQuantum;
    const float drop = static_cast<float>(si - sj);
    // Where the water would run faster than its waves, both its inertia and
    // its waves are those of deeper water: what it tends to stays, and the
    // roll waves do not grow that this form of the equations has there.
    const float deeper = Max(1.0f, Abs(drop) * steep) * depth;
    const float wave = Min(deeper, wave_depth);
    // Water that runs uphill tires: without this, lakes slosh for ever.
    const float tired = old * uphill;
    const float kept = old * drop < 0.0f ? tired : old;
    const float pushed = kept + push * wave * drop;
    // The drag is that of the whole flux, |Q| / |q| times that of its part
    // along the edge.
    const float across = Across<kMasked, kDiagonal>(a, i);
    const float along2 = old * old + kLeastFlux2;
    const float whole2 = across * across + along2;
    const float slant = Min(whole2 * InverseRoot(whole2 * along2), kMostSlant);
    if constexpr (kMasked) a.carried[i] = old;
    a.pushed[i] = pushed;
    a.depth[i] = depth;
    a.resist[i] = drag * slant * wave;
  }
}

// Slows the pushed flux: the drag is implicit, the root of
// q + k q^2 = |pushed| with k = resist / depth^3. A loop of its own, so that
// the divisions of many cells are under way at once.
template <bool kMasked>
TALUS_INLINE void DragBody(const FluxArgs& a) {
  const float speed_limit = a.speed_limit;
  TALUS_VECTORIZE
  for (int64_t i = a.begin; i < a.end; ++i) {
    const float pushed = a.pushed[i], depth = a.depth[i];
    const float size = Abs(pushed);
    const float depth3 = depth * depth * depth;
    const float root = __builtin_sqrtf(depth3 * (depth3 + a.resist[i] * size));
    float q = (size + size) * depth3 / (depth3 + root + 1e-30f);
    const float most = speed_limit * depth;
    q = Min(q, most);
    q = WithSign(q, pushed);
    if constexpr (kMasked) {
      // Water that comes to an OPEN border leaves as fast as it came, or
      // faster.
      const int32_t ki = a.kind_i[i], kj = a.kind_j[i];
      const float old = a.carried[i];
      const float out_most = Max(q, Max(Min(old, most), 0.0f));
      const float in_most = Min(q, Min(Max(old, -most), 0.0f));
      q = kj != kInside ? out_most : q;
      q = ki != kInside ? in_most : q;
      q = (ki == kWall) | (kj == kWall) | ((ki != kInside) & (kj != kInside))
              ? 0.0f
              : q;
    }
    a.flux[i] = q;
  }
}

// Shares out whole quanta: the shares are the steps of the rounded running sum,
// so that each has the expected value asked for. REQUIRES: sums that do not
// fall and stay below the whole by more than a float rounds; then all together
// never exceed it.
struct Sharer {
  float draw;
  int32_t given = 0;

  TALUS_INLINE int32_t UpTo(float sum) {
    const int32_t up_to = RoundUnbiased(sum, draw);
    const int32_t share = up_to - given;
    given = up_to;
    return share;
  }
};
inline constexpr float kAlmost = 1.0f - 0x1p-18f;

// What each cell of a row gives to its neighbours. Rows of several directions
// lie `stride` words apart.
struct GiveArgs {
  int64_t begin, end;
  int64_t stride;
  int64_t flux_stride;
  uint32_t key;  // of the draws of the row
  uint32_t x0;   // world column of i = 0
  float orth_volume, diag_volume;
  const float* flux;        // owned edges of the row
  const float* flux_above;  // owned edges of the row above
  const int32_t* water;
  const int32_t* load;
  float* limit;        // share of the outflow that the cell can afford
  int32_t* water_out;  // by direction
  int32_t* load_out;
  int32_t* water_sum;
  int32_t* load_sum;
  // The rest is null unless masked.
  const int32_t* kind[3];  // of the row above, the row, the row below
  int32_t* water_open;     // what goes to kOpen, part of the sum
  int32_t* load_open;
};

// Orthogonal edges first. The order is part of the result.
inline constexpr std::array<int, 8> kGiveOrder = {kE,  kS,  kW,  kN,
                                                  kSE, kSW, kNW, kNE};

template <bool kMasked>
TALUS_INLINE void GiveBody(const GiveArgs& a) {
  const float* __restrict flux = a.flux;
  const float* __restrict flux_above = a.flux_above;
  const int32_t* __restrict water = a.water;
  const int32_t* __restrict load = a.load;
  float* __restrict limit = a.limit;
  int32_t* __restrict water_out = a.water_out;
  int32_t* __restrict load_out = a.load_out;
  int32_t* __restrict water_sum = a.water_sum;
  int32_t* __restrict load_sum = a.load_sum;
  const int64_t stride = a.stride, flux_stride = a.flux_stride;
  const float orth = a.orth_volume, diag = a.diag_volume;
  const uint32_t key = a.key, x0 = a.x0;
  TALUS_VECTORIZE
  for (int64_t i = a.begin; i < a.end; ++i) {
    // Fluxes are signed along the owned directions: what leaves by the other
    // four is negative.
    float out[kDirections];
#pragma GCC unroll 4
    for (int k = 0; k < kOwnedEdges; ++k) {
      const float* behind = kDy[k] > 0 ? flux_above : flux;
      const float back = behind[k * flux_stride + i - kDx[k]];
      out[k] = Max(flux[k * flux_stride + i], 0.0f);
      out[k + kOwnedEdges] = 0.0f - Min(back, 0.0f);
    }
    const float wanted = orth * ((out[kE] + out[kW]) + (out[kS] + out[kN])) +
                         diag * ((out[kSE] + out[kNW]) + (out[kSW] + out[kNE]));
    const float depth = Min(static_cast<float>(water[i]), kMostQuanta);
    const float k = Min(depth * kAlmost / (wanted + 1e-30f), 1.0f);
    limit[i] = k;

    const uint32_t hash = CellHash(key, x0 + static_cast<uint32_t>(i));
    Sharer water_share{UnitFloat(hash)};
    Sharer load_share{UnitFloat(hash * 0x9e3779b1u)};
    const float concentration = Min(static_cast<float>(load[i]), kMostQuanta) *
                                kAlmost / Max(depth, 1.0f);
    float sum = 0.0f;
    int32_t open_water = 0, open_load = 0;
#pragma GCC unroll 8
    for (int m = 0; m < kDirections; ++m) {
      const int d = kGiveOrder[m];
      sum += out[d] * (k * (m < 4 ? orth : diag));
      const int32_t w = water_share.UpTo(sum);
      const int32_t s = load_share.UpTo(concentration *
                                        static_cast<float>(water_share.given));
      water_out[d * stride + i] = w;
      load_out[d * stride + i] = s;
      if constexpr (kMasked) {
        const bool open = a.kind[1 + kDy[d]][i + kDx[d]] == kOpen;
        open_water += open ? w : 0;
        open_load += open ? s : 0;
      }
    }
    water_sum[i] = water_share.given;
    load_sum[i] = load_share.given;
    if constexpr (kMasked) {
      a.water_open[i] = open_water;
      a.load_open[i] = open_load;
    }
  }
}

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_EDGES_H_

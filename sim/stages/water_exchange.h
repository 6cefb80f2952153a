#ifndef TALUS_SIM_STAGES_WATER_EXCHANGE_H_
#define TALUS_SIM_STAGES_WATER_EXCHANGE_H_

#include <bit>
#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stage/stage.h"
#include "sim/stages/water_gifts.h"
#include "sim/stages/water_model.h"
#include "sim/stages/water_panel.h"
#include "sim/stages/water_scales.h"
#include "sim/stages/water_scratch.h"

// Row kernels of water erosion from the volumes on: what a cell receives, what
// its water picks up or lays down, what dries; and the account of a row.
namespace talus::water {

// New state of a row. Rows above, of and below the cells are named [0], [1],
// [2].
struct ExchangeArgs {
  int32_t begin, end;
  uint32_t key;  // of the draws of the row
  uint32_t x0;   // world column of i = 0
  const Constants* constants;
  const WorldRow* row[3];
  const int32_t* ground[3];
  const float* hardness;
  int32_t* new_ground;
  int32_t* new_water;
  int32_t* new_load;
  float* new_flux[kOwnedEdges];
  int32_t* dried;  // water
  // The rest is null unless masked.
  const int32_t* kind[3];
  const int32_t* load;
  const float* flux[kOwnedEdges];
  int32_t base;
  // Null unless they are scaled.
  const float* by_cell[kCellConstants];
};

// Flux of an edge as far as its giver can afford it.
TALUS_INLINE float Limited(float flux, float limit_i, float limit_j) {
  return flux * (std::bit_cast<int32_t>(flux) < 0 ? limit_j : limit_i);
}

// Fluxes of the edges of a cell; those it owns, and the sums with those across
// from them, which are twice the mean.
struct CellFlux {
  float owned[kOwnedEdges];
  float sum[kOwnedEdges];

  // Square of twice the flux through the cell.
  TALUS_INLINE float Square() const {
    const float x = kOrthWidth * sum[kE] + kDiagWidth * (sum[kSE] - sum[kSW]);
    const float y = kOrthWidth * sum[kS] + kDiagWidth * (sum[kSE] + sum[kSW]);
    return x * x + y * y;
  }
};

TALUS_INLINE CellFlux FluxOf(const WorldRow* const* row, int32_t i) {
  CellFlux f;
  const float limit = row[1]->limit[i];
#pragma GCC unroll 4
  for (int k = 0; k < kOwnedEdges; ++k) {
    const int dx = kDx[k], dy = kDy[k];
    const WorldRow& ahead = *row[1 + dy];
    const WorldRow& behind = *row[1 - dy];
    f.owned[k] = Limited(row[1]->flux[k][i], limit, ahead.limit[i + dx]);
    f.sum[k] = f.owned[k] +
               Limited(behind.flux[k][i - dx], behind.limit[i - dx], limit);
  }
  return f;
}

// The ground of the neighbours of a cell.
struct Lie {
  int32_t ground[kDirections];
  int32_t lowest;  // that water may wear the cell down to

  // Square of the sine of the tilt. `slope` is the slope per quantum of the
  // gradient sums, which weigh 12 cells.
  TALUS_INLINE float Sin2(float slope) const {
    const float e_w = static_cast<float>(ground[kE] - ground[kW]);
    const float s_n = static_cast<float>(ground[kS] - ground[kN]);
    const float se_nw = static_cast<float>(ground[kSE] - ground[kNW]);
    const float sw_ne = static_cast<float>(ground[kSW] - ground[kNE]);
    const float x = (4.0f * e_w + (se_nw - sw_ne)) * slope;
    const float y = (4.0f * s_n + (se_nw + sw_ne)) * slope;
    const float tan2 = x * x + y * y;
    return tan2 / (1.0f + tan2);
  }
};

template <bool kMasked>
TALUS_INLINE Lie LieOf(const ExchangeArgs& a, int32_t i, int32_t b) {
  Lie lie;
  lie.lowest = b;
#pragma GCC unroll 8
  for (int k = 0; k < kDirections; ++k) {
    int32_t ground = a.ground[1 + kDy[k]][i + kDx[k]];
    int32_t floor = ground;
    if constexpr (kMasked) {
      // Over an OPEN border the tilt goes on as it came. Worn down is only what
      // lies above the base, or else the border would sink without end.
      const int32_t kind = a.kind[1 + kDy[k]][i + kDx[k]];
      const int32_t behind_kind = a.kind[1 - kDy[k]][i - kDx[k]];
      const int32_t behind = a.ground[1 - kDy[k]][i - kDx[k]];
      const int32_t ghost = b < a.base ? b : a.base;
      // No lower than the valid range, so that differences fit.
      const int32_t room = b + kMaxQuanta;
      const int32_t rise = behind > b ? behind - b : 0;
      const int32_t fall = rise < room ? rise : room;
      const int32_t tilted = behind_kind == kInside ? b - fall : b;
      floor = kind == kInside ? ground : kind == kOpen ? ghost : b;
      ground = kind == kOpen ? (tilted < floor ? tilted : floor) : floor;
    }
    lie.ground[k] = ground;
    lie.lowest = floor < lie.lowest ? floor : lie.lowest;
  }
  return lie;
}

template <bool kMasked, bool kScaled>
TALUS_INLINE void ExchangeBody(const ExchangeArgs& args) {
  const ExchangeArgs a = args;
  const Constants level = *a.constants;
  TALUS_VECTORIZE
  for (int32_t i = a.begin; i < a.end; ++i) {
    Constants c = level;
    if constexpr (kScaled) {
      c.capacity = a.by_cell[kCapacity][i];
      c.min_sin2 = a.by_cell[kMinSin2][i];
      c.inv_full_depth_sum = a.by_cell[kInvFullDepthSum][i];
      c.erode_share = a.by_cell[kErodeShare][i];
      c.settle_share = a.by_cell[kSettleShare][i];
      c.dry_share = a.by_cell[kDryShare][i];
      c.cap_share = a.by_cell[kCapShare][i];
      c.base_cap_scale = level.base_cap_scale > 0.0f ? c.cap_share : 0.0f;
    }
    const WorldRow& row = *a.row[1];
    const int32_t w0 = row.water[i];
    int32_t w1 = row.water_so_far[i];
    int32_t s1 = row.load_so_far[i];
    const CellFlux flux = FluxOf(a.row, i);
    bool inside = true;
    if constexpr (kMasked) {
      // What reaches a hole in the world is gone.
      inside = a.kind[1][i] == kInside;
      w1 = inside ? w1 : w0;
      s1 = inside ? s1 : a.load[i];
    }
#pragma GCC unroll 4
    for (int k = 0; k < kOwnedEdges; ++k) {
      a.new_flux[k][i] = inside ? flux.owned[k] : a.flux[k][i];
    }
    const float w1f = static_cast<float>(w1);
    const int32_t b = a.ground[1][i];
    const Lie lie = LieOf<kMasked>(a, i, b);

    const float depth_sum = static_cast<float>(w0) + w1f;
    const float per_depth = kQuantaPerMeter / Max(depth_sum, 1.0f);
    const float speed2 =
        Min(flux.Square() * (per_depth * per_depth), c.max_speed2);
    const float sin2 = Max(lie.Sin2(c.slope_per_sum), c.min_sin2);
    const float ramp = Min(depth_sum * c.inv_full_depth_sum, 1.0f);
    const float capacity =
        Min(c.capacity * ramp * __builtin_sqrtf(speed2 * sin2), kMostQuanta);

    const float above_base = static_cast<float>(b - c.base);
    const float fade =
        Min(Max(above_base * c.fade_scale + c.fade_offset, kLeastFade), 1.0f);
    const float soft = Min(Max(1.0f - a.hardness[i], 0.0f), 1.0f) * fade;
    float cap = static_cast<float>(b - lie.lowest) * c.cap_share;
    cap =
        Min(cap, Max(above_base * c.base_cap_scale + c.base_cap_offset, 0.0f));

    const float excess = static_cast<float>(s1) - capacity;
    const float pick = Min(-excess * (c.erode_share * soft), cap);
    const float lay = Min(excess * c.settle_share, kMostQuanta);
    const uint32_t hash = CellHash(a.key, a.x0 + static_cast<uint32_t>(i));
    const int32_t moved =
        RoundUnbiased(excess > 0.0f ? lay : pick, UnitFloat(hash));
    // Load stays in the water where the ground reaches the valid range.
    const int32_t room = kMaxQuanta - b;
    const int32_t layable = s1 < room ? s1 : room;
    int32_t wear = excess > 0.0f ? -(moved < layable ? moved : layable) : moved;
    int32_t dry =
        RoundUnbiased(Movable(w1) * c.dry_share, UnitFloat(hash * 0x9e3779b1u));
    dry = dry < w1 ? dry : w1;
    if constexpr (kMasked) {
      wear = inside ? wear : 0;
      dry = inside ? dry : 0;
    }
    a.new_ground[i] = b - wear;
    a.new_load[i] = s1 + wear;
    a.new_water[i] = w1 - dry;
    a.dried[i] = dry;
  }
}

// Account of a row.
struct CountArgs {
  int32_t begin, end;
  const WorldRow* row;
  const int32_t* dried;
  const int32_t* ground;
  const int32_t* water;
  const int32_t* load;
  const int32_t* new_ground;
  const int32_t* new_water;
  const int32_t* new_load;
  CountSums* sums;
};

template <bool kMasked>
TALUS_INLINE void CountBody(const CountArgs& args) {
  const CountArgs a = args;
  CountSums t;
  for (int32_t i = a.begin; i < a.end; ++i) {
    t.rain += a.row->water[i] - a.water[i];
    t.dried += a.dried[i];
    t.water_gain += a.new_water[i] + a.dried[i] - a.row->water[i];
    t.load_gain +=
        (a.new_load[i] - a.load[i]) + (a.new_ground[i] - a.ground[i]);
    if constexpr (kMasked) {
      t.water_open += a.row->water_open[i];
      t.load_open += a.row->load_open[i];
    }
  }
  a.sums->Add(t);
}

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_EXCHANGE_H_

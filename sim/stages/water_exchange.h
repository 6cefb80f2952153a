#ifndef TALUS_SIM_STAGES_WATER_EXCHANGE_H_
#define TALUS_SIM_STAGES_WATER_EXCHANGE_H_

#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stage/stage.h"
#include "sim/stages/water_model.h"

// Row kernels of water erosion from the volumes on: what a cell receives, what
// its water picks up or lays down, what dries; and the account of a row.
namespace talus::water {

// New state of a row. Rows above, of and below the cells are named [0], [1],
// [2]; rows of several directions lie a stride apart.
struct ExchangeArgs {
  int64_t begin, end;
  int64_t stride;       // of what is given
  int64_t flux_stride;  // of the fluxes
  uint32_t key;         // of the draws of the row
  uint32_t x0;          // world column of i = 0
  const Constants* constants;
  const int32_t* ground[3];
  const int32_t* water;  // at the start of the pass, with rain
  const int32_t* load;
  const float* hardness;
  const float* flux[2];         // owned edges, before the givers' limits
  const float* limit[3];        // share of the outflow that a cell can afford
  const int32_t* water_out[3];  // by direction
  const int32_t* load_out[3];
  const int32_t* water_sum;
  const int32_t* load_sum;
  int32_t* new_ground;
  int32_t* new_water;
  int32_t* new_load;
  float* new_flux[kOwnedEdges];
  int32_t* worn;        // ground picked up, negative where laid down
  int32_t* dried;       // water
  int32_t* water_gain;  // received minus given
  int32_t* load_gain;
  // The rest is null unless masked.
  const int32_t* kind[3];
  int32_t base;
};

// What arrives in cell i. `out` is what the rows give, by direction.
TALUS_INLINE int32_t Received(const int32_t* above, const int32_t* here,
                              const int32_t* below, int64_t stride, int64_t i) {
  const int32_t from_above = above[kS * stride + i] +
                             above[kSE * stride + i - 1] +
                             above[kSW * stride + i + 1];
  const int32_t from_below = below[kN * stride + i] +
                             below[kNW * stride + i + 1] +
                             below[kNE * stride + i - 1];
  return from_above + from_below +
         (here[kE * stride + i - 1] + here[kW * stride + i + 1]);
}

// Flux of an edge as far as its giver can afford it.
TALUS_INLINE float Limited(float flux, float limit_i, float limit_j) {
  return flux * (flux > 0.0f ? limit_i : limit_j);
}

// Fluxes of the edges of a cell; those it owns, and the sums with those across
// from them, which are twice the mean.
struct CellFlux {
  float e, se, s, sw;
  float sum_e, sum_se, sum_s, sum_sw;

  // Square of twice the flux through the cell.
  TALUS_INLINE float Square() const {
    const float x = kOrthWidth * sum_e + kDiagWidth * (sum_se - sum_sw);
    const float y = kOrthWidth * sum_s + kDiagWidth * (sum_se + sum_sw);
    return x * x + y * y;
  }
};

TALUS_INLINE CellFlux FluxOf(const float* above, const float* here,
                             const float* limit_above, const float* limit,
                             const float* limit_below, int64_t stride,
                             int64_t i) {
  CellFlux f;
  const float k = limit[i];
  f.e = Limited(here[kE * stride + i], k, limit[i + 1]);
  f.se = Limited(here[kSE * stride + i], k, limit_below[i + 1]);
  f.s = Limited(here[kS * stride + i], k, limit_below[i]);
  f.sw = Limited(here[kSW * stride + i], k, limit_below[i - 1]);
  const float w = Limited(here[kE * stride + i - 1], limit[i - 1], k);
  const float nw = Limited(above[kSE * stride + i - 1], limit_above[i - 1], k);
  const float n = Limited(above[kS * stride + i], limit_above[i], k);
  const float ne = Limited(above[kSW * stride + i + 1], limit_above[i + 1], k);
  f.sum_e = f.e + w;
  f.sum_se = f.se + nw;
  f.sum_s = f.s + n;
  f.sum_sw = f.sw + ne;
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
TALUS_INLINE Lie LieOf(const ExchangeArgs& a, int64_t i, int32_t b) {
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

template <bool kMasked>
TALUS_INLINE void ExchangeBody(const ExchangeArgs& a) {
  const Constants c = *a.constants;
  const int64_t stride = a.stride, flux_stride = a.flux_stride;
  const uint32_t key = a.key, x0 = a.x0;
  TALUS_VECTORIZE
  for (int64_t i = a.begin; i < a.end; ++i) {
    int32_t water_gain =
        Received(a.water_out[0], a.water_out[1], a.water_out[2], stride, i) -
        a.water_sum[i];
    int32_t load_gain =
        Received(a.load_out[0], a.load_out[1], a.load_out[2], stride, i) -
        a.load_sum[i];
    if constexpr (kMasked) {
      // What reaches a hole in the world is gone.
      const bool inside = a.kind[1][i] == kInside;
      water_gain = inside ? water_gain : 0;
      load_gain = inside ? load_gain : 0;
    }
    a.water_gain[i] = water_gain;
    a.load_gain[i] = load_gain;
    const int32_t w0 = a.water[i];
    const int32_t w1 = w0 + water_gain;
    const int32_t s1 = a.load[i] + load_gain;
    const float w1f = static_cast<float>(w1);

    const CellFlux flux = FluxOf(a.flux[0], a.flux[1], a.limit[0], a.limit[1],
                                 a.limit[2], flux_stride, i);
    a.new_flux[kE][i] = flux.e;
    a.new_flux[kSE][i] = flux.se;
    a.new_flux[kS][i] = flux.s;
    a.new_flux[kSW][i] = flux.sw;
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
    const uint32_t hash = CellHash(key, x0 + static_cast<uint32_t>(i));
    const int32_t moved =
        RoundUnbiased(excess > 0.0f ? lay : pick, UnitFloat(hash));
    // Load stays in the water where the ground reaches the valid range.
    const int32_t room = kMaxQuanta - b;
    const int32_t layable = s1 < room ? s1 : room;
    int32_t wear = excess > 0.0f ? -(moved < layable ? moved : layable) : moved;
    int32_t dry = RoundUnbiased(Min(w1f, kMostQuanta) * c.dry_share,
                                UnitFloat(hash * 0x9e3779b1u));
    dry = dry < w1 ? dry : w1;
    if constexpr (kMasked) {
      const bool inside = a.kind[1][i] == kInside;
      wear = inside ? wear : 0;
      dry = inside ? dry : 0;
    }
    a.new_ground[i] = b - wear;
    a.new_load[i] = s1 + wear;
    a.new_water[i] = w1 - dry;
    a.worn[i] = wear;
    a.dried[i] = dry;
  }
}

// Adds what was worn off, or with sign -1 laid down, to a sum.
struct SumArgs {
  int64_t begin, end;
  int32_t sign;
  const int32_t* worn;
  const int32_t* before;
  int32_t* after;
};

TALUS_INLINE void SumBody(const SumArgs& a) {
  const int32_t* __restrict worn = a.worn;
  const int32_t* __restrict before = a.before;
  int32_t* __restrict after = a.after;
  const int32_t sign = a.sign;
  for (int64_t i = a.begin; i < a.end; ++i) {
    const int32_t amount = sign * worn[i];
    after[i] = before[i] + (amount > 0 ? amount : 0);
  }
}

// Account of a row: sums over its counted cells.
struct CountSums {
  int64_t rain = 0, dried = 0, water_gain = 0, load_gain = 0;
  int64_t water_open = 0, load_open = 0;
};
struct CountArgs {
  int64_t begin, end;
  const int32_t* water_before;
  const int32_t* water;  // with rain
  const int32_t* dried;
  const int32_t* water_gain;
  const int32_t* load_gain;
  CountSums* sums;
  // The rest is null unless masked.
  const int32_t* water_open;
  const int32_t* load_open;
};

template <bool kMasked>
TALUS_INLINE void CountBody(const CountArgs& a) {
  CountSums t;
  for (int64_t i = a.begin; i < a.end; ++i) {
    t.rain += a.water[i] - a.water_before[i];
    t.dried += a.dried[i];
    t.water_gain += a.water_gain[i];
    t.load_gain += a.load_gain[i];
    if constexpr (kMasked) {
      t.water_open += a.water_open[i];
      t.load_open += a.load_open[i];
    }
  }
  *a.sums = t;
}

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_EXCHANGE_H_

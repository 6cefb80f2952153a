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

// What arrives in each cell of a row minus what leaves it. Rows above, of and
// below the cells are named [0], [1], [2]; rows of several directions lie
// `stride` words apart.
struct ReceiveArgs {
  int64_t begin, end;
  int64_t stride;
  const int32_t* out[3];  // by direction
  const int32_t* sum;
  int32_t* gain;
};

TALUS_INLINE void ReceiveBody(const ReceiveArgs& a) {
  const int32_t* __restrict above = a.out[0];
  const int32_t* __restrict here = a.out[1];
  const int32_t* __restrict below = a.out[2];
  const int32_t* __restrict sum = a.sum;
  int32_t* __restrict gain = a.gain;
  const int64_t stride = a.stride;
  for (int64_t i = a.begin; i < a.end; ++i) {
    const int32_t from_above = above[kS * stride + i] +
                               above[kSE * stride + i - 1] +
                               above[kSW * stride + i + 1];
    const int32_t from_below = below[kN * stride + i] +
                               below[kNW * stride + i + 1] +
                               below[kNE * stride + i - 1];
    const int32_t beside =
        here[kE * stride + i - 1] + here[kW * stride + i + 1];
    gain[i] = from_above + from_below + beside - sum[i];
  }
}

// Exchange between water and ground, and evaporation.
struct ExchangeArgs {
  int64_t begin, end;
  int64_t stride;
  uint32_t key;  // of the draws of the row
  uint32_t x0;   // world column of i = 0
  const Constants* constants;
  const int32_t* ground[3];
  const int32_t* water;  // at the start of the pass, with rain
  const int32_t* load;
  const int32_t* water_gain;
  const int32_t* load_gain;
  const float* hardness;
  const float* limited;        // owned edges of the row
  const float* limited_above;  // owned edges of the row above
  int32_t* new_ground;
  int32_t* new_water;
  int32_t* new_load;
  int32_t* worn;   // ground picked up, negative where laid down
  int32_t* dried;  // water
  // The rest is null unless masked.
  const int32_t* kind[3];
  const int32_t* water_before;  // without rain
  int32_t base;
};

// Square of the speed of water, from the flux through the edges of cell i.
// `depth_sum` is that of the start and the end of the pass.
TALUS_INLINE float Speed2(const float* here, const float* above, int64_t stride,
                          int64_t i, float depth_sum) {
  // Sums over opposite edges: twice the flux of the cell.
  const float se = here[kSE * stride + i] + above[kSE * stride + i - 1];
  const float sw = here[kSW * stride + i] + above[kSW * stride + i + 1];
  const float e = here[kE * stride + i] + here[kE * stride + i - 1];
  const float s = here[kS * stride + i] + above[kS * stride + i];
  const float x = kOrthWidth * e + kDiagWidth * (se - sw);
  const float y = kOrthWidth * s + kDiagWidth * (se + sw);
  const float per_depth =
      kQuantaPerMeter / (depth_sum > 1.0f ? depth_sum : 1.0f);
  return (x * x + y * y) * (per_depth * per_depth);
}

// How far the ground lies above its eight neighbours.
struct Drops {
  int32_t of[kDirections];

  TALUS_INLINE int32_t Deepest() const {
    int32_t d = 0;
#pragma GCC unroll 8
    for (int k = 0; k < kDirections; ++k) d = of[k] > d ? of[k] : d;
    return d;
  }
  // Square of the sine of the tilt. `slope` is the slope per quantum of the
  // gradient sums, which weigh 12 cells.
  TALUS_INLINE float Sin2(float slope) const {
    const float w_e = static_cast<float>(of[kW] - of[kE]);
    const float n_s = static_cast<float>(of[kN] - of[kS]);
    const float nw_se = static_cast<float>(of[kNW] - of[kSE]);
    const float ne_sw = static_cast<float>(of[kNE] - of[kSW]);
    const float x = (4.0f * w_e + (nw_se - ne_sw)) * slope;
    const float y = (4.0f * n_s + (nw_se + ne_sw)) * slope;
    const float tan2 = x * x + y * y;
    return tan2 / (1.0f + tan2);
  }
};

template <bool kMasked>
TALUS_INLINE Drops DropsAt(const ExchangeArgs& a, int64_t i, int32_t b) {
  Drops drops;
#pragma GCC unroll 8
  for (int k = 0; k < kDirections; ++k) {
    const int row = 1 + kDy[k];
    const int64_t j = i + kDx[k];
    int32_t g = a.ground[row][j];
    if constexpr (kMasked) {
      const int32_t ghost = b < a.base ? b : a.base;
      const int32_t kind = a.kind[row][j];
      g = kind == kWall ? b : g;
      g = kind == kOpen ? ghost : g;
    }
    drops.of[k] = b - g;
  }
  return drops;
}

template <bool kMasked>
TALUS_INLINE void ExchangeBody(const ExchangeArgs& a) {
  const Constants c = *a.constants;
  const int32_t* __restrict ground = a.ground[1];
  const int32_t* __restrict water = a.water;
  const int32_t* __restrict load = a.load;
  const int32_t* __restrict water_gain = a.water_gain;
  const int32_t* __restrict load_gain = a.load_gain;
  const float* __restrict hardness = a.hardness;
  int32_t* __restrict new_ground = a.new_ground;
  int32_t* __restrict new_water = a.new_water;
  int32_t* __restrict new_load = a.new_load;
  int32_t* __restrict worn = a.worn;
  int32_t* __restrict dried = a.dried;
  const uint32_t key = a.key, x0 = a.x0;
#pragma GCC ivdep
  for (int64_t i = a.begin; i < a.end; ++i) {
    const int32_t b = ground[i];
    const int32_t w1 = water[i] + water_gain[i];
    const int32_t s1 = load[i] + load_gain[i];
    const float w1f = static_cast<float>(w1);
    const Drops drops = DropsAt<kMasked>(a, i, b);

    const float depth_sum = static_cast<float>(water[i]) + w1f;
    const float speed2 =
        Min(Speed2(a.limited, a.limited_above, a.stride, i, depth_sum),
            c.max_speed2);
    const float sin2 = Max(drops.Sin2(c.slope_per_sum), c.min_sin2);
    const float ramp = Min(depth_sum * c.inv_full_depth_sum, 1.0f);
    const float capacity =
        Min(c.capacity * ramp * __builtin_sqrtf(speed2 * sin2), kMostQuanta);

    const float above_base = static_cast<float>(b - c.base);
    const float fade =
        Min(Max(above_base * c.fade_scale + c.fade_offset, kLeastFade), 1.0f);
    const float soft = Min(Max(1.0f - hardness[i], 0.0f), 1.0f) * fade;
    float cap = static_cast<float>(drops.Deepest()) * c.cap_share;
    cap =
        Min(cap, Max(above_base * c.base_cap_scale + c.base_cap_offset, 0.0f));

    const float excess = static_cast<float>(s1) - capacity;
    const float pick = Min(-excess * (c.erode_share * soft), cap);
    const float lay = Min(excess * c.settle_share, kMostQuanta);
    const uint32_t hash = CellHash(key, x0 + static_cast<uint32_t>(i));
    const int32_t moved =
        RoundUnbiased(excess > 0.0f ? lay : pick, UnitFloat(hash));
    int32_t wear = excess > 0.0f ? -(moved < s1 ? moved : s1) : moved;
    int32_t dry = RoundUnbiased(Min(w1f, kMostQuanta) * c.dry_share,
                                UnitFloat(hash * 0x9e3779b1u));
    dry = dry < w1 ? dry : w1;
    int32_t w2 = w1 - dry;
    if constexpr (kMasked) {
      const bool inside = a.kind[1][i] == kInside;
      const int32_t w0 = a.water_before[i];
      wear = inside ? wear : 0;
      dry = inside ? dry : 0;
      w2 = inside ? w2 : w0;
    }
    new_ground[i] = b - wear;
    new_load[i] = s1 + wear;
    new_water[i] = w2;
    worn[i] = wear;
    dried[i] = dry;
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

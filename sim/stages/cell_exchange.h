#ifndef TALUS_SIM_STAGES_CELL_EXCHANGE_H_
#define TALUS_SIM_STAGES_CELL_EXCHANGE_H_

#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/base/math.h"
#include "sim/stage/stage.h"
#include "sim/stages/cell_model.h"
#include "sim/stages/water_panel.h"

// Row kernels of cellular erosion from the ways of the water on: what a cell
// gives and takes, what its water picks up or lays down, what dries; and the
// account of a row. Rows above, of and below it are named [0], [1], [2].
namespace talus::cell {

// Water and load after they have moved.
struct Moved {
  Line<int32_t> water;
  Line<int32_t> load;
  Line<int32_t> water_given;
  Line<int32_t> water_open;  // gone over an OPEN border; only where a mask is
  Line<int32_t> load_open;
};

struct MoveArgs {
  int32_t begin, end;
  const Row* rows[3];
  const int32_t* load;
  Moved* moved;
  const int32_t* kind;  // null unless masked
};

// What cell i of a row gives to one that takes `limit` of what it is offered.
// Givers and takers compute the same.
struct Gift {
  int32_t water, load;
};
TALUS_INLINE Gift GiftOf(const Row& row, int32_t i, float limit) {
  Gift gift;
  gift.water = RoundUnbiased(limit * row.wanted[i], row.water_draw[i]);
  gift.load = RoundUnbiased(
      row.concentration[i] * static_cast<float>(gift.water), row.load_draw[i]);
  return gift;
}

template <bool kMasked>
TALUS_INLINE void MoveBody(const MoveArgs& args) {
  const MoveArgs a = args;
  Moved& moved = *a.moved;
  TALUS_VECTORIZE
  for (int32_t i = a.begin; i < a.end; ++i) {
    const Row& here = *a.rows[1];
    const int32_t way = here.way[i];
    const float limit = here.limit[i];
    float there = 1.0f;
    int32_t water = 0, load = 0;
#pragma GCC unroll 8
    for (int32_t k = 0; k < kDirections; ++k) {
      const Row& row = *a.rows[1 + kDy[k]];
      const int32_t j = i + kDx[k];
      there = Either(way == k, row.limit[j], there);
      const bool gives = row.way[j] == Opposite(k);
      const Gift gift = GiftOf(row, j, limit);
      water += Either(gives, gift.water, 0);
      load += Either(gives, gift.load, 0);
    }
    // A cell whose water stays wants to give none.
    const Gift given = GiftOf(here, i, there);
    if constexpr (kMasked) {
      // What reaches a hole in the world is gone.
      const bool inside = a.kind[i] == kInside;
      water = Either(inside, water, 0);
      load = Either(inside, load, 0);
    }
    water += here.water[i] - given.water;
    load += a.load[i] - given.load;
    if constexpr (kMasked) {
      moved.water_open[i] = given.water & here.over_border[i];
      moved.load_open[i] = given.load & here.over_border[i];
    }
    moved.water[i] = water;
    moved.load[i] = load;
    moved.water_given[i] = given.water;
  }
}

// New state of a row.
struct ExchangeArgs {
  int32_t begin, end;
  uint32_t key;  // of the draws of the row
  uint32_t x0;   // world column of i = 0
  const Constants* constants;
  const Factors* factors;  // null unless scaled
  const Row* row;
  const Moved* moved;
  const int32_t* ground[3];
  const float* hardness;
  int32_t* new_ground;
  int32_t* new_water;
  int32_t* new_load;
  int32_t* dried;
  const int32_t* kind[3];  // null unless masked
  int32_t base;            // ground behind an OPEN border is no higher
};

// The lowest ground about a cell, and its own.
template <bool kMasked>
TALUS_INLINE int32_t LowestAbout(const ExchangeArgs& a, int32_t i) {
  const int32_t b = a.ground[1][i];
  int32_t lowest = b;
#pragma GCC unroll 8
  for (int32_t k = 0; k < kDirections; ++k) {
    int32_t ground = a.ground[1 + kDy[k]][i + kDx[k]];
    if constexpr (kMasked) {
      // The border wears no deeper than what lies behind it, or else it would
      // sink without end.
      const int32_t kind = a.kind[1 + kDy[k]][i + kDx[k]];
      const int32_t behind = b < a.base ? b : a.base;
      ground =
          Either(kind == kInside, ground, Either(kind == kOpen, behind, b));
    }
    lowest = ground < lowest ? ground : lowest;
  }
  return lowest;
}

template <bool kMasked, bool kScaled>
TALUS_INLINE void ExchangeBody(const ExchangeArgs& args) {
  const ExchangeArgs a = args;
  const Constants c = *a.constants;
  const float erode_share = ShareOf(c.erode_rate);
  const float settle_share = ShareOf(c.settle_rate);
  const float dry_share = ShareOf(c.dry_rate);
  TALUS_VECTORIZE
  for (int32_t i = a.begin; i < a.end; ++i) {
    float full_capacity = c.capacity;
    float erode = erode_share, settle = settle_share, dries = dry_share;
    float rock = c.rock, cap_share = c.cap_share;
    if constexpr (kScaled) {
      rock *= a.factors->rock[i];
      cap_share *= a.factors->cap[i];
      full_capacity *= a.factors->capacity[i];
      erode = ShareOf(c.erode_rate * a.factors->erode[i]);
      settle = ShareOf(c.settle_rate * a.factors->settle[i]);
      dries = ShareOf(c.dry_rate * a.factors->dry[i]);
    }
    const int32_t water = a.moved->water[i];
    const int32_t load = a.moved->load[i];
    int32_t b = a.ground[1][i];
    if constexpr (kMasked) b = Either(a.kind[1][i] == kInside, b, 0);

    // Depth is the mean of before and after, so that the front of a flood
    // keeps its load.
    const float depth =
        (static_cast<float>(a.row->water[i]) + static_cast<float>(water)) *
        (0.5f * kMetersPerQuantum);
    const float slope = a.row->slope[i];
    const float speed = __builtin_sqrtf(slope / (1.0f + slope));
    const float capacity =
        Min(full_capacity * speed * Pow(depth, c.depth_exponent),
            water::kMostQuanta);

    const float above_base = static_cast<float>(b - c.base);
    const float fade =
        Min(Max(above_base * c.fade_scale + c.fade_offset, kLeastFade), 1.0f);
    const float hardness = Min(Max(a.hardness[i], 0.0f), 1.0f);
    const float soft = (1.0f - hardness * (1.0f - rock)) * fade;
    const int32_t floor =
        Either(c.has_base, c.base, LowestAbout<kMasked>(a, i));
    const float cap = Max(static_cast<float>(b - floor), 0.0f) * cap_share;

    const float excess = static_cast<float>(load) - capacity;
    const float pick = Min(-excess * (erode * soft), cap);
    const float lay = Min(excess * settle, water::kMostQuanta);
    const uint32_t hash = CellHash(a.key, a.x0 + static_cast<uint32_t>(i));
    const int32_t amount =
        RoundUnbiased(Either(excess > 0.0f, lay, pick), UnitFloat(hash));
    // Load stays in the water where the ground reaches the valid range.
    const int32_t room = kMaxQuanta - b;
    const int32_t layable = load < room ? load : room;
    const int32_t laid = amount < layable ? amount : layable;
    int32_t wear = Either(excess > 0.0f, -laid, amount);
    int32_t dry =
        RoundUnbiased(Movable(water) * dries, UnitFloat(hash * 0x9e3779b1u));
    dry = dry < water ? dry : water;
    if constexpr (kMasked) {
      const bool inside = a.kind[1][i] == kInside;
      wear = Either(inside, wear, 0);
      dry = Either(inside, dry, 0);
    }
    a.new_ground[i] = a.ground[1][i] - wear;
    a.new_load[i] = load + wear;
    a.new_water[i] = water - dry;
    a.dried[i] = dry;
  }
}

// Account of a row.
struct CountArgs {
  int32_t begin, end;
  const Row* row;
  const Moved* moved;
  const int32_t* dried;
  const int32_t* water;
  const int32_t* load;
  water::CountSums* sums;
};

template <bool kMasked>
TALUS_INLINE void CountBody(const CountArgs& args) {
  const CountArgs a = args;
  water::CountSums t;
  for (int32_t i = a.begin; i < a.end; ++i) {
    t.rain += a.row->water[i] - a.water[i];
    t.dried += a.dried[i];
    t.water_gain += a.moved->water[i] - a.row->water[i];
    t.load_gain += a.moved->load[i] - a.load[i];
    if constexpr (kMasked) {
      t.water_open += a.moved->water_open[i];
      t.load_open += a.moved->load_open[i];
    }
  }
  a.sums->Add(t);
}

}  // namespace talus::cell

#endif  // TALUS_SIM_STAGES_CELL_EXCHANGE_H_

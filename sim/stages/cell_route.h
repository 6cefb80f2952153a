#ifndef TALUS_SIM_STAGES_CELL_ROUTE_H_
#define TALUS_SIM_STAGES_CELL_ROUTE_H_

#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stage/stage.h"
#include "sim/stages/cell_model.h"

// Row kernels of cellular erosion that settle where water goes and how much of
// it. Each has a masked form for windows at a border; where all cells are
// inside both give the same bits. Cells that are not inside may hold any
// number; zeros stand in for it.
namespace talus::cell {

// Water after rain.
struct SurfaceArgs {
  int32_t begin, end;  // columns
  uint32_t key;        // of the draws of the row
  uint32_t x0;         // world column of i = 0
  const Constants* constants;
  bool first_pass;
  const Factors* factors;  // null unless scaled
  const int32_t* kind;     // null unless masked
  const int32_t* ground;
  const int32_t* water_in;
  Row* row;
};

template <bool kMasked, bool kScaled>
TALUS_INLINE void SurfaceBody(const SurfaceArgs& args) {
  const SurfaceArgs a = args;
  const Constants c = *a.constants;
  const int32_t initial = a.first_pass ? c.initial : 0;
  TALUS_VECTORIZE
  for (int32_t i = a.begin; i < a.end; ++i) {
    const uint32_t hash = CellHash(a.key, a.x0 + static_cast<uint32_t>(i));
    float amount = c.rain, density = c.rain_density;
    int32_t first = initial;
    if constexpr (kScaled) {
      amount *= a.factors->rain[i] / a.factors->rain_density[i];
      density *= a.factors->rain_density[i];
      first = static_cast<int32_t>(
          static_cast<double>(initial) * double{a.factors->initial[i]} + 0.5);
    }
    amount = Min(amount, water::kMostQuanta);
    const int32_t fallen = RoundUnbiased(amount, UnitFloat(hash * 0x9e3779b1u));
    int32_t rain = Either(UnitFloat(hash) < density, fallen, 0) + first;
    const int32_t w = a.water_in[i];
    int32_t top = a.ground[i];
    if constexpr (kMasked) {
      const bool inside = a.kind[i] == kInside;
      top = Either(inside, top, 0) + Either(inside, w, 0);
    } else {
      top += w;
    }
    // Rain stops where the surface reaches the valid range.
    const int32_t room = kMaxQuanta - top;
    rain = rain < room ? rain : room;
    rain = rain < 0 ? 0 : rain;
    if constexpr (kMasked) rain = Either(a.kind[i] == kInside, rain, 0);
    a.row->water[i] = w + rain;
    // Held to the valid range, which rounding may climb over, so that
    // differences fit.
    const int32_t surface = top + rain;
    a.row->surface[i] = surface < kMaxQuanta ? surface : kMaxQuanta;
  }
}

// The way of the water of a row. Rows above, of and below it are named [0],
// [1], [2].
struct RouteArgs {
  int32_t begin, end;
  uint32_t key;
  uint32_t x0;
  const Constants* constants;
  const Row* rows[3];
  const int32_t* load;
  Row* here;
  // The rest is null unless masked.
  const int32_t* kind[3];
  const int32_t* ground[3];
  int32_t base;  // ground behind an OPEN border is no higher
};

// What water on cell i falls by on its way over the OPEN border in direction
// k. The tilt of the ground goes on as it came, or else what comes down a slope
// would be laid down at the border.
template <int k>
TALUS_INLINE int32_t DropOverBorder(const RouteArgs& a, int32_t i) {
  const int32_t b = Either(a.kind[1][i] == kInside, a.ground[1][i], 0);
  const bool known = a.kind[1 - kDy[k]][i - kDx[k]] == kInside;
  const int32_t behind = Either(known, a.ground[1 - kDy[k]][i - kDx[k]], b);
  const int32_t rise = behind > b ? behind - b : 0;
  const int32_t room = b + kMaxQuanta;  // so that differences fit
  const int32_t tilted = b - (rise < room ? rise : room);
  const int32_t floor = tilted < a.base ? tilted : a.base;
  return a.rows[1]->surface[i] - floor;
}

template <bool kMasked>
TALUS_INLINE void RouteBody(const RouteArgs& args) {
  const RouteArgs a = args;
  const Constants c = *a.constants;
  TALUS_VECTORIZE
  for (int32_t i = a.begin; i < a.end; ++i) {
    const int32_t surface = a.rows[1]->surface[i];
    float grade = 0.0f;  // drop over distance in cells
    int32_t way = kNowhere;
    int32_t over = 0;  // all bits where the way leads over an OPEN border
    const auto look = [&]<int k>() {
      int32_t fall = surface - a.rows[1 + kDy[k]]->surface[i + kDx[k]];
      int32_t kind = kInside;
      if constexpr (kMasked) {
        kind = a.kind[1 + kDy[k]][i + kDx[k]];
        fall = Either(kind == kOpen, DropOverBorder<k>(a, i), fall);
        fall = Either(kind == kWall, 0, fall);
      }
      float down = static_cast<float>(fall);
      if constexpr (Diagonal(k)) down *= kInvSqrt2;
      // The first in the order of the compass, of ways equally steep.
      const bool steeper = down > grade;
      grade = Either(steeper, down, grade);
      way = Either(steeper, k, way);
      if constexpr (kMasked) {
        over = Either(steeper, Either(kind == kOpen, -1, 0), over);
      }
    };
    look.template operator()<0>();
    look.template operator()<1>();
    look.template operator()<2>();
    look.template operator()<3>();
    look.template operator()<4>();
    look.template operator()<5>();
    look.template operator()<6>();
    look.template operator()<7>();
    if constexpr (kMasked) {
      const bool inside = a.kind[1][i] == kInside;
      way = Either(inside, way, kNowhere);
      grade = Either(inside, grade, 0.0f);
      over = Either(inside, over, 0);
    }
    const float drop = Either(Diagonal(way), grade * kSqrt2, grade);
    const float water = Movable(a.rows[1]->water[i]) * kAlmost;
    float most = Min(water, drop * 0.5f);
    // What is over the border rises with no water.
    if constexpr (kMasked) most = Either(over != 0, Min(water, drop), most);
    const float wanted = c.share * most;
    const uint32_t hash = CellHash(a.key, a.x0 + static_cast<uint32_t>(i));
    a.here->way[i] = way;
    a.here->slope[i] = grade * c.slope_per_drop;
    a.here->wanted[i] = wanted;
    a.here->conduct[i] = wanted / Max(drop, 1.0f);
    a.here->water_draw[i] = UnitFloat(hash);
    a.here->load_draw[i] = UnitFloat(hash * 0x9e3779b1u);
    a.here->concentration[i] = Movable(a.load[i]) * kAlmost / Max(water, 1.0f);
    if constexpr (kMasked) a.here->over_border[i] = over;
  }
}

// How much a row takes of what its neighbours want to give.
struct LimitArgs {
  int32_t begin, end;
  const Constants* constants;
  const Row* rows[3];
  Row* here;
  const int32_t* kind;  // null unless masked
};

template <bool kMasked>
TALUS_INLINE void LimitBody(const LimitArgs& args) {
  const LimitArgs a = args;
  const float half_share = a.constants->share * 0.5f;
  TALUS_VECTORIZE
  for (int32_t i = a.begin; i < a.end; ++i) {
    float sum = 0.0f;
#pragma GCC unroll 8
    for (int32_t k = 0; k < kDirections; ++k) {
      const Row& row = *a.rows[1 + kDy[k]];
      const bool gives = row.way[i + kDx[k]] == Opposite(k);
      sum += Either(gives, row.conduct[i + kDx[k]], 0.0f);
    }
    float limit = Min(half_share / (sum + 1e-30f), 1.0f);
    if constexpr (kMasked) {
      limit = Either(a.kind[i] == kInside, limit, 1.0f);
    }
    a.here->limit[i] = limit;
  }
}

}  // namespace talus::cell

#endif  // TALUS_SIM_STAGES_CELL_ROUTE_H_

#ifndef TALUS_SIM_STAGES_WATER_GIFTS_H_
#define TALUS_SIM_STAGES_WATER_GIFTS_H_

#include <array>
#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stage/stage.h"
#include "sim/stages/water_model.h"
#include "sim/stages/water_scratch.h"

// Row kernels of water erosion that move whole quanta: what cells give and what
// they receive.
namespace talus::water {

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

// What the cells of a row give, and where it goes.
struct GiveArgs {
  int32_t begin, end;
  uint32_t key;  // of the draws of the row
  uint32_t x0;   // world column of i = 0
  float orth_volume, diag_volume;
  const int32_t* load;
  WorldRow* above;
  WorldRow* here;
  WorldRow* below;
  Gifts* gifts;
  const int32_t* kind[3];  // of the rows about; null unless masked
  // Columns about which all is inside; only where masked.
  int32_t clean_begin, clean_end;
};

// Orthogonal edges first. The order is part of the result.
inline constexpr std::array<int, 8> kGiveOrder = {kE,  kS,  kW,  kN,
                                                  kSE, kSW, kNW, kNE};

// Running sums of what leaves a cell by two of the owned directions and then by
// those opposite to them.
TALUS_INLINE void SumUp(const GiveArgs& a, int first, int second, int32_t i,
                        float (&sum)[kOwnedEdges]) {
  const auto behind = [&](int k) {
    const WorldRow& row = kDy[k] > 0 ? *a.above : *a.here;
    return Min(row.flux[k][i - kDx[k]], 0.0f);
  };
  sum[0] = Max(a.here->flux[first][i], 0.0f);
  sum[1] = sum[0] + Max(a.here->flux[second][i], 0.0f);
  sum[2] = sum[1] - behind(first);
  sum[3] = sum[2] - behind(second);
}

// What each of the cells [begin, end), at most kGiftColumns, gives.
template <bool kMasked>
TALUS_INLINE void GivePart(const GiveArgs& a, int32_t begin, int32_t end) {
  const float orth = a.orth_volume, diag = a.diag_volume;
  Gifts& gifts = *a.gifts;
  TALUS_VECTORIZE
  for (int32_t i = begin; i < end; ++i) {
    const int32_t at = i - begin;
    // Sums of what leaves, in the order of kGiveOrder. Fluxes are signed along
    // the owned directions: what leaves by the other four is negative.
    float orth_sum[kOwnedEdges], diag_sum[kOwnedEdges];
    SumUp(a, kE, kS, i, orth_sum);
    SumUp(a, kSE, kSW, i, diag_sum);
    const float wanted = orth * orth_sum[3] + diag * diag_sum[3];
    const int32_t water = a.here->water[i];
    const int32_t load = a.load[i];
    const float depth = Movable(water);
    const float k = Min(depth * kAlmost / (wanted + 1e-30f), 1.0f);
    a.here->limit[i] = k;

    const uint32_t hash = CellHash(a.key, a.x0 + static_cast<uint32_t>(i));
    Sharer water_share{UnitFloat(hash)};
    Sharer load_share{UnitFloat(hash * 0x9e3779b1u)};
    const float concentration = Movable(load) * kAlmost / Max(depth, 1.0f);
    const float orth_part = k * orth, diag_part = k * diag;
    const float all_orth = orth_sum[3] * orth_part;
    int32_t open_water = 0, open_load = 0;
#pragma GCC unroll 8
    for (int m = 0; m < kDirections; ++m) {
      const int d = kGiveOrder[m];
      const float sum = m < 4 ? orth_sum[m] * orth_part
                              : all_orth + diag_sum[m - 4] * diag_part;
      const int32_t w = water_share.UpTo(sum);
      const int32_t s = load_share.UpTo(concentration * sum);
      gifts.water[d][at] = w;
      gifts.load[d][at] = s;
      if constexpr (kMasked) {
        const bool open = a.kind[1 + kDy[d]][i + kDx[d]] == kOpen;
        open_water += open ? w : 0;
        open_load += open ? s : 0;
      }
    }
    a.here->water_given[i] = water_share.given;
    gifts.water_kept[at] = water - water_share.given;
    gifts.load_kept[at] = load - load_share.given;
    if constexpr (kMasked) {
      a.here->water_open[i] = open_water;
      a.here->load_open[i] = open_load;
    }
  }
}

// Hands on the gifts of cells [begin, end). Those of the last one wait for its
// neighbour, the first one of the next part.
TALUS_INLINE void ReceivePart(const GiveArgs& a, int32_t begin, int32_t end) {
  const auto above = [](const Gifts::Part* out, int32_t i) {
    return out[kN][i] + (out[kNW][i + 1] + out[kNE][i - 1]);
  };
  const auto here = [](const Gifts::Part* out, int32_t i) {
    return out[kE][i - 1] + out[kW][i + 1];
  };
  const auto below = [](const Gifts::Part* out, int32_t i) {
    return out[kS][i] + (out[kSE][i - 1] + out[kSW][i + 1]);
  };
  const Gifts& gifts = *a.gifts;
  TALUS_VECTORIZE
  for (int32_t i = begin - 1; i < end - 1; ++i) {
    const int32_t at = i - begin;
    a.above->water_so_far[i] += above(gifts.water, at);
    a.above->load_so_far[i] += above(gifts.load, at);
    a.here->water_so_far[i] = gifts.water_kept[at] +
                              a.here->water_from_above[i] +
                              here(gifts.water, at);
    a.here->load_so_far[i] =
        gifts.load_kept[at] + a.here->load_from_above[i] + here(gifts.load, at);
    a.below->water_from_above[i] = below(gifts.water, at);
    a.below->load_from_above[i] = below(gifts.load, at);
  }
}

// Keeps the last ones of `count` columns for those that come next.
TALUS_INLINE void Turn(Gifts& gifts, int32_t count) {
  const auto turn = [count](Gifts::Part& part) {
    for (int32_t i = -Gifts::kBefore; i < 0; ++i) part[i] = part[count + i];
  };
  for (Gifts::Part& part : gifts.water) turn(part);
  for (Gifts::Part& part : gifts.load) turn(part);
  turn(gifts.water_kept);
  turn(gifts.load_kept);
}

// REQUIRES: whole vectors of columns. Cells up to end - 2 receive.
template <bool kMasked>
TALUS_INLINE void GiveBody(const GiveArgs& args) {
  const GiveArgs a = args;
  for (int32_t begin = a.begin; begin < a.end;) {
    int32_t end = begin + kGiftColumns < a.end ? begin + kGiftColumns : a.end;
    if constexpr (kMasked) {
      const bool clean = begin >= a.clean_begin && begin < a.clean_end;
      const int32_t next = begin < a.clean_begin ? a.clean_begin : a.clean_end;
      if (next > begin && next < end) end = next;
      clean ? GivePart<false>(a, begin, end) : GivePart<true>(a, begin, end);
    } else {
      GivePart<false>(a, begin, end);
    }
    ReceivePart(a, begin, end);
    Turn(*a.gifts, end - begin);
    begin = end;
  }
}

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_GIFTS_H_

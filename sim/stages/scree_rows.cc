#include "sim/stages/scree_rows.h"

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stage/stage.h"

namespace talus {
namespace {

constexpr float kSqrt2 = 1.41421356f;

struct Side {
  int32_t height;
  int32_t loose;
  float rest;
  float loose_rest;
};

struct Crossing {
  int32_t all;
  int32_t cover;
};

// What crosses an edge from `a` to `b`; negative where b gives.
TALUS_INLINE Crossing CrossingOf(const Side& a, const Side& b, float longer,
                                 float share, float u) {
  const int32_t d = a.height - b.height;
  const int32_t sign = d >> 31;
  const int32_t size = (d ^ sign) - sign;
  const int32_t depth = d < 0 ? b.loose : a.loose;
  const int32_t shallow = depth < kMaxQuanta ? depth : kMaxQuanta;
  const int32_t loose = shallow > 0 ? shallow : 0;
  const int32_t most = loose >> 3;
  const float rock_rest = (d < 0 ? b.rest : a.rest) * longer;
  const float loose_rest = d < 0 ? b.loose_rest : a.loose_rest;
  const float cover_rest =
      rock_rest < kNeverSlides ? loose_rest * longer : kNeverSlides;
  const float slides = (static_cast<float>(size) - cover_rest) * share;
  const float breaks = (static_cast<float>(size - loose) - rock_rest) * share;
  const int32_t wish = RoundUnbiased(slides > 0.0f ? slides : 0.0f, u);
  const int32_t broken = RoundUnbiased(breaks > 0.0f ? breaks : 0.0f, u);
  const int32_t slid = wish < most ? wish : most;
  const int32_t all = slid > broken ? slid : broken;
  const int32_t cover = all < most ? all : most;
  return {(all ^ sign) - sign, (cover ^ sign) - sign};
}

template <bool kMasked>
TALUS_INLINE void EdgeRow(const ScreeEdgeArgs& a) {
  const int32_t* __restrict row = a.row;
  const int32_t* __restrict below = a.below;
  const int32_t* __restrict loose = a.loose;
  const int32_t* __restrict loose_below = a.loose_below;
  const float* __restrict rests = a.rests;
  const float* __restrict rests_below = a.rests_below;
  const float* __restrict scales = a.scales;
  const float* __restrict scales_below = a.scales_below;
  int32_t* __restrict e = a.all[0];
  int32_t* __restrict se = a.all[1];
  int32_t* __restrict s = a.all[2];
  int32_t* __restrict sw = a.all[3];
  int32_t* __restrict cover_e = a.cover[0];
  int32_t* __restrict cover_se = a.cover[1];
  int32_t* __restrict cover_s = a.cover[2];
  int32_t* __restrict cover_sw = a.cover[3];
  const float* __restrict loose_rests = a.loose_rests;
  const float* __restrict loose_rests_below = a.loose_rests_below;
  const float half = a.orthogonal_share * 0.5f;
  const float half_diagonal = a.diagonal_share * 0.5f;
  const uint32_t key = a.key;
  const uint32_t x = a.x;
  const int32_t n = a.n;
  TALUS_VECTORIZE
  for (int32_t i = -1; i <= n; ++i) {
    // Four draws out of one hash: each is uniform, and their leading bytes do
    // not overlap.
    const uint32_t r = CellHash(key, x + static_cast<uint32_t>(i));
    const float u0 = UnitFloat(r);
    const float u1 = UnitFloat((r << 8) | (r >> 24));
    const float u2 = UnitFloat((r << 16) | (r >> 16));
    const float u3 = UnitFloat((r << 24) | (r >> 8));
    const float own = scales[i];
    const auto beside = [&](int32_t j) -> Side {
      return {row[j], loose[j], rests[j], loose_rests[j]};
    };
    const auto south = [&](int32_t j) -> Side {
      return {below[j], loose_below[j], rests_below[j], loose_rests_below[j]};
    };
    const Side here = beside(i);
    Crossing to_e =
        CrossingOf(here, beside(i + 1), 1.0f, half * (own + scales[i + 1]), u0);
    Crossing to_se =
        CrossingOf(here, south(i + 1), kSqrt2,
                   half_diagonal * (own + scales_below[i + 1]), u1);
    Crossing to_s =
        CrossingOf(here, south(i), 1.0f, half * (own + scales_below[i]), u2);
    Crossing to_sw =
        CrossingOf(here, south(i - 1), kSqrt2,
                   half_diagonal * (own + scales_below[i - 1]), u3);
    if constexpr (kMasked) {
      const int32_t k = a.mask[i];
      const auto hold = [](Crossing& c, int32_t kinds) {
        c.all = kinds == kInside ? c.all : 0;
        c.cover = kinds == kInside ? c.cover : 0;
      };
      hold(to_e, k | a.mask[i + 1]);
      hold(to_se, k | a.mask_below[i + 1]);
      hold(to_s, k | a.mask_below[i]);
      hold(to_sw, k | a.mask_below[i - 1]);
    }
    e[i] = to_e.all;
    se[i] = to_se.all;
    s[i] = to_s.all;
    sw[i] = to_sw.all;
    cover_e[i] = to_e.cover;
    cover_se[i] = to_se.cover;
    cover_s[i] = to_s.cover;
    cover_sw[i] = to_sw.cover;
  }
}
TALUS_INLINE void EdgeRowInside(const ScreeEdgeArgs& a) { EdgeRow<false>(a); }
TALUS_INLINE void EdgeRowMasked(const ScreeEdgeArgs& a) { EdgeRow<true>(a); }
TALUS_KERNEL(Edges, EdgeRowInside, ScreeEdgeArgs)
TALUS_KERNEL(EdgesMasked, EdgeRowMasked, ScreeEdgeArgs)

TALUS_INLINE int32_t Part(int32_t amount) { return amount > 0 ? amount : 0; }

TALUS_INLINE void CoverRow(const ScreeCoverArgs& a) {
  const int32_t* __restrict loose = a.loose;
  const int32_t* const* all = a.all;
  const int32_t* const* cover = a.cover;
  int32_t* __restrict out = a.out;
  const int32_t n = a.n;
  TALUS_VECTORIZE
  for (int32_t i = 0; i < n; ++i) {
    const int32_t received = Part(all[0][i - 1]) + Part(all[4][i - 1]) +
                             Part(all[5][i]) + Part(all[6][i + 1]) +
                             Part(-all[0][i]) + Part(-all[1][i]) +
                             Part(-all[2][i]) + Part(-all[3][i]);
    const int32_t given = Part(-cover[0][i - 1]) + Part(-cover[4][i - 1]) +
                          Part(-cover[5][i]) + Part(-cover[6][i + 1]) +
                          Part(cover[0][i]) + Part(cover[1][i]) +
                          Part(cover[2][i]) + Part(cover[3][i]);
    // No cover is deeper than ground can be high: the rest counts as rock.
    const int32_t shallow = loose[i] < kMaxQuanta ? loose[i] : kMaxQuanta;
    const int32_t depth = shallow > 0 ? shallow : 0;
    const int32_t room = kMaxQuanta - (depth - given);
    out[i] = loose[i] + ((received < room ? received : room) - given);
  }
}
TALUS_KERNEL(Cover, CoverRow, ScreeCoverArgs)

}  // namespace

void RunScreeEdges(const ScreeEdgeArgs& a) {
  a.mask != nullptr ? EdgesMasked(a) : Edges(a);
}

void RunScreeCover(const ScreeCoverArgs& a) { Cover(a); }

}  // namespace talus

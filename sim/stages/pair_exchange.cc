#include "sim/stages/pair_exchange.h"

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stages/row_sums.h"
#include "sim/stages/scree_rows.h"

namespace talus {
namespace {

constexpr float kSqrt2 = 1.41421356f;
constexpr uint32_t kSalt = 0x70616972;  // of the draws

struct EdgeArgs {
  const int32_t* row;  // heights of row y and of the row south of it
  const int32_t* below;
  const int32_t* mask;  // nullptr where all is inside
  const int32_t* mask_below;
  const float* rests;  // of both rows; nullptr where they do not vary
  const float* rests_below;
  const float* scales;  // likewise
  const float* scales_below;
  PairExchangeRule rule;
  uint32_t key;
  uint32_t x;  // of column 0
  int32_t n;   // width
  int32_t* e;
  int32_t* se;
  int32_t* s;
  int32_t* sw;
};

// What crosses an edge from `a` to `b`, of which `rest_a` stays where a is the
// higher one and `rest_b` where b is; negative where b gives.
TALUS_INLINE int32_t Amount(int32_t a, int32_t b, float rest_a, float rest_b,
                            float share, float u) {
  const int32_t d = a - b;
  const float drop = static_cast<float>(d);
  // At most one of the two is not zero: no rest is negative.
  const float from_a = drop - rest_a;
  const float from_b = -drop - rest_b;
  const float q =
      (from_a > 0.0f ? from_a : 0.0f) + (from_b > 0.0f ? from_b : 0.0f);
  const int32_t m = RoundUnbiased(q * share, u);
  const int32_t sign = d >> 31;
  return (m ^ sign) - sign;
}

// The same for one rest everywhere.
TALUS_INLINE int32_t Amount(int32_t a, int32_t b, float rest, float share,
                            float u) {
  const int32_t d = a - b;
  const int32_t size = d < 0 ? -d : d;
  const float q = (static_cast<float>(size) - rest) * share;
  const int32_t m = RoundUnbiased(q > 0.0f ? q : 0.0f, u);
  return d < 0 ? -m : m;
}

template <bool kMasked, bool kRest, bool kScale>
TALUS_INLINE void EdgeRow(const EdgeArgs& a) {
  const int32_t* __restrict row = a.row;
  const int32_t* __restrict below = a.below;
  int32_t* __restrict e = a.e;
  int32_t* __restrict se = a.se;
  int32_t* __restrict s = a.s;
  int32_t* __restrict sw = a.sw;
  const float* __restrict rests = a.rests;
  const float* __restrict rests_below = a.rests_below;
  const float* __restrict scales = a.scales;
  const float* __restrict scales_below = a.scales_below;
  const float rest = a.rule.rest;
  const float rest_diagonal = a.rule.rest * kSqrt2;
  const float share = a.rule.orthogonal_share;
  const float share_diagonal = a.rule.diagonal_share;
  const uint32_t key = a.key;
  const uint32_t x = a.x;
  const int32_t n = a.n;
  TALUS_VECTORIZE
  for (int32_t i = -1; i <= n; ++i) {
    const int32_t h = row[i];
    // Four draws out of one hash: each is uniform, and their leading bytes do
    // not overlap.
    const uint32_t r = CellHash(key, x + static_cast<uint32_t>(i));
    const float u0 = UnitFloat(r);
    const float u1 = UnitFloat((r << 8) | (r >> 24));
    const float u2 = UnitFloat((r << 16) | (r >> 16));
    const float u3 = UnitFloat((r << 24) | (r >> 8));
    float to_e = share, to_se = share_diagonal;
    float to_s = share, to_sw = share_diagonal;
    if constexpr (kScale) {
      const float own = scales[i];
      const float half = share * 0.5f;
      const float half_diagonal = share_diagonal * 0.5f;
      to_e = half * (own + scales[i + 1]);
      to_se = half_diagonal * (own + scales_below[i + 1]);
      to_s = half * (own + scales_below[i]);
      to_sw = half_diagonal * (own + scales_below[i - 1]);
    }
    int32_t me, mse, ms, msw;
    if constexpr (kRest) {
      const float t = rests[i];
      const float t_diagonal = t * kSqrt2;
      me = Amount(h, row[i + 1], t, rests[i + 1], to_e, u0);
      mse = Amount(h, below[i + 1], t_diagonal, rests_below[i + 1] * kSqrt2,
                   to_se, u1);
      ms = Amount(h, below[i], t, rests_below[i], to_s, u2);
      msw = Amount(h, below[i - 1], t_diagonal, rests_below[i - 1] * kSqrt2,
                   to_sw, u3);
    } else {
      me = Amount(h, row[i + 1], rest, to_e, u0);
      mse = Amount(h, below[i + 1], rest_diagonal, to_se, u1);
      ms = Amount(h, below[i], rest, to_s, u2);
      msw = Amount(h, below[i - 1], rest_diagonal, to_sw, u3);
    }
    if constexpr (kMasked) {
      const int32_t k = a.mask[i];
      me = (k | a.mask[i + 1]) == kInside ? me : 0;
      mse = (k | a.mask_below[i + 1]) == kInside ? mse : 0;
      ms = (k | a.mask_below[i]) == kInside ? ms : 0;
      msw = (k | a.mask_below[i - 1]) == kInside ? msw : 0;
    }
    e[i] = me;
    se[i] = mse;
    s[i] = ms;
    sw[i] = msw;
  }
}

#define TALUS_EDGE_KERNELS(name, rest, scale)                \
  TALUS_INLINE void EdgeRow##name(const EdgeArgs& a) {       \
    EdgeRow<false, rest, scale>(a);                          \
  }                                                          \
  TALUS_INLINE void EdgeRowMasked##name(const EdgeArgs& a) { \
    EdgeRow<true, rest, scale>(a);                           \
  }                                                          \
  TALUS_KERNEL(RunEdges##name, EdgeRow##name, EdgeArgs)      \
  TALUS_KERNEL(RunEdgesMasked##name, EdgeRowMasked##name, EdgeArgs)

TALUS_EDGE_KERNELS(Uniform, false, false)
TALUS_EDGE_KERNELS(Rest, true, false)
TALUS_EDGE_KERNELS(Scale, false, true)
TALUS_EDGE_KERNELS(Both, true, true)

struct ApplyArgs {
  const int32_t* height;
  const int32_t* e;  // edges of this row
  const int32_t* se;
  const int32_t* s;
  const int32_t* sw;
  const int32_t* from_nw;  // edges of the row to the north
  const int32_t* from_n;
  const int32_t* from_ne;
  int32_t n;
  int32_t* out;
};

TALUS_INLINE void ApplyRow(const ApplyArgs& a) {
  const int32_t* __restrict height = a.height;
  const int32_t* __restrict e = a.e;
  const int32_t* __restrict se = a.se;
  const int32_t* __restrict s = a.s;
  const int32_t* __restrict sw = a.sw;
  const int32_t* __restrict from_nw = a.from_nw;
  const int32_t* __restrict from_n = a.from_n;
  const int32_t* __restrict from_ne = a.from_ne;
  int32_t* __restrict out = a.out;
  const int32_t n = a.n;
  TALUS_VECTORIZE
  for (int32_t i = 0; i < n; ++i) {
    const int32_t received =
        e[i - 1] + from_nw[i - 1] + from_n[i] + from_ne[i + 1];
    const int32_t given = e[i] + se[i] + s[i] + sw[i];
    out[i] = height[i] + (received - given);
  }
}
TALUS_KERNEL(RunApply, ApplyRow, ApplyArgs)

struct TallyArgs {
  ApplyArgs edges;
  int sign;  // 1 tallies what cells receive, -1 what they give
  const int32_t* before;
  int32_t* after;
};

TALUS_INLINE void TallyRow(const TallyArgs& a) {
  const ApplyArgs& g = a.edges;
  const int32_t* __restrict before = a.before;
  int32_t* __restrict after = a.after;
  const int32_t sign = a.sign;
  const int32_t n = g.n;
  const auto part = [](int32_t amount) { return amount > 0 ? amount : 0; };
  TALUS_VECTORIZE
  for (int32_t i = 0; i < n; ++i) {
    const int32_t in = part(sign * g.e[i - 1]) + part(sign * g.from_nw[i - 1]) +
                       part(sign * g.from_n[i]) + part(sign * g.from_ne[i + 1]);
    const int32_t out = part(-sign * g.e[i]) + part(-sign * g.se[i]) +
                        part(-sign * g.s[i]) + part(-sign * g.sw[i]);
    after[i] = AddToSum(before[i],
                        static_cast<uint32_t>(in) + static_cast<uint32_t>(out));
  }
}
TALUS_KERNEL(RunTally, TallyRow, TallyArgs)
TALUS_KERNEL(RunSumDifference, SumDifferenceBody, DifferenceArgs)

}  // namespace

PairExchangeSweep::PairExchangeSweep(const Window& window, int64_t pass,
                                     uint64_t seed,
                                     const PairExchangeRule& rule)
    : window_(window),
      pass_(pass),
      seed_(seed),
      rule_(rule),
      stride_((window.rect.width() + 2 * kLead + 15) / 16 * 16),
      amounts_(static_cast<size_t>((rule.loose ? 16 : 8) * stride_)) {}

void PairExchangeSweep::Edges(const LayerRows& in, int64_t y) {
  if (varies_.rest || varies_.scale) {
    Fill(in, y + 1);
  }
  if (rule_.loose) return ScreeEdges(in, y);
  EdgeArgs a = {};
  a.row = in.Quanta(Layer::kHeight, y);
  a.below = in.Quanta(Layer::kHeight, y + 1);
  if (window_.mask != nullptr) {
    a.mask = window_.mask->At(window_.rect.x0, y);
    a.mask_below = window_.mask->At(window_.rect.x0, y + 1);
  }
  a.rests = Rests(y);
  a.rests_below = Rests(y + 1);
  a.scales = Scales(y);
  a.scales_below = Scales(y + 1);
  a.rule = rule_;
  a.key = RowKey(seed_, pass_, kSalt, y);
  a.x = static_cast<uint32_t>(window_.rect.x0);
  a.n = static_cast<int32_t>(window_.rect.width());
  a.e = Amounts(kE, y);
  a.se = Amounts(kSE, y);
  a.s = Amounts(kS, y);
  a.sw = Amounts(kSW, y);
  const bool masked = a.mask != nullptr;
  if (varies_.rest && varies_.scale) {
    return masked ? RunEdgesMaskedBoth(a) : RunEdgesBoth(a);
  }
  if (varies_.rest) return masked ? RunEdgesMaskedRest(a) : RunEdgesRest(a);
  if (varies_.scale) return masked ? RunEdgesMaskedScale(a) : RunEdgesScale(a);
  return masked ? RunEdgesMaskedUniform(a) : RunEdgesUniform(a);
}

void PairExchangeSweep::ScreeEdges(const LayerRows& in, int64_t y) {
  ScreeEdgeArgs a = {};
  a.row = in.Quanta(Layer::kHeight, y);
  a.below = in.Quanta(Layer::kHeight, y + 1);
  a.loose = in.Quanta(Layer::kLoose, y);
  a.loose_below = in.Quanta(Layer::kLoose, y + 1);
  if (window_.mask != nullptr) {
    a.mask = window_.mask->At(window_.rect.x0, y);
    a.mask_below = window_.mask->At(window_.rect.x0, y + 1);
  }
  a.rests = Rests(y);
  a.rests_below = Rests(y + 1);
  a.scales = Scales(y);
  a.scales_below = Scales(y + 1);
  a.loose_rests = LooseRests(y);
  a.loose_rests_below = LooseRests(y + 1);
  a.orthogonal_share = rule_.orthogonal_share;
  a.diagonal_share = rule_.diagonal_share;
  a.key = RowKey(seed_, pass_, kSalt, y);
  a.x = static_cast<uint32_t>(window_.rect.x0);
  a.n = static_cast<int32_t>(window_.rect.width());
  for (const Edge edge : {kE, kSE, kS, kSW}) {
    a.all[edge] = Amounts(edge, y);
    a.cover[edge] = Covers(edge, y);
  }
  RunScreeEdges(a);
}

void PairExchangeSweep::ScreeCover(const LayerRows& in, int64_t y,
                                   const LayerRows& out) {
  ScreeCoverArgs a = {};
  a.loose = in.Quanta(Layer::kLoose, y);
  for (const Edge edge : {kE, kSE, kS, kSW}) {
    a.all[edge] = Amounts(edge, y);
    a.cover[edge] = Covers(edge, y);
  }
  for (const Edge edge : {kSE, kS, kSW}) {
    a.all[3 + edge] = Amounts(edge, y - 1);
    a.cover[3 + edge] = Covers(edge, y - 1);
  }
  a.n = static_cast<int32_t>(window_.rect.width());
  a.out = out.Quanta(Layer::kLoose, y);
  RunScreeCover(a);
}

void PairExchangeSweep::Row(const LayerRows& in, int64_t y,
                            const LayerRows& out, Ledger* ledger) {
  if (!primed_) {
    varies_ = Varies(in);
    if (varies_.rest || varies_.scale) {
      cells_.resize(static_cast<size_t>((rule_.loose ? 6 : 4) * stride_));
      Fill(in, y - 1);
    }
    Edges(in, y - 1);
    primed_ = true;
  }
  Edges(in, y);
  const int32_t* before = in.Quanta(Layer::kHeight, y);
  int32_t* after = out.Quanta(Layer::kHeight, y);
  const ApplyArgs a = {before,
                       Amounts(kE, y),
                       Amounts(kSE, y),
                       Amounts(kS, y),
                       Amounts(kSW, y),
                       Amounts(kSE, y - 1),
                       Amounts(kS, y - 1),
                       Amounts(kSW, y - 1),
                       static_cast<int32_t>(window_.rect.width()),
                       after};
  RunApply(a);
  if (rule_.loose) ScreeCover(in, y, out);
  if (in.Has(Layer::kWear)) {
    RunTally({a, -1, in.Quanta(Layer::kWear, y), out.Quanta(Layer::kWear, y)});
  }
  if (in.Has(Layer::kDeposition)) {
    RunTally({a, 1, in.Quanta(Layer::kDeposition, y),
              out.Quanta(Layer::kDeposition, y)});
  }
  const CountedColumns c = CountedIn(window_, y);
  if (c.first < c.last) {
    int64_t net = 0;
    RunSumDifference(
        {after + c.first, before + c.first, c.last - c.first, &net});
    ledger->ground_net_in += net;
  }
}

}  // namespace talus

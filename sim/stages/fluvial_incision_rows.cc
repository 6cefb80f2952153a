#include "sim/stages/fluvial_incision_rows.h"

#include <cmath>

#include "sim/base/isa.h"
#include "sim/base/math.h"
#include "sim/stage/stage.h"

namespace talus {
namespace {

constexpr float kSqrt2 = 1.41421356f;
constexpr float kSqrtHalf = 0.707106781f;

// Drops are counted in 2^15 quanta: then their fourth powers, sums of eight of
// them and areas divided by those stay normal floats from a drop of one quantum
// to one of 32 km.
constexpr float kDropUnit = 1.0f / 32768;

// Areas are held to this many m^2, more than there is on the planet.
constexpr float kMaxArea = 1e18f;

// Largest part of the drop to the receiver that a cut takes: a receiver in a
// pit fills by half of it meanwhile, and more would have the two swap places in
// every pass.
constexpr float kLargestCut = 0.5f;

// Powers of drops: kPower 1, 2 and 4 by multiplication, 0 is any other.
template <int kPower>
TALUS_INLINE float RaiseDrop(float drop, float exponent) {
  if constexpr (kPower == 1) return drop;
  if constexpr (kPower == 2) return drop * drop;
  if constexpr (kPower == 4) return (drop * drop) * (drop * drop);
  return Pow(drop, exponent);
}
template <int kPower>
TALUS_INLINE float DropOf(float raised, float exponent) {
  if constexpr (kPower == 1) return raised;
  if constexpr (kPower == 2) return std::sqrt(raised);
  if constexpr (kPower == 4) return std::sqrt(std::sqrt(raised));
  return Pow(raised, 1.0f / exponent);
}

template <int kPower>
TALUS_INLINE float Edge(int32_t d, float unit, float exponent) {
  const float drop = static_cast<float>(d) * unit;
  const float raised = RaiseDrop<kPower>(drop < 0.0f ? -drop : drop, exponent);
  return drop < 0.0f ? -raised : raised;
}

// Height of cell a above cell b as water sees it: nothing flows into a wall,
// and an OPEN border is no higher than the cell before it. One comparison a
// select, as g++ does not vectorise joined ones.
TALUS_INLINE int32_t MaskedDrop(int32_t a, int32_t b, int32_t kind_a,
                                int32_t kind_b, int32_t ghost) {
  static_assert(kInside == 0 && kOpen < 4);
  const int32_t kinds = kind_a + 4 * kind_b;
  const int32_t to_open = a > ghost ? a - ghost : 0;
  const int32_t from_open = b > ghost ? ghost - b : 0;
  int32_t d = kinds == 0 ? a - b : 0;
  d = kinds == 4 * kOpen ? to_open : d;
  return kinds == kOpen ? from_open : d;
}

template <int kPower, bool kMasked>
TALUS_INLINE void EdgeRow(const IncisionEdgeArgs& a) {
  const int32_t* __restrict row = a.row;
  const int32_t* __restrict below = a.below;
  const int32_t* __restrict mask = a.mask;
  const int32_t* __restrict mask_below = a.mask_below;
  float* __restrict e = a.e;
  float* __restrict se = a.se;
  float* __restrict s = a.s;
  float* __restrict sw = a.sw;
  const float p = a.c.flow_exponent;
  const int32_t ghost = a.c.ghost;
  const int32_t n = a.n;
  constexpr float kUnit = kDropUnit;
  constexpr float kDiagonal = kDropUnit * kSqrtHalf;
  const auto drop = [&](int32_t i, const int32_t* h, const int32_t* kind,
                        int32_t j) __attribute__((always_inline)) {
    if constexpr (kMasked) {
      return MaskedDrop(row[i], h[j], mask[i], kind[j], ghost);
    } else {
      return row[i] - h[j];
    }
  };
  TALUS_VECTORIZE
  for (int32_t i = -2; i <= n + 1; ++i) {
    e[i] = Edge<kPower>(drop(i, row, mask, i + 1), kUnit, p);
    se[i] = Edge<kPower>(drop(i, below, mask_below, i + 1), kDiagonal, p);
    s[i] = Edge<kPower>(drop(i, below, mask_below, i), kUnit, p);
    sw[i] = Edge<kPower>(drop(i, below, mask_below, i - 1), kDiagonal, p);
  }
}

TALUS_INLINE float Positive(float v) { return v > 0.0f ? v : 0.0f; }
TALUS_INLINE float Larger(float a, float b) { return a > b ? a : b; }

TALUS_INLINE float HeldArea(float flow, float cell_area) {
  const float area = flow > cell_area ? flow : cell_area;
  return area < kMaxArea ? area : kMaxArea;
}

TALUS_INLINE void RouteRow(const IncisionRouteArgs& a) {
  const float* __restrict e = a.edges.e;
  const float* __restrict se = a.edges.se;
  const float* __restrict s = a.edges.s;
  const float* __restrict sw = a.edges.sw;
  const float* __restrict from_nw = a.edges.from_nw;
  const float* __restrict from_n = a.edges.from_n;
  const float* __restrict from_ne = a.edges.from_ne;
  const float* __restrict flow = a.flow;
  float* __restrict ratio = a.ratio;
  const float cell_area = a.cell_area;
  const int32_t n = a.n;
  TALUS_VECTORIZE
  for (int32_t i = -1; i <= n; ++i) {
    const float south =
        Positive(e[i]) + Positive(se[i]) + Positive(s[i]) + Positive(sw[i]);
    const float north = Positive(-e[i - 1]) + Positive(-from_nw[i - 1]) +
                        Positive(-from_n[i]) + Positive(-from_ne[i + 1]);
    const float sum = south + north;
    ratio[i] = HeldArea(flow[i], cell_area) / (sum > 0.0f ? sum : 1.0f);
  }
}

// All bits inside, none elsewhere; selects by comparison would keep g++ from
// vectorising what they guard.
TALUS_INLINE int32_t WhereInside(int32_t kind) {
  static_assert(kInside == 0);
  return (kind - 1) >> 31;
}

// The rows of heights and kinds around one.
struct Neighbourhood {
  const int32_t* __restrict north;
  const int32_t* __restrict here;
  const int32_t* __restrict south;
  const int32_t* __restrict north_kind;
  const int32_t* __restrict kind;
  const int32_t* __restrict south_kind;
};

// What the heights around a cell say, in quanta.
struct Relief {
  float laplacian;  // isotropic
  int32_t lowest;   // rise to the lowest neighbour; far down to an OPEN border
};

// With kScaled the Laplacian weighs each rise by the mean of the factors of
// creep at both ends, so that soil that leaves one cell reaches the other.
template <bool kMasked, bool kScaled>
TALUS_INLINE Relief ReliefAt(const Neighbourhood& v, const float* const* creep,
                             int32_t i) {
  const int32_t h = v.here[i];
  int32_t lowest = kMaxQuanta;
  const auto rise = [&](int r, int32_t j) __attribute__((always_inline)) {
    const int32_t* row = r == 0 ? v.north : r == 1 ? v.here : v.south;
    const int32_t* kind = r == 0   ? v.north_kind
                          : r == 1 ? v.kind
                                   : v.south_kind;
    int32_t d = row[j] - h;
    if constexpr (kMasked) {
      const int32_t inside = WhereInside(kind[j]);
      static_assert(kWall == 1 && kOpen == 2);
      const int32_t beyond = kMaxQuanta ^ -(kind[j] >> 1);
      const int32_t seen = (d & inside) | (beyond & ~inside);
      lowest = seen < lowest ? seen : lowest;
      d &= inside;
    } else {
      lowest = d < lowest ? d : lowest;
    }
    const float all = static_cast<float>(d);
    if constexpr (kScaled) return all * (0.5f * (creep[1][i] + creep[r][j]));
    return all;
  };
  const float orthogonal =
      (rise(0, i) + rise(2, i)) + (rise(1, i - 1) + rise(1, i + 1));
  const float diagonal =
      (rise(0, i - 1) + rise(0, i + 1)) + (rise(2, i - 1) + rise(2, i + 1));
  return {orthogonal * (2.0f / 3) + diagonal * (1.0f / 6), lowest};
}

// Quanta that flow of `area` would cut, before limits.
template <int kPower>
TALUS_INLINE float RawCut(const IncisionConstants& c, float area, float drop,
                          float factor) {
  if constexpr (kPower != 0) {
    return c.cut_per_drop * factor * std::sqrt(area) * drop;
  }
  return c.cut * factor * Pow(area, c.area_exponent) *
         Pow(drop * c.slope_per_drop, c.slope_exponent);
}

// Most quanta laid down in a pass, 1 km: creep and it together fit an int32.
constexpr float kMostLaid = 67108864.0f;

// floor, for |v| < 2^31.
TALUS_INLINE int32_t Floor(float v) {
  const int32_t q = static_cast<int32_t>(v);
  return q - (static_cast<float>(q) > v ? 1 : 0);
}

// kPower 0 is the general form, also of the exponents m and n.
template <int kPower, bool kMasked, bool kScaled>
TALUS_INLINE void CutRow(const IncisionCutArgs& a) {
  const float* __restrict e = a.edges.e;
  const float* __restrict se = a.edges.se;
  const float* __restrict s = a.edges.s;
  const float* __restrict sw = a.edges.sw;
  const float* __restrict from_nw = a.edges.from_nw;
  const float* __restrict from_n = a.edges.from_n;
  const float* __restrict from_ne = a.edges.from_ne;
  const float* __restrict north = a.ratio[0];
  const float* __restrict ratio = a.ratio[1];
  const float* __restrict south = a.ratio[2];
  const float* __restrict flow = a.flow;
  const float* __restrict hardness = a.hardness;
  const Neighbourhood around = {a.height[0], a.height[1], a.height[2],
                                a.mask[0],   a.mask[1],   a.mask[2]};
  const int32_t* __restrict height = a.height[1];
  const float* __restrict erodibility = a.erodibility;
  const float* __restrict laying = a.laying;
  const float* __restrict lay_drops = a.lay_drop;
  const float* const creep[3] = {a.creep[0], a.creep[1], a.creep[2]};
  int32_t* __restrict height_out = a.height_out;
  float* __restrict flow_out = a.flow_out;
  const IncisionConstants c = a.c;
  const uint32_t key = a.key;
  const uint32_t x = a.x;
  const int32_t n = a.n;
  TALUS_VECTORIZE
  for (int32_t i = 0; i < n; ++i) {
    const float to_e = e[i], to_se = se[i], to_s = s[i], to_sw = sw[i];
    const float to_w = -e[i - 1], to_nw = -from_nw[i - 1], to_n = -from_n[i],
                to_ne = -from_ne[i + 1];
    const float inflow =
        (Positive(-to_e) * ratio[i + 1] + Positive(-to_se) * south[i + 1]) +
        (Positive(-to_s) * south[i] + Positive(-to_sw) * south[i - 1]) +
        (Positive(-to_w) * ratio[i - 1] + Positive(-to_nw) * north[i - 1]) +
        (Positive(-to_n) * north[i] + Positive(-to_ne) * north[i + 1]);
    const float orthogonal = Larger(Larger(to_e, to_s), Larger(to_w, to_n));
    const float diagonal = Larger(Larger(to_se, to_sw), Larger(to_nw, to_ne));
    const float steepest = Positive(Larger(orthogonal, diagonal));
    const float drop =
        DropOf<kPower>(steepest, c.flow_exponent) * (1.0f / kDropUnit);
    const float to_receiver = diagonal > orthogonal
                                  ? drop * (kLargestCut * kSqrt2)
                                  : drop * kLargestCut;
    const float above_base = static_cast<float>(height[i] - c.base);
    const uint32_t r = CellHash(key, x + static_cast<uint32_t>(i));
    const Relief relief = ReliefAt<kMasked, kScaled>(around, creep, i);
    const int32_t crept =
        Floor(c.creep * relief.laplacian + UnitFloat((r << 16) | (r >> 16)));
    // Creep and cut together keep above the receiver too.
    const float sunk = static_cast<float>(crept < 0 ? crept : 0);
    const float limit =
        Positive((to_receiver < above_base ? to_receiver : above_base) + sunk);
    const float before = flow[i];
    const float held = HeldArea(before, c.cell_area);
    float erodes = 1.0f, lays = c.lay_per_area, lay_drop = c.lay_drop;
    if constexpr (kScaled) {
      erodes = erodibility[i];
      lays *= laying[i];
      lay_drop *= lay_drops[i];
    }
    const float raw = RawCut<kPower>(c, held, drop, erodes);
    const float softness = Positive(1.0f - Positive(hardness[i]));
    const float wish = (raw < limit ? raw : limit) * softness + UnitFloat(r);
    const int32_t cut = static_cast<int32_t>(wish < limit ? wish : limit);
    // Half of what is missing to the drop that rivers keep, since the receiver
    // fills too; in a pit the way is up to its lowest neighbour.
    const float fall =
        steepest > 0.0f ? drop : -static_cast<float>(relief.lowest);
    const float missing = 0.5f * (lay_drop - fall);
    const float gap = Positive(missing < kMostLaid ? missing : kMostLaid);
    const float load = lays * (held - c.cell_area);
    const float lay = gap < load ? gap : load;
    const int32_t laid = static_cast<int32_t>((above_base < 0.0f ? 0.0f : lay) +
                                              UnitFloat((r << 8) | (r >> 24)));
    int32_t rise = crept - cut + laid;
    const int32_t room = kMaxQuanta - height[i];
    rise = rise < room ? rise : room;
    float area = c.cell_area + inflow;
    if constexpr (kMasked) {
      rise &= WhereInside(around.kind[i]);
      area = around.kind[i] == kInside ? area : before;
    }
    height_out[i] = height[i] + rise;
    flow_out[i] = area;
  }
}

#define TALUS_INCISION_KERNEL(Body, Args, name, ...) \
  TALUS_INLINE void Body##Row##name(const Args& a) { \
    Body##Row<__VA_ARGS__>(a);                       \
  }                                                  \
  TALUS_KERNEL(Body##name, Body##Row##name, Args)

#define TALUS_INCISION_KERNELS(p)                                              \
  TALUS_INCISION_KERNEL(Edge, IncisionEdgeArgs, p, p, false)                   \
  TALUS_INCISION_KERNEL(Edge, IncisionEdgeArgs, Masked##p, p, true)            \
  TALUS_INCISION_KERNEL(Cut, IncisionCutArgs, p, p, false, false)              \
  TALUS_INCISION_KERNEL(Cut, IncisionCutArgs, Masked##p, p, true, false)       \
  TALUS_INCISION_KERNEL(Cut, IncisionCutArgs, Scaled##p, p, false, true)       \
  TALUS_INCISION_KERNEL(Cut, IncisionCutArgs, MaskedScaled##p, p, true, true)  \
  static void Edges##p(const IncisionEdgeArgs& a) {                            \
    a.mask != nullptr ? EdgeMasked##p(a) : Edge##p(a);                         \
  }                                                                            \
  static void Cuts##p(const IncisionCutArgs& a) {                              \
    const bool masked = a.mask[0] != nullptr;                                  \
    if (a.erodibility == nullptr) return masked ? CutMasked##p(a) : Cut##p(a); \
    return masked ? CutMaskedScaled##p(a) : CutScaled##p(a);                   \
  }

TALUS_INCISION_KERNELS(0)
TALUS_INCISION_KERNELS(1)
TALUS_INCISION_KERNELS(2)
TALUS_INCISION_KERNELS(4)
TALUS_KERNEL(Route, RouteRow, IncisionRouteArgs)

// The exponent as kPower; the quick forms of the cut hold for m = 1/2 and n = 1
// only, and drops must be raised and taken back by the same form.
int QuickPower(const IncisionConstants& c) {
  if (c.area_exponent != 0.5f || c.slope_exponent != 1.0f) return 0;
  for (const int p : {1, 2, 4}) {
    if (c.flow_exponent == static_cast<float>(p)) return p;
  }
  return 0;
}

}  // namespace

void RunIncisionEdges(const IncisionEdgeArgs& a) {
  switch (QuickPower(a.c)) {
    case 1:
      return Edges1(a);
    case 2:
      return Edges2(a);
    case 4:
      return Edges4(a);
    default:
      return Edges0(a);
  }
}

void RunIncisionRoute(const IncisionRouteArgs& a) { Route(a); }

void RunIncisionCut(const IncisionCutArgs& a) {
  switch (QuickPower(a.c)) {
    case 1:
      return Cuts1(a);
    case 2:
      return Cuts2(a);
    case 4:
      return Cuts4(a);
    default:
      return Cuts0(a);
  }
}

}  // namespace talus

#include "sim/flow/neighbour_rows.h"

#include <algorithm>

#include "sim/base/isa.h"

// Loops run to a width of their own: bytes that are written might be the
// arguments', as far as a compiler knows.
namespace talus {
namespace {

struct LowerArgs {
  const int32_t* level;
  int64_t stride;
  int64_t width;
  int32_t base_level;
  uint8_t* lower;
  uint8_t* outlet;
};

TALUS_INLINE void LowerBody(const LowerArgs& a) {
  const int32_t* __restrict north = a.level - a.stride;
  const int32_t* __restrict own = a.level;
  const int32_t* __restrict south = a.level + a.stride;
  uint8_t* __restrict lower = a.lower;
  uint8_t* __restrict outlet = a.outlet;
  const int32_t base = a.base_level;
  const int64_t width = a.width;
  TALUS_VECTORIZE
  for (int64_t x = 0; x < width; ++x) {
    const int32_t c = own[x];
    const int32_t nw = north[x - 1], n = north[x], ne = north[x + 1];
    const int32_t w = own[x - 1], e = own[x + 1];
    const int32_t sw = south[x - 1], s = south[x], se = south[x + 1];
    int32_t bits = nw <= c ? 1 : 0;
    bits |= n <= c ? 2 : 0;
    bits |= ne <= c ? 4 : 0;
    bits |= w <= c ? 8 : 0;
    bits |= e < c ? 16 : 0;
    bits |= sw < c ? 32 : 0;
    bits |= s < c ? 64 : 0;
    bits |= se < c ? 128 : 0;
    const int32_t highest =
        std::max(std::max(std::max(nw, n), std::max(ne, w)),
                 std::max(std::max(e, sw), std::max(s, se)));
    const int32_t is_void = c >= kClosedVoid ? -1 : 0;
    const int32_t leaves = (highest == kOpenVoid ? 1 : 0) | (c <= base ? 1 : 0);
    lower[x] = static_cast<uint8_t>((bits & ~is_void) | (2 & is_void));
    outlet[x] = static_cast<uint8_t>(leaves & ~is_void);
  }
}
TALUS_KERNEL(LowerKernel, LowerBody, LowerArgs)

struct RaiseArgs {
  const uint32_t* label;
  const int32_t* flood;
  int64_t width;
  int32_t* level;
};

TALUS_INLINE void RaiseBody(const RaiseArgs& a) {
  const uint32_t* __restrict label = a.label;
  const int32_t* __restrict flood = a.flood;
  int32_t* __restrict level = a.level;
  const int64_t width = a.width;
  TALUS_VECTORIZE
  for (int64_t x = 0; x < width; ++x) {
    level[x] = std::max(level[x], flood[label[x]]);
  }
}
TALUS_KERNEL(RaiseKernel, RaiseBody, RaiseArgs)

struct WayArgs {
  const int32_t* level;
  int64_t stride;
  int64_t width;
  const uint8_t* outlet;
  uint8_t* way;
};

TALUS_INLINE void WayBody(const WayArgs& a) {
  const int32_t* __restrict north = a.level - a.stride;
  const int32_t* __restrict own = a.level;
  const int32_t* __restrict south = a.level + a.stride;
  const uint8_t* __restrict outlet = a.outlet;
  uint8_t* __restrict way = a.way;
  const int64_t width = a.width;
  TALUS_VECTORIZE
  for (int64_t x = 0; x < width; ++x) {
    const int32_t c = own[x];
    const int32_t side = std::min(std::min(north[x], own[x - 1]),
                                  std::min(own[x + 1], south[x]));
    const int32_t corner = std::min(std::min(north[x - 1], north[x + 1]),
                                    std::min(south[x - 1], south[x + 1]));
    int32_t to_side = 6;
    to_side = own[x + 1] == side ? 4 : to_side;
    to_side = own[x - 1] == side ? 3 : to_side;
    to_side = north[x] == side ? 1 : to_side;
    int32_t to_corner = 7;
    to_corner = south[x - 1] == corner ? 5 : to_corner;
    to_corner = north[x + 1] == corner ? 2 : to_corner;
    to_corner = north[x - 1] == corner ? 0 : to_corner;
    const double at = static_cast<double>(c);
    const double side_drop =
        (at - static_cast<double>(side)) * 1.4142135623730951;
    const double corner_drop = at - static_cast<double>(corner);
    int32_t k = corner_drop > side_drop ? to_corner : to_side;
    k = std::min(side, corner) < c ? k : kLevelGround;
    k = outlet[x] != 0 ? kOutlet : k;
    k = c >= kClosedVoid ? kVoid : k;
    way[x] = static_cast<uint8_t>(k);
  }
}
TALUS_KERNEL(WayKernel, WayBody, WayArgs)

struct LevelArgs {
  const int32_t* level;
  const uint8_t* way;
  int64_t stride;
  int64_t width;
  uint8_t* alike;
  uint8_t* border;
};

// Bit k where neighbour k has the cell's level, and one higher byte's bit where
// it has a way besides.
TALUS_INLINE int32_t Alike(int32_t own, int32_t level, uint8_t way, int k) {
  const int32_t bits = way == kLevelGround ? 1 : 257;
  return own == level ? bits << k : 0;
}

TALUS_INLINE void LevelBody(const LevelArgs& a) {
  const int32_t* __restrict north = a.level - a.stride;
  const int32_t* __restrict own = a.level;
  const int32_t* __restrict south = a.level + a.stride;
  const uint8_t* __restrict north_way = a.way - a.stride;
  const uint8_t* __restrict own_way = a.way;
  const uint8_t* __restrict south_way = a.way + a.stride;
  uint8_t* __restrict alike = a.alike;
  uint8_t* __restrict border = a.border;
  const int64_t width = a.width;
  TALUS_VECTORIZE
  for (int64_t x = 0; x < width; ++x) {
    const int32_t c = own[x];
    int32_t bits = Alike(c, north[x - 1], north_way[x - 1], 0);
    bits |= Alike(c, north[x], north_way[x], 1);
    bits |= Alike(c, north[x + 1], north_way[x + 1], 2);
    bits |= Alike(c, own[x - 1], own_way[x - 1], 3);
    bits |= Alike(c, own[x + 1], own_way[x + 1], 4);
    bits |= Alike(c, south[x - 1], south_way[x - 1], 5);
    bits |= Alike(c, south[x], south_way[x], 6);
    bits |= Alike(c, south[x + 1], south_way[x + 1], 7);
    bits = own_way[x] == kLevelGround ? bits : 0;
    alike[x] = static_cast<uint8_t>(bits & 255);
    border[x] = static_cast<uint8_t>(bits > 255 ? 1 : 0);
  }
}
TALUS_KERNEL(LevelKernel, LevelBody, LevelArgs)

struct DonorArgs {
  const uint8_t* way;
  int64_t stride;
  int64_t width;
  uint8_t* donors;
};

TALUS_INLINE void DonorBody(const DonorArgs& a) {
  const uint8_t* __restrict north = a.way - a.stride;
  const uint8_t* __restrict own = a.way;
  const uint8_t* __restrict south = a.way + a.stride;
  uint8_t* __restrict donors = a.donors;
  const int64_t width = a.width;
  TALUS_VECTORIZE
  for (int64_t x = 0; x < width; ++x) {
    uint8_t bits = north[x - 1] == 7 ? 1 : 0;
    bits |= north[x] == 6 ? 2 : 0;
    bits |= north[x + 1] == 5 ? 4 : 0;
    bits |= own[x - 1] == 4 ? 8 : 0;
    bits |= own[x + 1] == 3 ? 16 : 0;
    bits |= south[x - 1] == 2 ? 32 : 0;
    bits |= south[x] == 1 ? 64 : 0;
    bits |= south[x + 1] == 0 ? 128 : 0;
    donors[x] = bits;
  }
}
TALUS_KERNEL(DonorKernel, DonorBody, DonorArgs)

}  // namespace

void MarkLower(const int32_t* level, int64_t stride, int64_t width,
               int32_t base_level, uint8_t* lower, uint8_t* outlet) {
  LowerKernel({level, stride, width, base_level, lower, outlet});
}

void RaiseToFlood(const uint32_t* label, const int32_t* flood, int64_t width,
                  int32_t* level) {
  RaiseKernel({label, flood, width, level});
}

void SteepestWay(const int32_t* level, int64_t stride, int64_t width,
                 const uint8_t* outlet, uint8_t* way) {
  WayKernel({level, stride, width, outlet, way});
}

void MarkLevelGround(const int32_t* level, const uint8_t* way, int64_t stride,
                     int64_t width, uint8_t* alike, uint8_t* border) {
  LevelKernel({level, way, stride, width, alike, border});
}

void MarkDonors(const uint8_t* way, int64_t stride, int64_t width,
                uint8_t* donors) {
  DonorKernel({way, stride, width, donors});
}

}  // namespace talus

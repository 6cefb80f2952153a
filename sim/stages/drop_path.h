#ifndef TALUS_SIM_STAGES_DROP_PATH_H_
#define TALUS_SIM_STAGES_DROP_PATH_H_

#include <cmath>
#include <cstdint>

#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/base/math.h"
#include "sim/stages/drop_model.h"

// The way of drops over frozen ground: a pure function of the heights around
// their birth and of their draw. The load has no say in it.
namespace talus::drops {

// Drops on their way, several at once: their steps do not depend on each other,
// so the reads of one fill the waits of another.
struct Lanes {
  static constexpr int kCount = 32;
  template <typename T>
  using Lane = T[kCount];

  // Where a drop stands: at (x + u, y + v), in cells between the middles of
  // cells, (x, y) counting from the window's first cell.
  alignas(64) Lane<int32_t> x, y, node;
  alignas(64) Lane<float> u, v;
  alignas(64) Lane<float> east, south;  // the last step; none at birth
  alignas(64) Lane<float> speed, water;
  alignas(64) Lane<int32_t> nw, ne, sw, se;  // heights of the node's cells
  alignas(64) Lane<uint32_t> draw;
  alignas(64) Lane<int32_t> steps_left;
  alignas(64) Lane<int32_t> load;  // quanta

  // The step just taken: where it began, how much it rose, what the drop could
  // carry at its start, and what stopped it.
  alignas(64) Lane<int32_t> old_x, old_y, old_node;
  alignas(64) Lane<float> old_u, old_v;
  alignas(64) Lane<float> rise, capacity;
  alignas(64) Lane<int32_t> stop;

  // What the drop exchanges there: `amount` quanta, laid down or cut, the cut
  // before it was rounded, the draw that rounds; how far off the window that
  // is, and whether the drop is too far now to come to it.
  alignas(64) Lane<uint32_t> roll;
  alignas(64) Lane<float> wish;
  alignas(64) Lane<int32_t> is_laid, amount, gap, out_of_reach;

  // All the lanes of one drop.
  template <typename F>
  static void ForEachState(F&& f) {
    f(&Lanes::x), f(&Lanes::y), f(&Lanes::node), f(&Lanes::steps_left);
    f(&Lanes::nw), f(&Lanes::ne), f(&Lanes::sw), f(&Lanes::se);
    f(&Lanes::load), f(&Lanes::draw), f(&Lanes::u), f(&Lanes::v);
    f(&Lanes::east), f(&Lanes::south), f(&Lanes::speed), f(&Lanes::water);
  }
};

// What ends a drop's way before its steps are used up.
enum Stop : int32_t {
  kGoesOn = 0,
  kAtWall = 1,   // it stays where it was
  kGone = 2,     // over an OPEN border
  kTooSlow = 3,  // cannot climb on; it stays where it was
};

struct PathArgs {
  const int32_t* heights;
  Factors factors;
  int32_t stride;
  Model model;
};

// The lowest of four cells, which tells whether a drop lives between them.
TALUS_INLINE int32_t Lowest(int32_t nw, int32_t ne, int32_t sw, int32_t se) {
  const int32_t north = nw < ne ? nw : ne;
  const int32_t south = sw < se ? sw : se;
  return north < south ? north : south;
}

// a - b; of ground where no drop lives, some number.
TALUS_INLINE float Above(int32_t a, int32_t b) {
  return static_cast<float>(static_cast<int32_t>(static_cast<uint32_t>(a) -
                                                 static_cast<uint32_t>(b)));
}

// The cell nearest to a drop.
TALUS_INLINE int32_t NearestCell(int32_t node, float u, float v,
                                 int32_t stride) {
  return node + (v < 0.5f ? 0 : stride) + (u < 0.5f ? 0 : 1);
}

// 1 - share, where rounding may have brought a share past 1.
TALUS_INLINE float LeftOfOne(float share) {
  const float left = 1.0f - share;
  return left > 0.0f ? left : 0.0f;
}

// Takes one step with the first n drops; by the factors if kScaled.
template <bool kScaled>
TALUS_INLINE void Advance(const PathArgs& a, int n, Lanes& d) {
  const int32_t* __restrict heights = a.heights;
  const Factors factors = a.factors;
  const int32_t stride = a.stride;
  const float slope = a.model.slope_per_quantum;
  const Model model = a.model;
  TALUS_VECTORIZE
  for (int i = 0; i < n; ++i) {
    const float u = d.u[i];
    const float v = d.v[i];
    const int32_t base = d.nw[i];
    // Differences are exact however high the land lies.
    const float ne = Above(d.ne[i], base);
    const float sw = Above(d.sw[i], base);
    const float se = Above(d.se[i], base);
    const float gx = ne + (se - sw - ne) * v;
    const float gy = sw + (se - sw - ne) * u;
    const float z = gx * u + sw * v;
    const int32_t node = d.node[i];
    float inertia = model.inertia, min_slope = model.min_slope;
    float carries = model.capacity, evaporation = model.evaporation;
    float gravity = model.gravity, max_speed = model.max_speed;
    if constexpr (kScaled) {
      const int32_t cell = NearestCell(node, u, v, stride);
      inertia *= factors[kInertia].At(cell);
      min_slope *= factors[kMinSlope].At(cell);
      carries *= factors[kCapacity].At(cell);
      evaporation *= factors[kEvaporation].At(cell);
      gravity *= factors[kGravity].At(cell);
      max_speed *= factors[kMaxSpeed].At(cell);
    }
    const float pull = LeftOfOne(inertia) * slope;
    float east = d.east[i] * inertia - gx * pull;
    float south = d.south[i] * inertia - gy * pull;
    // On level ground a drop that has no direction yet draws one.
    const float flat = east * east + south * south;
    const uint32_t r =
        Mix32(d.draw[i] + static_cast<uint32_t>(d.steps_left[i]));
    const float half_turns = UnitFloat(r) - 0.5f;
    const float side = (r & 1) != 0 ? -1.0f : 1.0f;
    east = flat < 1e-12f ? side * CosPi(half_turns) : east;
    south = flat < 1e-12f ? side * SinPi(half_turns) : south;
    const float length2 = east * east + south * south;
    const float unit = 1.0f / std::sqrt(length2 > 1e-12f ? length2 : 1e-12f);
    east *= unit;
    south *= unit;
    // A step is a cell long: u2 + 1 is no less than zero, but for what rounding
    // brings, which the clamps below mend; so to cut is to take the floor.
    float u2 = u + east;
    float v2 = v + south;
    const int32_t dx = static_cast<int32_t>(u2 + 1.0f) - 1;
    const int32_t dy = static_cast<int32_t>(v2 + 1.0f) - 1;
    u2 -= static_cast<float>(dx);
    v2 -= static_cast<float>(dy);
    u2 = u2 > 0.0f ? u2 : 0.0f;
    v2 = v2 > 0.0f ? v2 : 0.0f;
    u2 = u2 < 0.99999994f ? u2 : 0.99999994f;
    v2 = v2 < 0.99999994f ? v2 : 0.99999994f;
    const int32_t next = node + dy * stride + dx;
    const int32_t nw2 = heights[next];
    const int32_t ne2 = heights[next + 1];
    const int32_t sw2 = heights[next + stride];
    const int32_t se2 = heights[next + stride + 1];
    const float nw_f = Above(nw2, base);
    const float ne_f = Above(ne2, nw2);
    const float sw_f = Above(sw2, nw2);
    const float se_f = Above(se2, nw2);
    const float z2 =
        nw_f + ((ne_f + (se_f - sw_f - ne_f) * v2) * u2 + sw_f * v2);
    const float rise = z2 - z;
    const float speed = d.speed[i];
    const float water = d.water[i];
    const float down = -rise * slope;
    const float grade = down > min_slope ? down : min_slope;
    const float capacity = grade * speed * water * carries;
    const float speed2 = speed * speed - rise * (gravity * slope);
    const float max_speed2 = max_speed * max_speed;
    const float held = speed2 < max_speed2 ? speed2 : max_speed2;
    const int32_t lowest = Lowest(nw2, ne2, sw2, se2);
    int32_t stop = speed2 > 0.0f ? kGoesOn : kTooSlow;
    stop = IsOutside(lowest) ? kAtWall : stop;
    stop = lowest == kOpenGround ? kGone : stop;
    d.old_x[i] = d.x[i];
    d.old_y[i] = d.y[i];
    d.old_node[i] = node;
    d.old_u[i] = u;
    d.old_v[i] = v;
    d.rise[i] = rise;
    d.capacity[i] = capacity < kMaxLoad ? capacity : kMaxLoad;
    d.stop[i] = stop;
    d.x[i] += dx;
    d.y[i] += dy;
    d.node[i] = next;
    d.u[i] = u2;
    d.v[i] = v2;
    d.east[i] = east;
    d.south[i] = south;
    d.speed[i] = std::sqrt(held > 0.0f ? held : 0.0f);
    d.water[i] = water * LeftOfOne(evaporation);
    d.nw[i] = nw2;
    d.ne[i] = ne2;
    d.sw[i] = sw2;
    d.se[i] = se2;
    d.steps_left[i] -= 1;
  }
}

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_PATH_H_

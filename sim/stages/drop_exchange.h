#ifndef TALUS_SIM_STAGES_DROP_EXCHANGE_H_
#define TALUS_SIM_STAGES_DROP_EXCHANGE_H_

#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stages/drop_model.h"
#include "sim/stages/drop_path.h"

// What drops take up and lay down at the step just taken: a pure function of
// each drop and of the ground where the step began.
namespace talus::drops {

struct ExchangeArgs {
  PathArgs path;
  const float* resistance;  // nullptr where nothing resists
  int32_t last_x, last_y;   // the window's last cell
  int32_t spare;            // how much further than its steps a cut goes
};

// Cells between the window and the nearest cell of node (x, y); 0 or less where
// the node touches it.
TALUS_INLINE int32_t Gap(const ExchangeArgs& a, int32_t x, int32_t y) {
  const int32_t gx = -x - 1 > x - a.last_x ? -x - 1 : x - a.last_x;
  const int32_t gy = -y - 1 > y - a.last_y ? -y - 1 : y - a.last_y;
  return gx > gy ? gx : gy;
}

// Exchanges of the first n drops after Advance. The load of a drop that was
// stopped stays as it was.
template <bool kScaled, bool kHard>
TALUS_INLINE void Exchange(const ExchangeArgs& a, int n, Lanes& d) {
  const FactorPlane erosions = a.path.factors[kErosion];
  const FactorPlane depositions = a.path.factors[kDeposition];
  const float* __restrict resistance = a.resistance;
  const int32_t stride = a.path.stride;
  const float erosion = a.path.model.erosion;
  const float deposition = a.path.model.deposition;
  const float cap = static_cast<float>(a.path.model.cap);
  TALUS_VECTORIZE
  for (int i = 0; i < n; ++i) {
    const int32_t load = d.load[i];
    const int32_t left = d.steps_left[i];
    const uint32_t roll =
        Mix32(d.draw[i] + 0x9e3779b9u * static_cast<uint32_t>(left + 1));
    const float u = UnitFloat(roll);
    const float rise = d.rise[i];
    const float free = d.capacity[i] - static_cast<float>(load);
    float lays = deposition, erodes = erosion, softness = 1.0f;
    if constexpr (kScaled || kHard) {
      const int32_t cell =
          NearestCell(d.old_node[i], d.old_u[i], d.old_v[i], stride);
      if constexpr (kScaled) {
        lays *= depositions.At(cell);
        erodes *= erosions.At(cell);
      }
      softness = kHard ? 1.0f - resistance[cell] : 1.0f;
    }
    const int32_t is_laid = (rise > 0.0f) | (free < 0.0f);
    // Uphill a drop fills the hollow behind it.
    const float surplus = rise > 0.0f ? rise : -free * lays;
    const float held = surplus < kMaxLoad ? surplus : kMaxLoad;
    const int32_t rounded = RoundUnbiased(held > 0.0f ? held : 0.0f, u);
    const int32_t laid = load < rounded ? load : rounded;
    float wish = free * erodes * softness;
    wish = wish < -rise ? wish : -rise;
    wish = wish < cap ? wish : cap;
    wish = wish > 0.0f ? wish : 0.0f;
    const int32_t cut = RoundUnbiased(wish, u);
    const int32_t after = is_laid != 0 ? load - laid : load + cut;
    d.roll[i] = roll;
    d.wish[i] = wish;
    d.is_laid[i] = is_laid;
    d.amount[i] = is_laid != 0 ? laid : cut;
    d.load[i] = d.stop[i] == kGoesOn ? after : load;
    d.gap[i] = Gap(a, d.old_x[i], d.old_y[i]);
    d.out_of_reach[i] = Gap(a, d.x[i], d.y[i]) > left + a.spare ? 1 : 0;
  }
}

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_EXCHANGE_H_

#include "sim/stages/drop_walk.h"

#include <algorithm>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stages/drop_exchange.h"
#include "sim/stages/drop_path.h"

namespace talus::drops {
namespace {

constexpr uint32_t kBirthSalt = 0x64726f70;  // whether a drop is born
constexpr uint32_t kDropSalt = 0x77616c6b;   // all else of a drop

constexpr int64_t kPanel = 128;  // columns

// A millimetre of depth on the cell, for water of one.
constexpr float kQuantaOfWater = kQuantaPerMeter / 1000;

// What may keep a disc from being cut whole.
enum class Barrier { kNone, kBorder, kHardness };

struct WalkArgs {
  const WalkSetup& setup;
  const Ground& ground;
  Sums& sums;
  int64_t* gone;
};

// One walk over a window. kWidth is that of the brush's rows.
template <bool kScaled, int kWidth>
class Walker {
 public:
  TALUS_INLINE explicit Walker(const WalkArgs& a)
      : setup_(a.setup),
        model_(a.setup.model),
        ground_(a.ground),
        sums_(a.sums),
        path_{a.ground.heights(), a.ground.factors(),
              static_cast<int32_t>(a.ground.stride()), a.setup.model},
        exchange_{path_, a.ground.resistance(),
                  static_cast<int32_t>(a.setup.rect.width() - 1),
                  static_cast<int32_t>(a.setup.rect.height() - 1),
                  std::max(0, a.setup.model.brush_reach - 1)},
        runoff_(a.sums.runoff()) {}

  TALUS_INLINE int64_t Run() {
    panel_x_ = next_x_ = -int64_t{model_.reach};
    next_y_ = sums_.births().first;
    StartRow();
    int n = 0;
    while (n < Lanes::kCount && Bear(n)) ++n;
    while (n > 0) {
      if (setup_.stop.stop_requested()) break;
      Advance<kScaled>(path_, n, d_);
      ExchangeAll(n);
      for (int i = n - 1; i >= 0; --i) {
        if (Settle(i)) continue;
        if (Bear(i)) continue;
        --n;
        Lanes::ForEachState([&](auto lane) { (d_.*lane)[i] = (d_.*lane)[n]; });
      }
    }
    return gone_;
  }

 private:
  TALUS_INLINE void StartRow() {
    birth_key_ =
        RowKey(setup_.seed, setup_.pass, kBirthSalt, setup_.rect.y0 + next_y_);
    drop_key_ =
        RowKey(setup_.seed, setup_.pass, kDropSalt, setup_.rect.y0 + next_y_);
  }

  // Puts the next drop of the rows of births into a lane; false
  // where there are no more. Panels of a few columns come one after the other,
  // so that what the drops of some rows do stays in the cache.
  TALUS_INLINE bool Bear(int lane) {
    const int64_t end_x = setup_.rect.width() + model_.reach - 1;
    const float births = model_.births;
    for (; panel_x_ < end_x; panel_x_ += kPanel) {
      const int64_t panel_end = std::min(panel_x_ + kPanel, end_x);
      for (; next_y_ < sums_.births().last; StartRow()) {
        for (; next_x_ < panel_end; ++next_x_) {
          const auto world_x = static_cast<uint32_t>(setup_.rect.x0 + next_x_);
          const int32_t node = ground_.Index(next_x_, next_y_);
          const float here = births * Factor(kBirths, node);
          if (!(UnitFloat(CellHash(birth_key_, world_x)) < here)) continue;
          const int32_t* h = path_.heights + node;
          if (IsOutside(
                  Lowest(h[0], h[1], h[path_.stride], h[path_.stride + 1]))) {
            continue;
          }
          Place(lane, node, CellHash(drop_key_, world_x));
          ++next_x_;
          return true;
        }
        next_x_ = panel_x_;
        ++next_y_;
      }
      next_x_ = panel_end;
      next_y_ = sums_.births().first;
      StartRow();
    }
    return false;
  }

  TALUS_INLINE float Factor(Scalable parameter, int32_t cell) const {
    return kScaled ? path_.factors[parameter].At(cell) : 1.0f;
  }

  TALUS_INLINE void Place(int i, int32_t node, uint32_t draw) {
    const int32_t* h = path_.heights + node;
    d_.x[i] = static_cast<int32_t>(next_x_);
    d_.y[i] = static_cast<int32_t>(next_y_);
    d_.node[i] = node;
    d_.u[i] = UnitFloat(draw);
    d_.v[i] = UnitFloat((draw << 16) | (draw >> 16));
    d_.east[i] = 0;
    d_.south[i] = 0;
    const int32_t cell = NearestCell(node, d_.u[i], d_.v[i], path_.stride);
    d_.speed[i] = model_.start_speed * Factor(kStartSpeed, cell);
    d_.water[i] = model_.start_water * Factor(kStartWater, cell);
    d_.nw[i] = h[0];
    d_.ne[i] = h[1];
    d_.sw[i] = h[path_.stride];
    d_.se[i] = h[path_.stride + 1];
    d_.draw[i] = Mix32(draw ^ kDropSalt);
    d_.steps_left[i] = model_.steps;
    d_.load[i] = 0;
  }

  TALUS_INLINE void ExchangeAll(int n) {
    if (exchange_.resistance != nullptr) {
      Exchange<kScaled, true>(exchange_, n, d_);
    } else {
      Exchange<kScaled, false>(exchange_, n, d_);
    }
  }

  // Does to the ground what Exchange found. Whether the drop goes on.
  TALUS_INLINE bool Settle(int i) {
    const uint32_t roll = d_.roll[i];
    if (d_.stop[i] != kGoesOn) {
      if (d_.stop[i] == kGone) {
        RunOff(i);
        Leave(i);
      } else {
        Lay(d_.old_x[i], d_.old_y[i], d_.old_u[i], d_.old_v[i], d_.load[i],
            roll);
      }
      return false;
    }
    RunOff(i);
    const int32_t amount = d_.amount[i];
    if (amount != 0) {
      if (d_.is_laid[i] == 0) {
        if (d_.gap[i] <= model_.brush_reach) Cut(i, amount, roll);
      } else if (d_.gap[i] <= 0) {
        Spread(d_.old_u[i], d_.old_v[i], amount, roll, sums_.stride(),
               sums_.lays() + sums_.Index(d_.old_x[i], d_.old_y[i]));
      }
    }
    if (d_.steps_left[i] == 0) {
      Lay(d_.x[i], d_.y[i], d_.u[i], d_.v[i], d_.load[i], roll);
      return false;
    }
    return d_.out_of_reach[i] == 0;
  }

  // Adds the water that a drop carries on to the cell that it leaves.
  TALUS_INLINE void RunOff(int i) {
    if (runoff_ == nullptr || d_.gap[i] > 0) return;
    const int32_t x = d_.old_x[i] + (d_.old_u[i] < 0.5f ? 0 : 1);
    const int32_t y = d_.old_y[i] + (d_.old_v[i] < 0.5f ? 0 : 1);
    if (x < 0 || y < 0 || x > exchange_.last_x || y > exchange_.last_y) return;
    runoff_[sums_.Index(x, y)] +=
        static_cast<int64_t>(d_.water[i] * kQuantaOfWater + 0.5f);
  }

  // Books the load of a drop that leaves the world, at the cell nearest to it.
  TALUS_INLINE void Leave(int i) {
    const int64_t x =
        setup_.rect.x0 + d_.old_x[i] + (d_.old_u[i] < 0.5f ? 0 : 1);
    const int64_t y =
        setup_.rect.y0 + d_.old_y[i] + (d_.old_v[i] < 0.5f ? 0 : 1);
    if (setup_.counted.Contains(x, y)) gone_ += d_.load[i];
  }

  // Lays an amount on the four cells of a node, more on the nearer ones.
  TALUS_INLINE void Lay(int32_t x, int32_t y, float u, float v, int32_t amount,
                        uint32_t draw) {
    if (amount == 0 || Gap(exchange_, x, y) > 0) return;
    int64_t* to = sums_.lays() + sums_.Index(x, y);
    Spread(u, v, amount, draw, sums_.stride(), to);
  }

  TALUS_INLINE static void Spread(float u, float v, int32_t amount,
                                  uint32_t draw, int64_t stride, int64_t* to) {
    const float r = UnitFloat((draw << 12) | (draw >> 20));
    const float all = static_cast<float>(amount);
    const float nw = (1.0f - u) * (1.0f - v);
    const float ne = nw + u * (1.0f - v);
    const float sw = ne + (1.0f - u) * v;
    const int32_t a = std::min(amount, RoundUnbiased(all * nw, r));
    const int32_t b = std::min(amount, RoundUnbiased(all * ne, r));
    const int32_t c = std::min(amount, RoundUnbiased(all * sw, r));
    to[0] += a;
    to[1] += b - a;
    to[stride] += c - b;
    to[stride + 1] += amount - c;
  }

  // Cuts `total` quanta where the step began.
  TALUS_INLINE void Cut(int i, int32_t total, uint32_t roll) {
    const int32_t x = d_.old_x[i], y = d_.old_y[i];
    const int32_t dx = d_.old_u[i] < 0.5f ? 0 : 1;
    const int32_t dy = d_.old_v[i] < 0.5f ? 0 : 1;
    const float u = UnitFloat(roll);
    if (model_.four_corners) {
      Spread(d_.old_u[i], d_.old_v[i], total, roll, sums_.stride(),
             sums_.cuts() + sums_.Index(x, y));
    } else if (exchange_.resistance != nullptr) {
      CutDisc<Barrier::kHardness>(x + dx, y + dy, d_.wish[i], u, roll);
    } else if (ground_.IsNearBorder(x + dx, y + dy)) {
      CutDisc<Barrier::kBorder>(x + dx, y + dy, d_.wish[i], u, roll);
    } else {
      CutDisc<Barrier::kNone>(x + dx, y + dy, d_.wish[i], u, roll);
    }
  }

  // Cuts a disc around a cell. The hardness of that cell, where the drop
  // stands, is in `wish` already; what harder cells hold back beyond it is
  // taken there.
  template <Barrier kBarrier>
  TALUS_INLINE void CutDisc(int32_t x, int32_t y, float wish, float u,
                            uint32_t draw) {
    const int reach = setup_.brush.reach;
    int64_t* cuts = sums_.cuts() + sums_.Index(x - reach, y - reach);
    if constexpr (kBarrier != Barrier::kNone) {
      const int64_t corner = ground_.Index(x - reach, y - reach);
      const float base = kBarrier == Barrier::kHardness
                             ? exchange_.resistance[ground_.Index(x, y)]
                             : 0.0f;
      if (IsHarderSomewhere<kBarrier>(corner, base)) {
        CutHeldDisc<kBarrier>(corner, base, wish, u, draw, cuts);
        return;
      }
    }
    const float* from = setup_.brush.from.data();
    const float* to = setup_.brush.to.data();
    for (int row = -reach; row <= reach; ++row) {
      TALUS_VECTORIZE
#pragma GCC unroll 1
      for (int j = 0; j < kWidth; ++j) {
        cuts[j] +=
            RoundUnbiased(wish * to[j], u) - RoundUnbiased(wish * from[j], u);
      }
      from += kWidth;
      to += kWidth;
      cuts += sums_.stride();
    }
  }

  // Whether any cell of a disc resists more than its middle.
  template <Barrier kBarrier>
  TALUS_INLINE bool IsHarderSomewhere(int64_t corner, float base) const {
    int32_t harder = 0;
    for (int row = 0; row <= 2 * setup_.brush.reach; ++row) {
      TALUS_VECTORIZE
#pragma GCC unroll 1
      for (int j = 0; j < kWidth; ++j) {
        harder |= ResistanceAt<kBarrier>(corner + j) > base ? 1 : 0;
      }
      corner += path_.stride;
    }
    return harder != 0;
  }

  template <Barrier kBarrier>
  TALUS_INLINE float ResistanceAt(int64_t cell) const {
    if constexpr (kBarrier == Barrier::kHardness) {
      return exchange_.resistance[cell];
    }
    return IsOutside(path_.heights[cell]) ? 1.0f : 0.0f;
  }

  template <Barrier kBarrier>
  TALUS_INLINE void CutHeldDisc(int64_t corner, float base, float wish, float u,
                                uint32_t draw, int64_t* cuts) {
    const int reach = setup_.brush.reach;
    const float u2 = UnitFloat((draw << 12) | (draw >> 20));
    const float* from = setup_.brush.from.data();
    const float* to = setup_.brush.to.data();
    const float soft = 1.0f / (1.0f - base);  // finite, or nothing was wished
    int64_t* const middle = cuts + reach * sums_.stride() + reach;
    int32_t held_back = 0;
    for (int row = -reach; row <= reach; ++row) {
      TALUS_VECTORIZE
#pragma GCC unroll 1
      for (int j = 0; j < kWidth; ++j) {
        const int32_t q =
            RoundUnbiased(wish * to[j], u) - RoundUnbiased(wish * from[j], u);
        const float here = ResistanceAt<kBarrier>(corner + j);
        const float past = (here - base) * soft;
        const float more = here > base ? past : 0.0f;
        // Exactly one where nothing may be taken.
        const float harder = here < 1.0f ? more : 1.0f;
        const int32_t held = RoundUnbiased(static_cast<float>(q) * harder, u2);
        const int32_t kept = held < q ? held : q;
        held_back += kept;
        cuts[j] += q - kept;
      }
      from += kWidth;
      to += kWidth;
      cuts += sums_.stride();
      corner += path_.stride;
    }
    *middle += held_back;
  }

  const WalkSetup& setup_;
  const Model& model_;
  const Ground& ground_;
  Sums& sums_;
  const PathArgs path_;
  const ExchangeArgs exchange_;
  int64_t* const runoff_;  // nullptr where nobody asked for it
  int64_t panel_x_ = 0, next_x_ = 0, next_y_ = 0;
  uint32_t birth_key_ = 0, drop_key_ = 0;
  int64_t gone_ = 0;
  Lanes d_;
};

template <bool kScaled, int kWidth>
TALUS_INLINE void WalkBody(const WalkArgs& a) {
  *a.gone = Walker<kScaled, kWidth>(a).Run();
}
#define TALUS_WALK_KERNEL(name, scaled, width)      \
  TALUS_INLINE void name##Body(const WalkArgs& a) { \
    WalkBody<scaled, width>(a);                     \
  }                                                 \
  TALUS_KERNEL(name, name##Body, WalkArgs)

TALUS_WALK_KERNEL(RunNarrow, false, 8)
TALUS_WALK_KERNEL(RunWide, false, 16)
TALUS_WALK_KERNEL(RunNarrowScaled, true, 8)
TALUS_WALK_KERNEL(RunWideScaled, true, 16)

}  // namespace

int64_t Walk(const WalkSetup& setup, const Ground& ground, Sums& sums) {
  int64_t gone = 0;
  const WalkArgs a{setup, ground, sums, &gone};
  const bool narrow = setup.brush.width == 8;
  if (ground.scaled()) {
    narrow ? RunNarrowScaled(a) : RunWideScaled(a);
  } else {
    narrow ? RunNarrow(a) : RunWide(a);
  }
  return gone;
}

}  // namespace talus::drops

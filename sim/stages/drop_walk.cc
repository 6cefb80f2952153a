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

struct WalkArgs {
  const Rain& rain;
  Ground& ground;
  int64_t* gone;
};

// One walk over a window. kWidth is that of the brush's rows.
template <bool kScaled, int kWidth>
class Walker {
 public:
  TALUS_INLINE explicit Walker(const WalkArgs& a)
      : rain_(a.rain),
        model_(a.rain.model),
        ground_(a.ground),
        path_{a.ground.heights(), a.ground.factors(),
              static_cast<int32_t>(a.ground.stride()), a.rain.model},
        exchange_{path_, a.ground.holds(),
                  static_cast<int32_t>(a.rain.rect.width() - 1),
                  static_cast<int32_t>(a.rain.rect.height() - 1),
                  std::max(0, a.rain.model.brush_reach - 1)},
        runoff_(a.ground.runoff()) {}

  TALUS_INLINE int64_t Run() {
    panel_x_ = next_x_ = next_y_ = -int64_t{model_.reach};
    StartRow();
    int n = 0;
    while (n < Lanes::kCount && Bear(n)) ++n;
    while (n > 0) {
      if (rain_.stop.stop_requested()) break;
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
        RowKey(rain_.seed, rain_.pass, kBirthSalt, rain_.rect.y0 + next_y_);
    drop_key_ =
        RowKey(rain_.seed, rain_.pass, kDropSalt, rain_.rect.y0 + next_y_);
  }

  // Puts the next drop of the window and its surroundings into a lane; false
  // where there are no more. Panels of a few columns come one after the other,
  // so that what the drops of some rows do stays in the cache.
  TALUS_INLINE bool Bear(int lane) {
    const int64_t around = model_.reach;
    const int64_t end_x = rain_.rect.width() + around - 1;
    const int64_t end_y = rain_.rect.height() + around - 1;
    const float births = model_.births;
    for (; panel_x_ < end_x; panel_x_ += kPanel) {
      const int64_t panel_end = std::min(panel_x_ + kPanel, end_x);
      for (; next_y_ < end_y; StartRow()) {
        for (; next_x_ < panel_end; ++next_x_) {
          const auto world_x = static_cast<uint32_t>(rain_.rect.x0 + next_x_);
          const int32_t node = ground_.Index(next_x_, next_y_);
          const float here = births * Factor(kBirths, node);
          if (!(UnitFloat(CellHash(birth_key_, world_x)) < here)) continue;
          const int32_t* h = path_.heights + node;
          if (Lowest(h[0], h[1], h[path_.stride], h[path_.stride + 1]) <=
              kWallGround) {
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
      next_y_ = -around;
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
    if (exchange_.holds != nullptr) {
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
        Spread(d_.old_u[i], d_.old_v[i], amount, roll, ground_.sum_stride(),
               ground_.lays() + ground_.SumIndex(d_.old_x[i], d_.old_y[i]));
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
    runoff_[ground_.SumIndex(x, y)] +=
        static_cast<int64_t>(d_.water[i] * kQuantaOfWater + 0.5f);
  }

  // Books the load of a drop that leaves the world, at the cell nearest to it.
  TALUS_INLINE void Leave(int i) {
    const int64_t x =
        rain_.rect.x0 + d_.old_x[i] + (d_.old_u[i] < 0.5f ? 0 : 1);
    const int64_t y =
        rain_.rect.y0 + d_.old_y[i] + (d_.old_v[i] < 0.5f ? 0 : 1);
    if (rain_.counted.Contains(x, y)) gone_ += d_.load[i];
  }

  // Lays an amount on the four cells of a node, more on the nearer ones.
  TALUS_INLINE void Lay(int32_t x, int32_t y, float u, float v, int32_t amount,
                        uint32_t draw) {
    if (amount == 0 || Gap(exchange_, x, y) > 0) return;
    int64_t* to = ground_.lays() + ground_.SumIndex(x, y);
    Spread(u, v, amount, draw, ground_.sum_stride(), to);
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
      Spread(d_.old_u[i], d_.old_v[i], total, roll, ground_.sum_stride(),
             ground_.cuts() + ground_.SumIndex(x, y));
    } else if (exchange_.holds == nullptr) {
      CutDisc<false>(x + dx, y + dy, d_.wish[i], u, roll);
    } else {
      CutDisc<true>(x + dx, y + dy, d_.wish[i], u, roll);
    }
  }

  // Cuts a disc around a cell. The hardness of that cell, where the drop
  // stands, is in `wish` already; what harder cells hold back beyond it is
  // taken there.
  template <bool kHeld>
  TALUS_INLINE void CutDisc(int32_t x, int32_t y, float wish, float u,
                            uint32_t draw) {
    const int reach = rain_.brush.reach;
    const int64_t corner = ground_.Index(x - reach, y - reach);
    const float base = kHeld ? exchange_.holds[ground_.Index(x, y)] : 0.0f;
    int32_t harder = 0;
    for (int64_t row = 0, at = corner; row <= 2 * reach; ++row) {
      TALUS_VECTORIZE
#pragma GCC unroll 1
      for (int j = 0; j < kWidth; ++j) {
        harder |= HoldAt<kHeld>(at + j) > base ? 1 : 0;
      }
      at += path_.stride;
    }
    const float* from = rain_.brush.from.data();
    const float* to = rain_.brush.to.data();
    int64_t* cuts = ground_.cuts() + ground_.SumIndex(x - reach, y - reach);
    if (harder != 0) {
      CutHeldDisc<kHeld>(corner, base, wish, u, draw, cuts);
      return;
    }
    for (int row = -reach; row <= reach; ++row) {
      TALUS_VECTORIZE
#pragma GCC unroll 1
      for (int j = 0; j < kWidth; ++j) {
        cuts[j] +=
            RoundUnbiased(wish * to[j], u) - RoundUnbiased(wish * from[j], u);
      }
      from += kWidth;
      to += kWidth;
      cuts += ground_.sum_stride();
    }
  }

  template <bool kHeld>
  TALUS_INLINE float HoldAt(int64_t cell) const {
    if constexpr (kHeld) return exchange_.holds[cell];
    return path_.heights[cell] <= kWallGround ? 1.0f : 0.0f;
  }

  template <bool kHeld>
  TALUS_INLINE void CutHeldDisc(int64_t corner, float base, float wish, float u,
                                uint32_t draw, int64_t* cuts) {
    const int reach = rain_.brush.reach;
    const float u2 = UnitFloat((draw << 12) | (draw >> 20));
    const float* from = rain_.brush.from.data();
    const float* to = rain_.brush.to.data();
    const float soft = 1.0f / (1.0f - base);  // finite, or nothing was wished
    int64_t* const middle = cuts + reach * ground_.sum_stride() + reach;
    int32_t held_back = 0;
    for (int row = -reach; row <= reach; ++row) {
      TALUS_VECTORIZE
#pragma GCC unroll 1
      for (int j = 0; j < kWidth; ++j) {
        const int32_t q =
            RoundUnbiased(wish * to[j], u) - RoundUnbiased(wish * from[j], u);
        const float hold = HoldAt<kHeld>(corner + j);
        const float past = (hold - base) * soft;
        const float more = hold > base ? past : 0.0f;
        // Exactly one where nothing may be taken.
        const float harder = hold < 1.0f ? more : 1.0f;
        const int32_t held = RoundUnbiased(static_cast<float>(q) * harder, u2);
        const int32_t kept = held < q ? held : q;
        held_back += kept;
        cuts[j] += q - kept;
      }
      from += kWidth;
      to += kWidth;
      cuts += ground_.sum_stride();
      corner += path_.stride;
    }
    *middle += held_back;
  }

  const Rain& rain_;
  const Model& model_;
  Ground& ground_;
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

int64_t Walk(const Rain& rain, Ground& ground) {
  int64_t gone = 0;
  const WalkArgs a{rain, ground, &gone};
  const bool narrow = rain.brush.width == 8;
  if (ground.scaled()) {
    narrow ? RunNarrowScaled(a) : RunWideScaled(a);
  } else {
    narrow ? RunNarrow(a) : RunWide(a);
  }
  return gone;
}

}  // namespace talus::drops

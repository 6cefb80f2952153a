#include "sim/stages/cell_sweep.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/stages/cell_exchange.h"
#include "sim/stages/cell_route.h"
#include "sim/stages/columns.h"

namespace talus::cell {
namespace {

TALUS_KERNEL(RunSurface, (SurfaceBody<false, false>), SurfaceArgs)
TALUS_KERNEL(RunSurfaceMasked, (SurfaceBody<true, false>), SurfaceArgs)
TALUS_KERNEL(RunSurfaceScaled, (SurfaceBody<false, true>), SurfaceArgs)
TALUS_KERNEL(RunSurfaceMaskedScaled, (SurfaceBody<true, true>), SurfaceArgs)
TALUS_KERNEL(RunRoute, RouteBody<false>, RouteArgs)
TALUS_KERNEL(RunRouteMasked, RouteBody<true>, RouteArgs)
TALUS_KERNEL(RunLimit, LimitBody<false>, LimitArgs)
TALUS_KERNEL(RunLimitMasked, LimitBody<true>, LimitArgs)
TALUS_KERNEL(RunMove, MoveBody<false>, MoveArgs)
TALUS_KERNEL(RunMoveMasked, MoveBody<true>, MoveArgs)
TALUS_KERNEL(RunExchange, (ExchangeBody<false, false>), ExchangeArgs)
TALUS_KERNEL(RunExchangeMasked, (ExchangeBody<true, false>), ExchangeArgs)
TALUS_KERNEL(RunExchangeScaled, (ExchangeBody<false, true>), ExchangeArgs)
TALUS_KERNEL(RunExchangeMaskedScaled, (ExchangeBody<true, true>), ExchangeArgs)
TALUS_KERNEL(RunSum, SumBody, SumArgs)
TALUS_KERNEL(RunCount, CountBody<false>, CountArgs)
TALUS_KERNEL(RunCountMasked, CountBody<true>, CountArgs)

template <typename Args>
using Kernel = void (*)(const Args&);

// The sweep down some columns of a window.
//
// Goes down row by row: the surface of row y + 3, the ways of row y + 2, what
// row y + 1 takes, and then the new state of row y.
class Panel {
 public:
  Panel(const PassSetup& setup, const Window& window, int64_t begin,
        int64_t end)
      : setup_(setup),
        mask_(window.mask),
        first_row_(window.rect.y0),
        x0_(window.rect.x0 + begin),
        shift_(begin),
        width_(static_cast<int32_t>(end - begin)),
        base_(window.base_level.value_or(water::kNoBase)),
        counted_rows_(window.counted.y0, window.counted.y1),
        counted_{static_cast<int32_t>(
                     std::clamp<int64_t>(window.counted.x0 - x0_, 0, width_)),
                 static_cast<int32_t>(
                     std::clamp<int64_t>(window.counted.x1 - x0_, 0, width_))} {
    if (!setup.scales.Any()) return;
    factors_ = std::make_unique<Factors>();
    for (Line<float>* line :
         {&factors_->rain, &factors_->capacity, &factors_->erode,
          &factors_->settle, &factors_->dry}) {
      std::fill(std::begin(line->words), std::end(line->words), 1.0f);
    }
  }

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) {
    if (y == first_row_) {
      for (int64_t r = y - kHalo; r < y + kHalo; ++r) Advance(in, r);
    }
    Advance(in, y + kHalo);
    Move(in, y);
    Exchange(in, y, out);
    Accumulate(in, y, out);
    Count(in, y, ledger);
  }

 private:
  static constexpr int64_t kRows = 4;  // a power of two
  enum Salt : uint32_t { kRainSalt = 1, kGiveSalt = 2, kExchangeSalt = 3 };

  cell::Row& Held(int64_t y) { return rows_[y & (kRows - 1)]; }
  const int32_t* Quanta(const LayerRows& rows, Layer layer, int64_t y) const {
    return rows.Quanta(layer, y) + shift_;
  }
  const int32_t* Kind(int64_t y) const {
    return mask_ == nullptr ? nullptr : mask_->At(x0_, y);
  }
  uint32_t Key(Salt salt, int64_t y) const {
    return RowKey(setup_.seed, setup_.pass, salt, y);
  }
  template <typename Args>
  Kernel<Args> Choose(Kernel<Args> plain, Kernel<Args> masked) const {
    return mask_ == nullptr ? plain : masked;
  }
  template <typename Args>
  Kernel<Args> Choose(Kernel<Args> plain, Kernel<Args> masked,
                      Kernel<Args> scaled, Kernel<Args> both) const {
    return factors_ == nullptr ? Choose(plain, masked) : Choose(scaled, both);
  }

  // Brings row y in, and the rows above as far as it lets them go.
  void Advance(const LayerRows& in, int64_t y) {
    Surface(in, y);
    if (y - 1 > first_row_ - kHalo) Route(in, y - 1);
    if (y - 2 > first_row_ - kHalo + 1) Limit(y - 2);
  }

  void Scale(const LayerRows& in, const std::optional<ParameterScale>& scale,
             int64_t y, int32_t margin, Line<float>* factors) const {
    if (!scale) return;
    const float* shares = in.Real(scale->layer, y) + shift_;
    for (int32_t i = -margin; i < width_ + margin; ++i) {
      (*factors)[i] = scale->At(shares[i]);
    }
  }

  void Surface(const LayerRows& in, int64_t y) {
    if (factors_ != nullptr) {
      Scale(in, setup_.scales.rain, y, kHalo, &factors_->rain);
    }
    SurfaceArgs a{.key = Key(kRainSalt, y),
                  .x0 = static_cast<uint32_t>(x0_),
                  .constants = &setup_.constants,
                  .first_pass = setup_.pass == 0,
                  .factors = factors_.get(),
                  .kind = Kind(y),
                  .ground = Quanta(in, Layer::kHeight, y),
                  .water_in = Quanta(in, Layer::kWater, y),
                  .row = &Held(y)};
    RunInVectors(Choose(RunSurface, RunSurfaceMasked, RunSurfaceScaled,
                        RunSurfaceMaskedScaled),
                 a, {-kHalo, width_ + kHalo});
  }

  void Route(const LayerRows& in, int64_t y) {
    RouteArgs a{.key = Key(kGiveSalt, y),
                .x0 = static_cast<uint32_t>(x0_),
                .constants = &setup_.constants,
                .load = Quanta(in, Layer::kSediment, y),
                .here = &Held(y),
                .base = base_};
    for (int i = 0; i < 3; ++i) {
      const int64_t r = y + i - 1;
      a.rows[i] = &Held(r);
      a.kind[i] = Kind(r);
      a.ground[i] = Quanta(in, Layer::kHeight, r);
    }
    RunInVectors(Choose(RunRoute, RunRouteMasked), a, {-2, width_ + 2});
  }

  void Limit(int64_t y) {
    LimitArgs a{.constants = &setup_.constants,
                .rows = {&Held(y - 1), &Held(y), &Held(y + 1)},
                .here = &Held(y),
                .kind = Kind(y)};
    RunInVectors(Choose(RunLimit, RunLimitMasked), a, {-1, width_ + 1});
  }

  void Move(const LayerRows& in, int64_t y) {
    MoveArgs a{.rows = {&Held(y - 1), &Held(y), &Held(y + 1)},
               .load = Quanta(in, Layer::kSediment, y),
               .moved = &moved_,
               .kind = Kind(y)};
    RunInVectors(Choose(RunMove, RunMoveMasked), a, {0, width_});
  }

  void Exchange(const LayerRows& in, int64_t y, const LayerRows& out) {
    if (factors_ != nullptr) {
      Scale(in, setup_.scales.capacity, y, 0, &factors_->capacity);
      Scale(in, setup_.scales.erode, y, 0, &factors_->erode);
      Scale(in, setup_.scales.settle, y, 0, &factors_->settle);
      Scale(in, setup_.scales.dry, y, 0, &factors_->dry);
    }
    ExchangeArgs a{.key = Key(kExchangeSalt, y),
                   .x0 = static_cast<uint32_t>(x0_),
                   .constants = &setup_.constants,
                   .factors = factors_.get(),
                   .row = &Held(y),
                   .moved = &moved_,
                   .hardness = in.Has(Layer::kHardness)
                                   ? in.Real(Layer::kHardness, y) + shift_
                                   : &soft_[0],
                   .new_ground = out.Quanta(Layer::kHeight, y) + shift_,
                   .new_water = out.Quanta(Layer::kWater, y) + shift_,
                   .new_load = out.Quanta(Layer::kSediment, y) + shift_,
                   .dried = &dried_[0],
                   .base = base_};
    for (int i = 0; i < 3; ++i) {
      const int64_t r = y + i - 1;
      a.ground[i] = Quanta(in, Layer::kHeight, r);
      a.kind[i] = Kind(r);
    }
    RunInVectors(Choose(RunExchange, RunExchangeMasked, RunExchangeScaled,
                        RunExchangeMaskedScaled),
                 a, {0, width_});
  }

  // Wear and deposition, where somebody wants them.
  void Accumulate(const LayerRows& in, int64_t y, const LayerRows& out) {
    const auto sum = [&](Layer layer, int32_t sign) {
      if (!in.Has(layer)) return;
      RunSum({.width = width_,
              .sign = sign,
              .ground = Quanta(in, Layer::kHeight, y),
              .new_ground = Quanta(out, Layer::kHeight, y),
              .before = Quanta(in, layer, y),
              .after = out.Quanta(layer, y) + shift_});
    };
    sum(Layer::kWear, 1);
    sum(Layer::kDeposition, -1);
  }

  void Count(const LayerRows& in, int64_t y, Ledger* ledger) {
    if (y < counted_rows_.first || y >= counted_rows_.second) return;
    CountSums sums;
    const CountArgs a{.begin = counted_.first,
                      .end = counted_.second,
                      .row = &Held(y),
                      .moved = &moved_,
                      .dried = &dried_[0],
                      .water = Quanta(in, Layer::kWater, y),
                      .load = Quanta(in, Layer::kSediment, y),
                      .sums = &sums};
    Choose(RunCount, RunCountMasked)(a);
    ledger->rain += sums.rain;
    ledger->evaporated += sums.dried;
    ledger->water_out += sums.water_open;
    ledger->sediment_out += sums.load_open;
    ledger->water_net_in += sums.water_gain + sums.water_open;
    ledger->ground_net_in += sums.load_gain + sums.load_open;
  }

  const PassSetup setup_;
  const Plane<int32_t>* const mask_;
  const int64_t first_row_;
  const int64_t x0_;     // world column of i = 0
  const int64_t shift_;  // of i = 0 in the window
  const int32_t width_;
  const int32_t base_;
  const std::pair<int64_t, int64_t> counted_rows_;
  const std::pair<int32_t, int32_t> counted_;  // columns
  std::array<cell::Row, kRows> rows_;
  Moved moved_;
  Line<int32_t> dried_;
  Line<float> soft_;                  // hardness where the recipe has none
  std::unique_ptr<Factors> factors_;  // null where no parameter is scaled
};

class CellSweep final : public Sweep {
 public:
  CellSweep(const PassSetup& setup, const Window& window) {
    const int64_t width = window.rect.width();
    const int64_t count = CeilDiv(width, water::kPanelColumns);
    for (int64_t p = 0; p < count; ++p) {
      panels_.push_back(std::make_unique<Panel>(
          setup, window, width * p / count, width * (p + 1) / count));
    }
  }

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    for (const auto& panel : panels_) panel->Row(in, y, out, ledger);
  }

 private:
  std::vector<std::unique_ptr<Panel>> panels_;
};

}  // namespace

std::unique_ptr<Sweep> MakeSweep(const PassSetup& setup, const Window& window) {
  return std::make_unique<CellSweep>(setup, window);
}

}  // namespace talus::cell

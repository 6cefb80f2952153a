#include "sim/stages/cell_sweep.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stages/cell_exchange.h"
#include "sim/stages/cell_route.h"
#include "sim/stages/columns.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/water_panel.h"

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
TALUS_KERNEL(RunCount, CountBody<false>, CountArgs)
TALUS_KERNEL(RunCountMasked, CountBody<true>, CountArgs)

template <typename Args>
using Kernel = void (*)(const Args&);

// The sweep down some columns of a window.
//
// Goes down row by row: the surface of row y + 3, the ways of row y + 2, what
// row y + 1 takes, and then the new state of row y.
class Panel : private water::PanelView {
 public:
  Panel(const PassSetup& setup, const Window& window, int64_t begin,
        int64_t end)
      : PanelView(window, begin, end), setup_(setup) {
    if (!setup.scales.Any()) return;
    factors_ = std::make_unique<Factors>();
    for (Line<float>* line :
         {&factors_->initial, &factors_->rain, &factors_->rain_density,
          &factors_->capacity, &factors_->erode, &factors_->rock,
          &factors_->settle, &factors_->dry, &factors_->cap}) {
      std::fill(std::begin(line->words), std::end(line->words), 1.0f);
    }
  }

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) {
    if (y == first_row()) {
      for (int64_t r = y - kHalo; r < y + kHalo; ++r) Advance(in, r);
    }
    Advance(in, y + kHalo);
    Move(in, y);
    Exchange(in, y, out);
    AddSums(in, y, out, moved_.water_given);
    Count(in, y, ledger);
  }

 private:
  static constexpr int64_t kRows = 4;  // a power of two
  enum Salt : uint32_t { kRainSalt = 1, kGiveSalt = 2, kExchangeSalt = 3 };

  cell::Row& Held(int64_t y) { return rows_[y & (kRows - 1)]; }
  uint32_t Key(Salt salt, int64_t y) const {
    return RowKey(setup_.seed, setup_.pass, salt, y);
  }
  template <typename Args>
  Kernel<Args> Choose(Kernel<Args> plain, Kernel<Args> at_border) const {
    return masked() ? at_border : plain;
  }
  template <typename Args>
  Kernel<Args> Choose(Kernel<Args> plain, Kernel<Args> at_border,
                      Kernel<Args> scaled, Kernel<Args> both) const {
    return factors_ == nullptr ? Choose(plain, at_border)
                               : Choose(scaled, both);
  }

  // Brings row y in, and the rows above as far as it lets them go.
  void Advance(const LayerRows& in, int64_t y) {
    Surface(in, y);
    if (y - 1 > first_row() - kHalo) Route(in, y - 1);
    if (y - 2 > first_row() - kHalo + 1) Limit(y - 2);
  }

  void Scale(const LayerRows& in, const std::optional<ParameterScale>& scale,
             int64_t y, int32_t margin, Line<float>* factors) const {
    if (!scale) return;
    FillFactors(*scale, Real(in, scale->layer, y) - margin,
                width() + 2 * margin, &(*factors)[-margin]);
  }

  void Surface(const LayerRows& in, int64_t y) {
    if (factors_ != nullptr) {
      Scale(in, setup_.scales.initial, y, kHalo, &factors_->initial);
      Scale(in, setup_.scales.rain, y, kHalo, &factors_->rain);
      Scale(in, setup_.scales.rain_density, y, kHalo, &factors_->rain_density);
    }
    SurfaceArgs a{.key = Key(kRainSalt, y),
                  .x0 = x0(),
                  .constants = &setup_.constants,
                  .first_pass = setup_.pass == 0,
                  .factors = factors_.get(),
                  .kind = Kind(y),
                  .ground = Quanta(in, Layer::kHeight, y),
                  .water_in = Quanta(in, Layer::kWater, y),
                  .row = &Held(y)};
    RunInVectors(Choose(RunSurface, RunSurfaceMasked, RunSurfaceScaled,
                        RunSurfaceMaskedScaled),
                 a, {-kHalo, width() + kHalo});
  }

  void Route(const LayerRows& in, int64_t y) {
    RouteArgs a{.key = Key(kGiveSalt, y),
                .x0 = x0(),
                .constants = &setup_.constants,
                .load = Quanta(in, Layer::kSediment, y),
                .here = &Held(y),
                .base = base()};
    for (int i = 0; i < 3; ++i) {
      const int64_t r = y + i - 1;
      a.rows[i] = &Held(r);
      a.kind[i] = Kind(r);
      a.ground[i] = Quanta(in, Layer::kHeight, r);
    }
    RunInVectors(Choose(RunRoute, RunRouteMasked), a, {-2, width() + 2});
  }

  void Limit(int64_t y) {
    LimitArgs a{.constants = &setup_.constants,
                .rows = {&Held(y - 1), &Held(y), &Held(y + 1)},
                .here = &Held(y),
                .kind = Kind(y)};
    RunInVectors(Choose(RunLimit, RunLimitMasked), a, {-1, width() + 1});
  }

  void Move(const LayerRows& in, int64_t y) {
    MoveArgs a{.rows = {&Held(y - 1), &Held(y), &Held(y + 1)},
               .load = Quanta(in, Layer::kSediment, y),
               .moved = &moved_,
               .kind = Kind(y)};
    RunInVectors(Choose(RunMove, RunMoveMasked), a, {0, width()});
  }

  void Exchange(const LayerRows& in, int64_t y, const LayerRows& out) {
    if (factors_ != nullptr) {
      Scale(in, setup_.scales.capacity, y, 0, &factors_->capacity);
      Scale(in, setup_.scales.erode, y, 0, &factors_->erode);
      Scale(in, setup_.scales.settle, y, 0, &factors_->settle);
      Scale(in, setup_.scales.rock, y, 0, &factors_->rock);
      Scale(in, setup_.scales.dry, y, 0, &factors_->dry);
      Scale(in, setup_.scales.cap, y, 0, &factors_->cap);
    }
    ExchangeArgs a{.key = Key(kExchangeSalt, y),
                   .x0 = x0(),
                   .constants = &setup_.constants,
                   .factors = factors_.get(),
                   .row = &Held(y),
                   .moved = &moved_,
                   .hardness = Hardness(in, y),
                   .new_ground = out.Quanta(Layer::kHeight, y) + shift(),
                   .new_water = out.Quanta(Layer::kWater, y) + shift(),
                   .new_load = out.Quanta(Layer::kSediment, y) + shift(),
                   .dried = &dried_[0],
                   .base = base()};
    for (int i = 0; i < 3; ++i) {
      const int64_t r = y + i - 1;
      a.ground[i] = Quanta(in, Layer::kHeight, r);
      a.kind[i] = Kind(r);
    }
    RunInVectors(Choose(RunExchange, RunExchangeMasked, RunExchangeScaled,
                        RunExchangeMaskedScaled),
                 a, {0, width()});
  }

  void Count(const LayerRows& in, int64_t y, Ledger* ledger) {
    if (!CountsRow(y)) return;
    water::CountSums sums;
    const CountArgs a{.begin = counted().begin,
                      .end = counted().end,
                      .row = &Held(y),
                      .moved = &moved_,
                      .dried = &dried_[0],
                      .water = Quanta(in, Layer::kWater, y),
                      .load = Quanta(in, Layer::kSediment, y),
                      .sums = &sums};
    Choose(RunCount, RunCountMasked)(a);
    sums.BookIn(ledger);
  }

  const PassSetup setup_;
  std::array<cell::Row, kRows> rows_;
  Moved moved_;
  Line<int32_t> dried_;
  std::unique_ptr<Factors> factors_;  // null where no parameter is scaled
};

}  // namespace

std::unique_ptr<Sweep> MakeSweep(const PassSetup& setup, const Window& window) {
  return std::make_unique<water::PanelSweep<Panel>>(setup, window);
}

}  // namespace talus::cell

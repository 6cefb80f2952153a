#include "sim/stages/water_sweep.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/stages/columns.h"
#include "sim/stages/water_edges.h"
#include "sim/stages/water_exchange.h"
#include "sim/stages/water_gifts.h"
#include "sim/stages/water_panel.h"
#include "sim/stages/water_rain.h"
#include "sim/stages/water_scratch.h"

namespace talus::water {
namespace {

TALUS_KERNEL(RunSurface, (SurfaceBody<false, false>), SurfaceArgs)
TALUS_KERNEL(RunSurfaceMasked, (SurfaceBody<true, false>), SurfaceArgs)
TALUS_KERNEL(RunSurfaceScaled, (SurfaceBody<false, true>), SurfaceArgs)
TALUS_KERNEL(RunSurfaceMaskedScaled, (SurfaceBody<true, true>), SurfaceArgs)
TALUS_KERNEL(RunEdges, EdgeBody<false>, EdgeArgs)
TALUS_KERNEL(RunEdgesMasked, EdgeBody<true>, EdgeArgs)
TALUS_KERNEL(RunGive, GiveBody<false>, GiveArgs)
TALUS_KERNEL(RunGiveMasked, GiveBody<true>, GiveArgs)
TALUS_KERNEL(RunExchange, (ExchangeBody<false, false>), ExchangeArgs)
TALUS_KERNEL(RunExchangeMasked, (ExchangeBody<true, false>), ExchangeArgs)
TALUS_KERNEL(RunExchangeScaled, (ExchangeBody<false, true>), ExchangeArgs)
TALUS_KERNEL(RunExchangeMaskedScaled, (ExchangeBody<true, true>), ExchangeArgs)
TALUS_KERNEL(RunCount, CountBody<false>, CountArgs)
TALUS_KERNEL(RunCountMasked, CountBody<true>, CountArgs)

// Rain and constants of the cells of a row, where they are scaled.
struct CellRows {
  CellRows(const Constants& c, int32_t rain_everywhere) {
    const std::array<float, kCellConstants> same = {
        c.capacity,     c.min_sin2,  c.inv_full_depth_sum, c.erode_share,
        c.settle_share, c.dry_share, c.cap_share};
    for (size_t k = 0; k < same.size(); ++k) {
      std::fill(std::begin(constants[k].words), std::end(constants[k].words),
                same[k]);
    }
    std::fill(std::begin(rain.words), std::end(rain.words), rain_everywhere);
  }

  Line<int32_t> rain;
  Line<float> constants[kCellConstants];
};

constexpr std::array<Layer, kOwnedEdges> kFlux = {
    Layer::kFluxE, Layer::kFluxSE, Layer::kFluxS, Layer::kFluxSW};

// The sweep down some columns of a window.
//
// Goes down a few rows at a time: the surface of row y + 2, the new flux of row
// y + 1 (it reaches into row y + 2), what row y + 1 gives, and then the new
// state of row y.
class Panel : private PanelView {
 public:
  Panel(const PassSetup& setup, const Window& window, int64_t begin,
        int64_t end)
      : PanelView(window, begin, end), setup_(setup) {
    if (setup.scales == nullptr) return;
    by_cell_ = std::make_unique<CellRows>(setup.constants, setup.rain);
  }

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) {
    if (y == first_row()) Prime(in, y);
    Surface(in, y + 2);
    Edges(in, y + 1);
    Give(in, y + 1);
    Exchange(in, y, out);
    AddSums(in, y, out, Held(y).water_given);
    Count(in, y, out, ledger);
  }

 private:
  static constexpr int64_t kRows = 4;  // a power of two
  enum Salt : uint32_t { kGiveSalt = 1, kExchangeSalt = 2 };

  // Brings the rows to where Row(y) goes on.
  void Prime(const LayerRows& in, int64_t y) {
    for (int64_t r = y - 2; r <= y + 1; ++r) Surface(in, r);
    for (int64_t r = y - 2; r <= y; ++r) {
      Edges(in, r);
      if (r >= y - 1) Give(in, r);
    }
  }

  WorldRow& Held(int64_t y) { return rows_[y & (kRows - 1)]; }
  // The row above the halo is not held; what it would give to edges of the
  // halo's first row matters to no cell of the window.
  int64_t Above(int64_t y) const {
    return std::max(y - 1, first_row() - kHalo);
  }

  uint32_t Key(Salt salt, int64_t y) const {
    return RowKey(setup_.seed, setup_.pass, salt, y);
  }

  void Surface(const LayerRows& in, int64_t y) {
    SurfaceArgs a{.rain = setup_.rain,
                  .kind = Kind(y),
                  .ground = Quanta(in, Layer::kHeight, y),
                  .water_in = Quanta(in, Layer::kWater, y),
                  .row = &Held(y)};
    const Columns inside = Inside(y, kHalo);
    inside_[y & (kRows - 1)] = inside;
    const Columns columns = Whole({-2, width() + 2});
    if (by_cell_ == nullptr) {
      return RunAround(inside, RunSurface, RunSurfaceMasked, a, columns);
    }
    FillRain(in, y);
    a.rain_by_cell = &by_cell_->rain[0];
    RunAround(inside, RunSurfaceScaled, RunSurfaceMaskedScaled, a, columns);
  }

  void FillRain(const LayerRows& in, int64_t y) {
    const auto& rate = setup_.scales->rain;
    const auto& depth = setup_.scales->initial;
    if (!rate && (!depth || setup_.pass > 0)) return;
    const float* rates = rate ? Real(in, rate->layer(), y) : nullptr;
    const float* depths = depth ? Real(in, depth->layer, y) : nullptr;
    for (int32_t i = -kHalo; i < width() + kHalo; ++i) {
      const auto rain =
          rate ? static_cast<int64_t>(rate->At(rates[i])) : setup_.rain_rate;
      const double part = depth ? double{depth->At(depths[i])} : 1;
      by_cell_->rain[i] = RainIn(
          rain, setup_.pass, static_cast<int32_t>(part * setup_.initial + 0.5));
    }
  }

  void FillConstants(const LayerRows& in, int64_t y) {
    for (const Scales::Constant& scaled : setup_.scales->constants) {
      const float* shares = Real(in, scaled.table.layer(), y);
      Line<float>& line = by_cell_->constants[scaled.which];
      for (int32_t i = 0; i < width(); ++i) {
        line[i] = scaled.table.At(shares[i]);
      }
    }
  }

  // Columns about which all is inside, in the row and in those beside it.
  Columns Clean(int64_t y) const {
    Columns clean{-kFar, kFar};
    for (const int64_t r : {Above(y), y, y + 1}) {
      const Columns& inside = inside_[r & (kRows - 1)];
      clean = {std::max(clean.begin, inside.begin + 1),
               std::min(clean.end, inside.end - 1)};
    }
    return clean;
  }

  // The edges owned by row y, as far as cells of columns [-1, width] touch
  // them. A few more are computed than that, from values that mean nothing.
  void Edges(const LayerRows& in, int64_t y) {
    EdgeArgs a{.constants = &setup_.constants,
               .here = &Held(y),
               .below = &Held(y + 1),
               .base = base()};
    const int64_t rows[3] = {Above(y), y, y + 1};
    for (int r = 0; r < 3; ++r) {
      a.ground[r] = Quanta(in, Layer::kHeight, rows[r]);
      for (int k = 0; k < kOwnedEdges; ++k) {
        a.flux[r][k] = Real(in, kFlux[k], rows[r]);
      }
      a.kind[r] = Kind(rows[r]);
    }
    RunAround(Clean(y), RunEdges, RunEdgesMasked, a, Whole({-2, width() + 2}));
  }

  void Give(const LayerRows& in, int64_t y) {
    const Columns columns = Whole({-1, width() + 1});
    const Columns clean = WholeAround(Clean(y), columns);
    const GiveArgs a{.begin = columns.begin,
                     .end = columns.end,
                     .key = Key(kGiveSalt, y),
                     .x0 = x0(),
                     .orth_volume = setup_.constants.orth_volume,
                     .diag_volume = setup_.constants.diag_volume,
                     .load = Quanta(in, Layer::kSediment, y),
                     .above = &Held(y - 1),
                     .here = &Held(y),
                     .below = &Held(y + 1),
                     .gifts = &gifts_,
                     .kind = {Kind(y - 1), Kind(y), Kind(y + 1)},
                     .clean_begin = clean.begin,
                     .clean_end = clean.end};
    masked() ? RunGiveMasked(a) : RunGive(a);
  }

  void Exchange(const LayerRows& in, int64_t y, const LayerRows& out) {
    ExchangeArgs a{.key = Key(kExchangeSalt, y),
                   .x0 = x0(),
                   .constants = &setup_.constants,
                   .hardness = Hardness(in, y),
                   .new_ground = out.Quanta(Layer::kHeight, y) + shift(),
                   .new_water = out.Quanta(Layer::kWater, y) + shift(),
                   .new_load = out.Quanta(Layer::kSediment, y) + shift(),
                   .dried = &dried_[0],
                   .load = Quanta(in, Layer::kSediment, y),
                   .base = base()};
    for (int i = 0; i < 3; ++i) {
      const int64_t r = y + i - 1;
      a.row[i] = &Held(r);
      a.ground[i] = Quanta(in, Layer::kHeight, r);
      a.kind[i] = Kind(r);
    }
    for (int k = 0; k < kOwnedEdges; ++k) {
      a.new_flux[k] = out.Real(kFlux[k], y) + shift();
      a.flux[k] = Real(in, kFlux[k], y);
    }
    if (by_cell_ == nullptr) {
      return RunAround(Clean(y), RunExchange, RunExchangeMasked, a,
                       {0, width()});
    }
    FillConstants(in, y);
    for (int k = 0; k < kCellConstants; ++k) {
      a.by_cell[k] = &by_cell_->constants[k][0];
    }
    RunAround(Clean(y), RunExchangeScaled, RunExchangeMaskedScaled, a,
              {0, width()});
  }

  void Count(const LayerRows& in, int64_t y, const LayerRows& out,
             Ledger* ledger) {
    if (!CountsRow(y)) return;
    CountSums sums;
    CountArgs a{.row = &Held(y),
                .dried = &dried_[0],
                .ground = Quanta(in, Layer::kHeight, y),
                .water = Quanta(in, Layer::kWater, y),
                .load = Quanta(in, Layer::kSediment, y),
                .new_ground = Quanta(out, Layer::kHeight, y),
                .new_water = Quanta(out, Layer::kWater, y),
                .new_load = Quanta(out, Layer::kSediment, y),
                .sums = &sums};
    const auto count = [&](void (*kernel)(const CountArgs&), Columns columns) {
      a.begin = columns.begin;
      a.end = columns.end;
      if (a.begin < a.end) kernel(a);
    };
    const Columns clean = Clean(y);
    const auto [begin, end] = counted();
    const int32_t from = std::clamp(clean.begin, begin, end);
    const int32_t to = std::clamp(clean.end, from, end);
    count(RunCountMasked, {begin, from});
    count(RunCount, {from, to});
    count(RunCountMasked, {to, end});
    sums.BookIn(ledger);
  }

  const PassSetup setup_;
  std::array<WorldRow, kRows> rows_;
  std::array<Columns, kRows> inside_;
  Gifts gifts_;
  Line<int32_t> dried_;
  std::unique_ptr<CellRows> by_cell_;  // nullptr where nothing is scaled
};

}  // namespace

std::unique_ptr<Sweep> MakeSweep(const PassSetup& setup, const Window& window) {
  return std::make_unique<PanelSweep<Panel>>(setup, window);
}

}  // namespace talus::water

// Based on: Beyer. Implementation of a method for hydraulic erosion. B.Sc.
// thesis, TU Munich, 2015.
// Departs from it:
// - Drops do not run one after the other: all drops of a pass run on the ground
//   before it, and what they cut and lay down is summed up in whole quanta,
//   which do not depend on the order. More passes come nearer to the article.
// - Loads count in ground of a cell, slopes in metres per metre: the size of
//   the cells and the height of the land do not change what a drop does.
// - The square of the speed grows downhill (copies of it have the sign wrong);
//   a drop that cannot climb on lays its load down and ends, as one does whose
//   steps are used up.
// - The disc lies around the nearest cell. What harder cells in it hold back is
//   taken in its middle.
// - A cell loses at most cap_m in a pass. Who of the drops would have to give
//   back cannot be known without running all of them twice, at twice the halo,
//   so the cell keeps its ground and the ledger counts it. It rises by at most
//   cap_m too: what drops lay down beyond it, as where many end in one pit,
//   stays suspended there and settles in the passes after.

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/stage/drop_reach.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/drop_brush.h"
#include "sim/stages/drop_ground.h"
#include "sim/stages/drop_model.h"
#include "sim/stages/drop_sums.h"
#include "sim/stages/drop_walk.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/row_sums.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

constexpr double kBlockCells = 512.0 * 512.0;  // that drops are counted on

drops::Model MakeModel(const v1::Droplets& p, double cell_m) {
  const double cell = cell_m * kQuantaPerMeter;
  return {
      .steps = static_cast<int>(p.steps()),
      .reach = static_cast<int>(DropReach(p)),
      .brush_reach = static_cast<int>(DropBrushReach(p)),
      .four_corners = p.brush() == v1::DROP_BRUSH_FOUR_CORNERS,
      .births = static_cast<float>(p.drops_per_pass() / kBlockCells),
      .inertia = static_cast<float>(p.inertia()),
      .slope_per_quantum = static_cast<float>(1.0 / cell),
      .capacity = static_cast<float>(p.capacity() * cell),
      .min_slope = static_cast<float>(p.min_slope()),
      .erosion = static_cast<float>(p.erosion()),
      .deposition = static_cast<float>(p.deposition()),
      .evaporation = static_cast<float>(p.evaporation()),
      .gravity = static_cast<float>(p.gravity()),
      .start_water = static_cast<float>(p.start_water()),
      .start_speed = static_cast<float>(p.start_speed()),
      .max_speed = static_cast<float>(p.max_speed()),
      .cap = QuantaFromMeters(p.cap_m()),
  };
}

struct RowArgs {
  const int64_t* cuts;
  const int64_t* lays;
  const int32_t* ground;
  const int32_t* load;
  const int32_t* kinds;  // nullptr where all is inside
  int32_t cap;
  int64_t n;
  int32_t* ground_out;
  int32_t* load_out;
  int32_t* cut;   // what the ground sinks
  int32_t* laid;  // and rises by
};

template <bool kMasked>
TALUS_INLINE void SettleRow(const RowArgs& a) {
  const int64_t* __restrict cuts = a.cuts;
  const int64_t* __restrict lays = a.lays;
  const int32_t* __restrict ground = a.ground;
  const int32_t* __restrict load = a.load;
  const int32_t* __restrict kinds = a.kinds;
  int32_t* __restrict ground_out = a.ground_out;
  int32_t* __restrict load_out = a.load_out;
  int32_t* __restrict cut_out = a.cut;
  int32_t* __restrict laid_out = a.laid;
  const int64_t cap = a.cap;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    const int64_t ready = load[i] + lays[i];
    const auto cut = static_cast<int32_t>(cuts[i] < cap ? cuts[i] : cap);
    auto laid = static_cast<int32_t>(ready < cap ? ready : cap);
    if constexpr (kMasked) laid = kinds[i] == kInside ? laid : 0;
    const int32_t moved = ground[i] + (laid - cut);
    const int32_t low = moved > -kMaxQuanta ? moved : -kMaxQuanta;
    const int64_t left = ready - laid;
    ground_out[i] = low < kMaxQuanta ? low : kMaxQuanta;
    load_out[i] = static_cast<int32_t>(left < kMaxQuanta ? left : kMaxQuanta);
    cut_out[i] = cut;
    laid_out[i] = laid;
  }
}
TALUS_KERNEL(RunSettle, SettleRow<false>, RowArgs)
TALUS_KERNEL(RunSettleMasked, SettleRow<true>, RowArgs)

struct CountArgs {
  const RowArgs& row;
  CountedColumns counted;
  Ledger* ledger;
};

TALUS_INLINE void CountRow(const CountArgs& a) {
  const RowArgs& r = a.row;
  const int64_t last = a.counted.last;
  int64_t moved = 0, gained = 0;
  for (int64_t i = a.counted.first; i < last; ++i) {
    moved += r.lays[i] - r.cuts[i];
    gained += int64_t{r.ground_out[i] - r.ground[i]} +
              int64_t{r.load_out[i] - r.load[i]};
  }
  a.ledger->ground_net_in += moved;
  a.ledger->dissolved += moved - gained;
}
TALUS_KERNEL(RunCount, CountRow, CountArgs)

class DropletSweep final : public Sweep {
 public:
  DropletSweep(const Window& window, int64_t pass, uint64_t seed,
               const drops::Model& model, const drops::Scales& scales,
               const drops::Brush& brush)
      : window_(window),
        model_(model),
        scales_(scales),
        setup_{model,       brush,          seed,       pass,
               window.rect, window.counted, window.stop} {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    if (bands_.empty()) RunDrops(in, ledger);
    if (bands_.empty()) return;  // stopped
    for (int64_t x = 0; x < window_.rect.width(); x += kColumns) {
      Settle(in, x, y, out, ledger);
    }
  }

 private:
  static constexpr int64_t kColumns = 512;  // whose sums fit the first cache
  using SumRow = std::array<int64_t, kColumns>;
  using QuantaRow = std::array<int32_t, kColumns>;

  // Columns [x, x + kColumns) of row y, as far as the window goes.
  void Settle(const LayerRows& in, int64_t x, int64_t y, const LayerRows& out,
              Ledger* ledger) const {
    const int64_t row = y - window_.rect.y0;
    const int64_t n = std::min(kColumns, window_.rect.width() - x);
    SumRow cuts, lays;
    QuantaRow cut, laid;
    const RowArgs a = {.cuts = RowOfAll(&drops::Sums::cuts, x, row, n, &cuts),
                       .lays = RowOfAll(&drops::Sums::lays, x, row, n, &lays),
                       .ground = in.Quanta(Layer::kHeight, y) + x,
                       .load = in.Quanta(Layer::kSediment, y) + x,
                       .kinds = window_.mask == nullptr
                                    ? nullptr
                                    : window_.mask->At(window_.rect.x0 + x, y),
                       .cap = model_.cap,
                       .n = n,
                       .ground_out = out.Quanta(Layer::kHeight, y) + x,
                       .load_out = out.Quanta(Layer::kSediment, y) + x,
                       .cut = cut.data(),
                       .laid = laid.data()};
    a.kinds == nullptr ? RunSettle(a) : RunSettleMasked(a);
    const CountedColumns counted = CountedIn(window_, y);
    RunCount({a,
              {std::max<int64_t>(counted.first - x, 0),
               std::min(counted.last - x, n)},
              ledger});
    const auto columns = static_cast<size_t>(n);
    AddToSums(Layer::kWear, in, y, out, x, {cut.data(), columns});
    AddToSums(Layer::kDeposition, in, y, out, x, {laid.data(), columns});
    if (!in.Has(Layer::kRunoff)) return;
    // No sum holds more than a word, so what is added need not either.
    const int64_t* runoff = RowOfAll(&drops::Sums::runoff, x, row, n, &cuts);
    QuantaRow more;
    for (int64_t i = 0; i < n; ++i) {
      more[static_cast<size_t>(i)] =
          static_cast<int32_t>(std::min<int64_t>(runoff[i], INT32_MAX));
    }
    AddToSums(Layer::kRunoff, in, y, out, x, {more.data(), columns});
  }

  // The sums of n columns from x on of a row, of all bands: points into the
  // only one that has the row, or at `room`.
  const int64_t* RowOfAll(int64_t* (drops::Sums::*plane)(), int64_t x,
                          int64_t row, int64_t n, SumRow* room) const {
    const int64_t* sums = nullptr;
    for (const auto& band : bands_) {
      if (!band->HasRow(row)) continue;
      const int64_t* more = (*band.*plane)() + band->Index(x, row);
      if (sums == nullptr) {
        sums = more;
        continue;
      }
      int64_t* to = room->data();
      for (int64_t i = 0; i < n; ++i) to[i] = sums[i] + more[i];
      sums = to;
    }
    return sums;
  }

  // Bands of births on as many workers as there are, each with its own sums:
  // those are whole numbers, and whose drop came first does not show. Leaves no
  // bands once the window's stop is requested.
  void RunDrops(const LayerRows& in, Ledger* ledger) {
    const drops::Ground ground(window_, in, model_, scales_);
    const std::vector<drops::Rows> births =
        drops::CutBirths(window_.rect, model_, window_.workers->count());
    std::vector<int64_t> gone(births.size());
    std::vector<std::unique_ptr<drops::Sums>> bands(births.size());
    const auto run = [&](size_t i) {
      if (window_.stop.stop_requested()) return;
      bands[i] =
          std::make_unique<drops::Sums>(window_.rect, model_, births[i],
                                        in.Has(Layer::kRunoff), window_.stop);
      if (window_.stop.stop_requested()) return;
      gone[i] = drops::Walk(setup_, ground, *bands[i]);
    };
    window_.workers->ForEach(births.size(), run);
    if (window_.stop.stop_requested()) return;
    for (const int64_t load : gone) {
      ledger->sediment_out += load;
      ledger->ground_net_in += load;
    }
    bands_ = std::move(bands);
  }

  const Window window_;
  const drops::Model& model_;
  const drops::Scales& scales_;
  const drops::WalkSetup setup_;
  std::vector<std::unique_ptr<drops::Sums>> bands_;  // once the drops have run
};

class Droplets final : public Stage {
 public:
  Droplets(const v1::Droplets& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kDroplets)),
        model_(MakeModel(p, context.cell_m())),
        brush_(static_cast<int>(p.radius())) {
    info_ = {.name = "droplets",
             .halo_cells = model_.reach,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight, Layer::kSediment, Layer::kHardness},
             .writes = {Layer::kHeight, Layer::kSediment},
             .optional = {Layer::kWear, Layer::kDeposition, Layer::kRunoff},
             .whole_window = true,
             .budget = Budget::kLedger,
             .scratch_bytes = 8 + 2 * 24};  // the copies; sums, at most twice
    for (size_t k = 0; k < scales_.size(); ++k) {
      scales_[k] = ScaleRead(context, drops::kScalableNames[k], &info_);
      if (scales_[k]) info_.scratch_bytes += int{sizeof(float)};
    }
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<DropletSweep>(window, pass, seed_, model_, scales_,
                                          brush_);
  }

 private:
  StageInfo info_;
  uint64_t seed_;
  drops::Model model_;
  drops::Scales scales_;
  drops::Brush brush_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeDroplets(
    const v1::Droplets& params, const StageContext& context) {
  return std::make_unique<Droplets>(params, context);
}

}  // namespace talus

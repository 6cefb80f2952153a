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
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/stage/drop_reach.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/drop_brush.h"
#include "sim/stages/drop_ground.h"
#include "sim/stages/drop_model.h"
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

class DropletSweep final : public Sweep {
 public:
  DropletSweep(const Window& window, int64_t pass, uint64_t seed,
               const drops::Model& model, const drops::Scales& scales,
               const drops::Brush& brush)
      : window_(window),
        model_(model),
        scales_(scales),
        rain_{model,       brush,          seed,       pass,
              window.rect, window.counted, window.stop} {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    if (!ground_) {
      ground_.emplace(window_, in, model_, scales_);
      const int64_t gone = drops::Walk(rain_, *ground_);
      ledger->sediment_out += gone;
      ledger->ground_net_in += gone;
    }
    const int64_t row = ground_->SumIndex(0, y - window_.rect.y0);
    const int64_t* cuts = ground_->cuts() + row;
    const int64_t* lays = ground_->lays() + row;
    const int32_t* ground = in.Quanta(Layer::kHeight, y);
    const int32_t* load = in.Quanta(Layer::kSediment, y);
    int32_t* ground_out = out.Quanta(Layer::kHeight, y);
    int32_t* load_out = out.Quanta(Layer::kSediment, y);
    const CountedColumns counted = CountedIn(window_, y);
    for (int64_t i = 0; i < window_.rect.width(); ++i) {
      const int64_t ready = load[i] + lays[i];
      const int64_t cut = Capped(cuts[i]);
      const int64_t laid = IsInside(i, y) ? Capped(ready) : 0;
      ground_out[i] = Saturated(ground[i] - cut + laid);
      load_out[i] = Saturated(ready - laid);
      if (counted.first <= i && i < counted.last) {
        const int64_t moved = lays[i] - cuts[i];
        const int64_t gained =
            int64_t{ground_out[i]} - ground[i] + int64_t{load_out[i]} - load[i];
        ledger->ground_net_in += moved;
        ledger->dissolved += moved - gained;
      }
    }
    AddTo(Layer::kWear, in, y, out, [&](int64_t i) { return Capped(cuts[i]); });
    AddTo(Layer::kDeposition, in, y, out, [&](int64_t i) {
      return IsInside(i, y) ? Capped(load[i] + lays[i]) : 0;
    });
    AddTo(Layer::kRunoff, in, y, out,
          [&](int64_t i) { return ground_->runoff()[row + i]; });
  }

 private:
  // Adds more(i) >= 0 to column i of a sum if it is asked for.
  template <typename More>
  void AddTo(Layer sum, const LayerRows& in, int64_t y, const LayerRows& out,
             const More& more) const {
    if (!in.Has(sum)) return;
    const int32_t* from = in.Quanta(sum, y);
    int32_t* to = out.Quanta(sum, y);
    for (int64_t i = 0; i < window_.rect.width(); ++i) {
      to[i] = AddToSum(from[i], static_cast<uint32_t>(
                                    std::min<int64_t>(more(i), UINT32_MAX)));
    }
  }
  int64_t Capped(int64_t amount) const {
    return std::min<int64_t>(amount, model_.cap);
  }
  bool IsInside(int64_t i, int64_t y) const {
    return window_.IsInside(window_.rect.x0 + i, y);
  }

  const Window window_;
  const drops::Model& model_;
  const drops::Scales& scales_;
  const drops::Rain rain_;
  std::optional<drops::Ground> ground_;  // once the drops have run
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
             .scratch_bytes = 32};
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

#ifndef TALUS_SIM_STAGES_WATER_PANEL_H_
#define TALUS_SIM_STAGES_WATER_PANEL_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/stage/stage.h"
#include "sim/stages/columns.h"
#include "sim/stages/ground_hardness.h"
#include "sim/stages/row_sums.h"
#include "sim/stages/water_model.h"
#include "sim/stages/water_scratch.h"

// Water goes down a window in panels, so that what it keeps of the last rows
// has a length that the compiler knows.
namespace talus::water {

// Columns [begin, end) of a window, as one panel sees them: its own are 0 to
// width().
class PanelView {
 public:
  PanelView(const Window& window, int64_t begin, int64_t end)
      : mask_(window.mask),
        runs_(window.inside),
        first_row_(window.rect.y0),
        x0_(window.rect.x0 + begin),
        shift_(begin),
        width_(static_cast<int32_t>(end - begin)),
        base_(window.base_level.value_or(kNoBase)),
        counted_rows_(window.counted.y0, window.counted.y1),
        counted_{Held(window.counted.x0), Held(window.counted.x1)} {}

 protected:
  static constexpr int32_t kFar = 1 << 30;  // columns, beyond any panel

  bool masked() const { return mask_ != nullptr; }
  int64_t first_row() const { return first_row_; }
  int32_t width() const { return width_; }
  // Of i = 0, in the world and in the window.
  uint32_t x0() const { return static_cast<uint32_t>(x0_); }
  int64_t shift() const { return shift_; }
  // Ground behind an OPEN border is no higher.
  int32_t base() const { return base_; }

  const int32_t* Quanta(const LayerRows& rows, Layer layer, int64_t y) const {
    return rows.Quanta(layer, y) + shift_;
  }
  const float* Real(const LayerRows& rows, Layer layer, int64_t y) const {
    return rows.Real(layer, y) + shift_;
  }
  // What running water meets in the columns of a panel.
  const float* Hardness(const LayerRows& in, int64_t y) {
    return HardnessOfGround(in, y, shift_, {&hardness_[0], columns()});
  }
  // Adds a row to the sums that are asked for, `given` to the runoff.
  void AddSums(const LayerRows& in, int64_t y, const LayerRows& out,
               const Line<int32_t>& given) const {
    AddWearAndDeposition(in, y, out, shift_, width_);
    AddToSums(Layer::kRunoff, in, y, out, shift_, {&given[0], columns()});
  }
  const int32_t* Kind(int64_t y) const {
    return mask_ == nullptr ? nullptr : mask_->At(x0_, y);
  }
  // Columns of a row, as far as `margin` beyond the panel, that are inside: far
  // beyond on either side where that holds up to the margin.
  Columns Inside(int64_t y, int32_t margin) const {
    if (mask_ == nullptr) return {-kFar, kFar};
    if (runs_ == nullptr) return {0, 0};
    const int64_t x0 = x0_ - margin, x1 = x0_ + width_ + margin;
    const InsideRuns::Run run = runs_->Widest(y, x0, x1);
    if (run.width() == 0) return {0, 0};
    return {run.x0 == x0 ? -kFar : static_cast<int32_t>(run.x0 - x0_),
            run.x1 == x1 ? kFar : static_cast<int32_t>(run.x1 - x0_)};
  }

  // What of a row the ledger counts.
  bool CountsRow(int64_t y) const {
    return counted_rows_.first <= y && y < counted_rows_.second;
  }
  const Columns& counted() const { return counted_; }

 private:
  size_t columns() const { return static_cast<size_t>(width_); }
  int32_t Held(int64_t x) const {
    return static_cast<int32_t>(std::clamp<int64_t>(x - x0_, 0, width_));
  }

  const Plane<int32_t>* const mask_;
  const InsideRuns* const runs_;  // nullptr where nobody looked
  const int64_t first_row_;
  const int64_t x0_;
  const int64_t shift_;
  const int32_t width_;
  const int32_t base_;
  const std::pair<int64_t, int64_t> counted_rows_;
  const Columns counted_;
  Line<float> hardness_;
};

// A pass down a window, panel beside panel of about equal width.
template <typename Panel>
class PanelSweep final : public Sweep {
 public:
  template <typename Setup>
  PanelSweep(const Setup& setup, const Window& window) {
    const int64_t width = window.rect.width();
    const int64_t count = CeilDiv(width, kPanelColumns);
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

// Account of a row: sums over its counted cells.
struct CountSums {
  int64_t rain = 0, dried = 0, water_gain = 0, load_gain = 0;
  int64_t water_open = 0, load_open = 0;

  TALUS_INLINE void Add(const CountSums& o) {
    rain += o.rain;
    dried += o.dried;
    water_gain += o.water_gain;
    load_gain += o.load_gain;
    water_open += o.water_open;
    load_open += o.load_open;
  }
  void BookIn(Ledger* ledger) const {
    ledger->rain += rain;
    ledger->evaporated += dried;
    ledger->water_out += water_open;
    ledger->sediment_out += load_open;
    ledger->water_net_in += water_gain + water_open;
    ledger->ground_net_in += load_gain + load_open;
  }
};

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_PANEL_H_

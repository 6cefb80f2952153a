// Based on: J. F. O'Callaghan, D. M. Mark. The extraction of drainage networks
// from digital elevation data. CVGIP 28(3), 1984.
// doi:10.1016/S0734-189X(84)80011-0
// Departs from it: depressions drain over their spill (sim/flow/drainage.h), so
// that lakes belong to the catchment that they spill into.
#include <memory>
#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "sim/base/status_macros.h"
#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/domain_ground.h"
#include "sim/stages/share_target.h"

namespace talus {
namespace {

struct Model {
  Rect domain;
  int64_t x = 0;  // of the point, in cells of the level
  int64_t y = 0;
  double snap_cells = 0;
};

class CatchmentSweep final : public Sweep {
 public:
  CatchmentSweep(const Window& window, const Model& model,
                 const ShareTarget& target)
      : window_(window), m_(model), target_(target) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    if (shares_.empty()) Find(in);
    target_.Write(shares_.data() + Index(window_.rect.x0, y),
                  window_.rect.width(), in, y, out);
  }

 private:
  CellIndex Index(int64_t x, int64_t y) const {
    return static_cast<CellIndex>((y - m_.domain.y0) * m_.domain.width() +
                                  (x - m_.domain.x0));
  }

  // Leaves all of it out where the point lies outside, as it may at levels that
  // the domain is no multiple of. Anything, once the window's stop is
  // requested.
  void Find(const LayerRows& in) {
    const Work work(window_.stop, *window_.workers);
    shares_.resize(static_cast<size_t>(m_.domain.area()));
    const auto none = [&](size_t first, size_t last) {
      for (size_t i = first; i < last; ++i) shares_[i] = 0;
    };
    if (!work.ForParts(shares_.size(), none)) return;
    if (!m_.domain.Contains(m_.x, m_.y)) return;
    const DomainGround ground = ReadDomain(window_, in, m_.domain);
    const auto drainage = DrainageOf(ground, std::nullopt, work);
    if (!drainage.ok()) return;
    const auto area = DrainageArea(*drainage, work);
    if (!area.ok()) return;
    const CellIndex outlet = SpillOf(Snapped(*area), *drainage, ground);
    // What drains through the outlet follows it without a gap.
    uint32_t left = 0;
    (void)work.InTurn(drainage->order.size(), [&](size_t n) {
      const CellIndex i = drainage->order[n];
      if (i == outlet) left = (*area)[outlet];
      if (left == 0) return;
      shares_[i] = 1;
      --left;
    });
  }

  // The cell near the point that most others drain through, the first row by
  // row of equals.
  CellIndex Snapped(std::span<const uint32_t> area) const {
    const auto reach = static_cast<int64_t>(m_.snap_cells);
    const Rect near =
        Intersect(Grow(Rect{m_.x, m_.y, m_.x + 1, m_.y + 1}, reach), m_.domain);
    CellIndex best = Index(m_.x, m_.y);
    uint32_t most = 0;
    for (int64_t y = near.y0; y < near.y1; ++y) {
      if (window_.stop.stop_requested()) break;
      for (int64_t x = near.x0; x < near.x1; ++x) {
        const auto dx = static_cast<double>(x - m_.x);
        const auto dy = static_cast<double>(y - m_.y);
        if (dx * dx + dy * dy > m_.snap_cells * m_.snap_cells) continue;
        const CellIndex i = Index(x, y);
        if (area[i] <= most) continue;
        most = area[i];
        best = i;
      }
    }
    return best;
  }

  // Where the lake over a cell spills, or the cell where it is dry: a point in
  // a lake means the lake.
  CellIndex SpillOf(CellIndex i, const Drainage& drainage,
                    const DomainGround& ground) const {
    const auto width = static_cast<CellIndex>(m_.domain.width());
    const int32_t level = drainage.filled[i];
    const bool lake = level > *ground.quanta.At(m_.domain.x0 + i % width,
                                                m_.domain.y0 + i / width);
    while (lake) {
      const CellIndex to = drainage.receiver[i];
      if (to == Drainage::kNone || drainage.filled[to] < level) break;
      i = to;
    }
    return i;
  }

  const Window window_;
  const Model& m_;
  const ShareTarget target_;
  WordVector<float> shares_;  // of the domain, row-major, once it is drained
};

class LayerCatchment final : public Stage {
 public:
  LayerCatchment(const Model& model, const ShareTarget& target)
      : model_(model),
        target_(target),
        info_{.name = "layer_catchment",
              .halo_cells = kDomainHalo,
              .reads = LayerSet{Layer::kHeight} | target.Reads(),
              .writes = {target.layer},
              .whole_window = true,
              .scratch_bytes = 42} {}

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t) const override {
    return std::make_unique<CatchmentSweep>(window, model_, target_);
  }

 private:
  const Model model_;
  const ShareTarget target_;
  const StageInfo info_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeLayerCatchment(
    const v1::LayerCatchment& params, const StageContext& context) {
  TALUS_RETURN_IF_ERROR(CheckDrainable(context, {}));
  const Model model = {.domain = *context.domain,
                       .x = params.x() >> context.level,
                       .y = params.y() >> context.level,
                       .snap_cells = params.snap_m() / context.cell_m()};
  return std::make_unique<LayerCatchment>(model, TargetOf(params));
}

}  // namespace talus

// Based on:
// - Upslope rain: G. H. Roe. Orographic precipitation. Annu. Rev. Earth Planet.
//   Sci. 33, 2005. doi:10.1146/annurev.earth.33.092203.122541
// - Lees: A. Winstral, K. Elder, R. E. Davis. Spatial snow modeling of
//   wind-redistributed snow using terrain-based parameters. J. Hydrometeorol.
//   3(5), 2002.
// Departs from them:
// - Rain falls in proportion to the mean rise of the ground over half the
//   reach before it, and not to its local slope: air answers to mountains, not
//   to boulders, and drops drift.
// - A lee is the greatest slope up to the ground upwind, which dries the air in
//   the same units; the articles have it for snow.

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/base/plane.h"
#include "sim/base/work.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/share_target.h"
#include "sim/stages/upwind_ray.h"

namespace talus {
namespace {

constexpr int32_t kUnknown = INT32_MIN;  // ground that is not inside

// What the rays of a row have seen so far.
struct Seen {
  explicit Seen(size_t n) : horizon(n), rises(n), distances(n) {}

  std::vector<float> horizon;    // steepest slope up, in quanta a cell; not < 0
  std::vector<float> rises;      // of the ground toward the wind, in quanta
  std::vector<float> distances;  // of what `rises` sums up, in cells
};

struct StepArgs {
  const int32_t* here;
  const int32_t* nearer;
  const int32_t* beside;
  float share;
  float per_distance;
  float distance;  // 0 where the step is too far for the mean rise
  int64_t n;
  float* horizon;
  float* rises;
  float* distances;
};

TALUS_INLINE void StepBody(const StepArgs& a) {
  const int32_t* __restrict here = a.here;
  const int32_t* __restrict nearer = a.nearer;
  const int32_t* __restrict beside = a.beside;
  float* __restrict horizon = a.horizon;
  float* __restrict rises = a.rises;
  float* __restrict distances = a.distances;
  const float share = a.share, per_distance = a.per_distance;
  const float distance = a.distance;
  const float counts = distance > 0.0f ? 1.0f : 0.0f;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    // What is not known is as high as what is beside it, or as the cell.
    const int32_t known = nearer[i] == kUnknown ? beside[i] : nearer[i];
    const int32_t p = known == kUnknown ? here[i] : known;
    const int32_t q = beside[i] == kUnknown ? p : beside[i];
    const float rise_p = static_cast<float>(p - here[i]);
    const float rise_q = static_cast<float>(q - here[i]);
    const float rise = rise_p + share * (rise_q - rise_p);
    const float slope = rise * per_distance;
    horizon[i] = slope > horizon[i] ? slope : horizon[i];
    rises[i] += counts * rise;
    distances[i] += known == kUnknown ? 0.0f : distance;
  }
}
TALUS_KERNEL(RunStep, StepBody, StepArgs)

struct RainArgs {
  const float* horizon;
  const float* rises;
  const float* distances;
  float base;
  float windward;  // share for a quantum a cell
  float lee;
  int64_t n;
  float* out;
};

TALUS_INLINE void RainBody(const RainArgs& a) {
  const float* __restrict horizon = a.horizon;
  const float* __restrict rises = a.rises;
  const float* __restrict distances = a.distances;
  float* __restrict out = a.out;
  const float base = a.base, windward = a.windward, lee = a.lee;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    const float length = distances[i] > 0.0f ? distances[i] : 1.0f;
    const float climb = -rises[i] / length;
    const float caught = climb > 0.0f ? climb : 0.0f;
    out[i] = base + windward * caught - lee * horizon[i];
  }
}
TALUS_KERNEL(RunRain, RainBody, RainArgs)

struct Model {
  UpwindRay ray;
  float base = 0;
  float windward = 0;  // share for a quantum a cell
  float lee = 0;       // likewise
};

class RainSweep final : public Sweep {
 public:
  RainSweep(const Window& window, const Model& model, const ShareTarget& target)
      : window_(window), m_(model), target_(target) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    if (!ground_) ground_ = CopyGround(in);
    if (!ground_) return;  // stopped
    const auto n = static_cast<size_t>(window_.rect.width());
    Seen seen(n);
    // The ground of cells outside, which is left alone, may be unknown.
    std::vector<int32_t> here(n);
    const int32_t* row = ground_->At(window_.rect.x0, y);
    std::transform(row, row + n, here.begin(),
                   [](int32_t h) { return h == kUnknown ? 0 : h; });
    int64_t k = 0;
    for (const UpwindRay::Step& step : m_.ray.steps()) {
      Look(step, y, here, ++k <= Half(), &seen);
    }
    std::vector<float> shares(n);
    RunRain({seen.horizon.data(), seen.rises.data(), seen.distances.data(),
             m_.base, m_.windward, m_.lee, window_.rect.width(),
             shares.data()});
    target_.Write(shares.data(), window_.rect.width(), in, y, out);
  }

 private:
  // Steps over which the mean rise is taken.
  int64_t Half() const {
    return (static_cast<int64_t>(m_.ray.steps().size()) + 1) / 2;
  }

  // The ground of the world about the window, with a rim of unknown cells.
  // Nothing once the window's stop is requested.
  std::optional<Plane<int32_t>> CopyGround(const LayerRows& in) const {
    Rect held = Grow(window_.rect, m_.ray.reach());
    if (window_.mask != nullptr) {
      held = Intersect(held, Grow(window_.mask->rect(), 1));
    }
    Plane<int32_t> ground(held);
    const auto copy = [&](int64_t y) {
      int32_t* to = ground.Row(y);
      for (int64_t x = held.x0; x < held.x1; ++x, ++to) {
        // A row without a cell inside may not be there.
        *to = IsInside(x, y) ? in.Quanta(Layer::kHeight, y)[x - window_.rect.x0]
                             : kUnknown;
      }
    };
    const Work work(window_.stop, *window_.workers);
    if (!work.ForRows(held.y0, held.y1, held.width(), copy)) {
      return std::nullopt;
    }
    return ground;
  }

  bool IsInside(int64_t x, int64_t y) const {
    return window_.mask == nullptr ||
           (window_.mask->rect().Contains(x, y) && window_.IsInside(x, y));
  }

  // One step of the rays of a row, as far as they stay where there is ground.
  void Look(const UpwindRay::Step& step, int64_t y,
            const std::vector<int32_t>& here, bool counts, Seen* seen) const {
    const Rect& held = ground_->rect();
    const int64_t v = y + step.dy;
    const int64_t beside = v + step.beside_y;
    if (std::min(v, beside) < held.y0 || std::max(v, beside) >= held.y1) return;
    const int64_t left = std::min(step.dx, step.dx + step.beside_x);
    const int64_t right = std::max(step.dx, step.dx + step.beside_x);
    const int64_t begin = std::max(window_.rect.x0, held.x0 - left);
    const int64_t end = std::min(window_.rect.x1, held.x1 - right);
    if (begin >= end) return;
    const int64_t i = begin - window_.rect.x0;
    RunStep({.here = here.data() + i,
             .nearer = ground_->At(begin + step.dx, v),
             .beside = ground_->At(begin + step.dx + step.beside_x, beside),
             .share = step.share,
             .per_distance = 1.0f / step.distance,
             .distance = counts ? step.distance : 0.0f,
             .n = end - begin,
             .horizon = seen->horizon.data() + i,
             .rises = seen->rises.data() + i,
             .distances = seen->distances.data() + i});
  }

  const Window window_;
  const Model& m_;
  const ShareTarget target_;
  std::optional<Plane<int32_t>> ground_;
};

class OrographicRain final : public Stage {
 public:
  OrographicRain(const v1::LayerOrographicRain& p, double cell_m)
      : target_(TargetOf(p)),
        model_{.ray = UpwindRay(p.wind_from_deg(), p.reach_m() / cell_m),
               .base = static_cast<float>(p.base()),
               .windward = PerQuantum(p.windward(), cell_m),
               .lee = PerQuantum(p.lee(), cell_m)},
        info_{.name = "layer_orographic_rain",
              .halo_cells = model_.ray.reach(),
              .reads = LayerSet{Layer::kHeight} | target_.Reads(),
              .writes = {target_.layer},
              .whole_window = true,
              .scratch_bytes = 4} {}

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t) const override {
    return std::make_unique<RainSweep>(window, model_, target_);
  }

 private:
  static float PerQuantum(double per_slope, double cell_m) {
    return static_cast<float>(per_slope * double{kMetersPerQuantum} / cell_m);
  }

  const ShareTarget target_;
  const Model model_;
  const StageInfo info_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeLayerOrographicRain(
    const v1::LayerOrographicRain& params, const StageContext& context) {
  const double cells = params.reach_m() / context.cell_m();
  if (cells > UpwindRay::kMost) {
    return absl::FailedPreconditionError(absl::StrCat(
        "looks reach_m = ", params.reach_m(), " m upwind, ", cells,
        " cells of level ", context.level, ", and at most ", UpwindRay::kMost,
        " are looked at; lower reach_m or make the cells larger"));
  }
  return std::make_unique<OrographicRain>(params, context.cell_m());
}

}  // namespace talus

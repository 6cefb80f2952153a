#include "sim/stages/drop_sums.h"

#include <algorithm>
#include <cstddef>

#include "sim/base/work.h"
#include "sim/stages/drop_brush.h"

namespace talus::drops {

std::vector<Rows> CutBirths(const Rect& window, const Model& model,
                            int threads) {
  const int64_t height = window.height();
  const int64_t reach = model.reach;
  // Where two bands meet, the sums of both go on for the reach.
  const int64_t count = std::min<int64_t>(threads, 1 + height / (2 * reach));
  // Of the drops around the window about half are let go of early.
  const auto cut = [&](int64_t band) {
    if (band == 0) return -reach;
    if (band == count) return height + reach - 1;
    return (height + reach) * band / count - reach / 2;
  };
  std::vector<Rows> bands;
  for (int64_t band = 0; band < count; ++band) {
    bands.push_back({cut(band), cut(band + 1)});
  }
  return bands;
}

Sums::Sums(const Rect& window, const Model& model, const Rows& births,
           bool with_runoff, const std::stop_token& stop)
    : births_(births),
      margin_(2 * model.brush_reach + 2),
      stride_(window.width() + 2 * margin_ + Brush::kMaxWidth),
      rows_{std::max(births.first - model.reach, -margin_),
            std::min(births.last + model.reach, window.height() + margin_)} {
  const auto cells = static_cast<size_t>(
      stride_ * std::max<int64_t>(0, rows_.last - rows_.first) +
      Brush::kMaxWidth);
  cuts_.resize(cells);
  lays_.resize(cells);
  if (with_runoff) runoff_.resize(cells);
  // Once it is stopped nobody adds to them.
  (void)Work(stop).ForParts(cells, [&](size_t first, size_t last) {
    std::fill(cuts_.data() + first, cuts_.data() + last, 0);
    std::fill(lays_.data() + first, lays_.data() + last, 0);
    if (with_runoff)
      std::fill(runoff_.data() + first, runoff_.data() + last, 0);
  });
}

}  // namespace talus::drops

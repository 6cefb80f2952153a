#include "sim/plan/strip_work.h"

#include <algorithm>
#include <atomic>

#include "sim/base/status_macros.h"

namespace talus {

absl::StatusOr<State> ZeroInStrips(StepRunner& runner, const Program& program,
                                   LayerSet layers, const Rect& rect) {
  State state = MakePlanes(program, layers, rect, /*zeroed=*/false);
  TALUS_RETURN_IF_ERROR(runner.ForStrips(rect, [&](const Rect& strip) {
    layers.ForEach([&](Layer l) {
      for (int64_t y = strip.y0; y < strip.y1; ++y) {
        std::fill_n(state.Get(l)->At(strip.x0, y), strip.width(), 0);
      }
    });
  }));
  return state;
}

absl::StatusOr<std::shared_ptr<LayerPlane>> CopyInStrips(StepRunner& runner,
                                                         const Program& program,
                                                         Layer layer,
                                                         const LayerPlane& from,
                                                         const Rect& rect) {
  auto plane = MakePlanes(program, {layer}, rect, /*zeroed=*/false).Get(layer);
  TALUS_RETURN_IF_ERROR(runner.ForStrips(rect, [&](const Rect& strip) {
    for (int64_t y = strip.y0; y < strip.y1; ++y) {
      std::copy_n(from.At(strip.x0, y), strip.width(), plane->At(strip.x0, y));
    }
  }));
  return plane;
}

absl::StatusOr<int64_t> SumInStrips(StepRunner& runner, const State& state,
                                    Layer layer, const Rect& rect) {
  std::atomic<int64_t> total = 0;
  if (!state.Has(layer)) return total.load();
  const LayerPlane& plane = *state.Get(layer);
  TALUS_RETURN_IF_ERROR(runner.ForStrips(rect, [&](const Rect& strip) {
    int64_t sum = 0;
    for (int64_t y = strip.y0; y < strip.y1; ++y) {
      const int32_t* row = plane.At(strip.x0, y);
      for (int64_t i = 0; i < strip.width(); ++i) sum += row[i];
    }
    total += sum;
  }));
  return total.load();
}

absl::StatusOr<std::unique_ptr<Plane<int32_t>>> MaskInStrips(
    StepRunner& runner, const Program& program, int level, const Rect& rect) {
  if (program.LiesInside(level, rect)) return nullptr;
  auto mask = std::make_unique<Plane<int32_t>>(rect);
  std::atomic<bool> whole = true;
  TALUS_RETURN_IF_ERROR(runner.ForStrips(rect, [&](const Rect& strip) {
    if (!program.FillMask(level, strip, *mask)) whole = false;
  }));
  if (whole) mask.reset();
  return mask;
}

}  // namespace talus

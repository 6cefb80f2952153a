#include "sim/plan/spare_planes.h"

#include "sim/plan/step_runner.h"

namespace talus {

State SparePlanes::Make(const Program& program, LayerSet layers,
                        const Rect& rect) {
  if (rect != rect_) made_.clear();
  rect_ = rect;
  State state;
  LayerSet missing;
  size_t next = 0;
  layers.ForEach([&](Layer layer) {
    while (next < made_.size() && made_[next].use_count() > 1) ++next;
    if (next < made_.size()) {
      // The cells about `rect` are as MakePlanes left them: nobody writes them.
      state.Set(layer, made_[next]);
    } else {
      missing.Add(layer);
    }
  });
  const State fresh = MakePlanes(program, missing, rect, /*zeroed=*/false);
  missing.ForEach([&](Layer layer) {
    state.Set(layer, fresh.Get(layer));
    made_.push_back(fresh.Get(layer));
  });
  return state;
}

}  // namespace talus

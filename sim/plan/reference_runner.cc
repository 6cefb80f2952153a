#include "sim/plan/reference_runner.h"

#include <utility>
#include <vector>

#include "sim/base/float_env.h"
#include "sim/plan/run_pass.h"

namespace talus {
namespace {

// The cells that each step writes: what the later ones need, inside the domain.
std::vector<Rect> StepRects(const StepRun& run) {
  std::vector<Rect> rects(run.steps.size());
  int64_t grow = 0;
  for (size_t i = run.steps.size(); i-- > 0;) {
    rects[i] = run.program->Clip(run.level, Grow(run.out, grow));
    grow += run.steps[i].stage->info().halo_cells;
  }
  return rects;
}

}  // namespace

absl::StatusOr<State> ReferenceRunner::Run(State in, const StepRun& run,
                                           Ledger* ledger) {
  const ScopedFloatEnv float_env;
  const std::vector<Rect> rects = StepRects(run);
  const std::vector<LayerSet> live =
      LiveAfterEach(*run.program, run.steps, run.wanted);
  State state = std::move(in);
  for (size_t i = 0; i < run.steps.size(); ++i) {
    const Rect seen = Grow(rects[i], run.steps[i].stage->info().mask_cells());
    const auto mask = run.program->MaskAt(
        run.level,
        Intersect(seen, Grow(run.program->Clip(run.level, seen), kMaxHalo)));
    const Window window{.rect = rects[i],
                        .mask = mask.get(),
                        .base_level = run.program->base_level(),
                        .counted = Intersect(rects[i], run.counted)};
    // A sum that nobody wants any more is not written.
    const LayerSet idle = run.steps[i].stage->info().optional - live[i];
    idle.ForEach([&](Layer l) { state.Set(l, nullptr); });
    state =
        RunPass(*run.steps[i].stage, run.steps[i].pass, state, window, ledger);
  }
  State out;
  run.wanted.ForEach([&](Layer l) { out.Set(l, state.Get(l)); });
  return out;
}

int64_t ReferenceRunner::CellPasses(const StepRun& run) const {
  int64_t cells = 0;
  for (const Rect& rect : StepRects(run)) cells += rect.area();
  return cells;
}

}  // namespace talus

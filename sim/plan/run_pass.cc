#include "sim/plan/run_pass.h"

namespace talus {

State RunPass(const Stage& stage, int64_t pass, const State& in,
              const Window& window, Ledger* ledger) {
  const StageInfo& info = stage.info();
  const LayerSet written = info.writes | (info.optional & in.layers());
  // The margin stands for cells past the border of a finite world.
  const State fresh =
      MakeState(written, Grow(window.rect, kMaxHalo), /*zeroed=*/true);
  const LayerRows in_rows = in.Rows(window.rect.x0);
  const LayerRows out_rows = fresh.Rows(window.rect.x0);
  const auto sweep = stage.Begin(window, pass);
  for (int64_t y = window.rect.y0; y < window.rect.y1; ++y) {
    sweep->Row(in_rows, y, out_rows, ledger);
  }
  State out = in;
  written.ForEach([&](Layer l) { out.Set(l, fresh.Get(l)); });
  return out;
}

}  // namespace talus

#include "sim/plan/pass_group.h"

#include <algorithm>

namespace talus {

PassGroup MakePassGroup(const Program& program, absl::Span<const Step> steps,
                        LayerSet live_after) {
  PassGroup group;
  group.live_after = live_after;
  group.passes.resize(steps.size());
  int64_t lag = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    const int64_t halo = steps[i].stage->info().halo_cells;
    if (i > 0) lag += halo;
    group.passes[i].stage = steps[i].stage;
    group.passes[i].number = steps[i].pass;
    group.passes[i].lag = lag;
  }
  LayerSet live = live_after;
  int64_t grow = 0;
  for (size_t i = steps.size(); i-- > 0;) {
    PassGroup::Pass& pass = group.passes[i];
    const StageInfo& info = steps[i].stage->info();
    pass.grow = grow;
    pass.reads = ReadBy(program, steps[i], live);
    pass.writes = info.writes | (info.optional & live);
    live = (live - info.writes) | pass.reads;
    grow += info.halo_cells;
  }
  group.input_grow = grow;

  std::array<int, kLayerCount> producer;
  for (int l = 0; l < kLayerCount; ++l) {
    const bool known = live.Has(static_cast<Layer>(l));
    producer[static_cast<size_t>(l)] =
        known ? PassGroup::kFromInput : PassGroup::kAbsent;
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    PassGroup::Pass& pass = group.passes[i];
    pass.producer.fill(PassGroup::kAbsent);
    pass.reads.ForEach([&](Layer l) {
      const auto k = static_cast<size_t>(l);
      pass.producer[k] = producer[k];
      if (producer[k] < 0) return;
      PassGroup::Pass& from = group.passes[static_cast<size_t>(producer[k])];
      from.ring_rows[k] =
          std::max(from.ring_rows[k],
                   pass.lag - from.lag + pass.stage->info().halo_cells + 1);
    });
    pass.writes.ForEach([&](Layer l) {
      const auto k = static_cast<size_t>(l);
      producer[k] = static_cast<int>(i);
      pass.ring_rows[k] = 1;
    });
  }
  live_after.ForEach([&](Layer l) {
    const int from = producer[static_cast<size_t>(l)];
    if (from >= 0) group.passes[static_cast<size_t>(from)].final.Add(l);
  });
  return group;
}

int64_t PassGroup::RingBytes(int64_t width) const {
  int64_t rows = 0;
  for (const Pass& pass : passes) {
    for (const int64_t r : pass.ring_rows) rows += r;
  }
  return rows * (width + 2 * input_grow) * 4;
}

}  // namespace talus

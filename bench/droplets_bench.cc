#include "bench/stage_bench.h"
#include "bench/textbook_droplets.h"
#include "sim/base/fixed.h"
#include "sim/recipe/canonical.h"
#include "sim/stage/registry.h"

namespace talus::bench {
namespace {

constexpr int64_t kSide = 1024;
constexpr int64_t kDrops = kDropsPerPass * kSide * kSide / kDropArea;

benchmark::Counter DropsOf(const benchmark::State& bench) {
  return {static_cast<double>(kDrops * bench.iterations()),
          benchmark::Counter::kIsRate};
}

// One pass over a window that is all the world, so that no step is run for the
// halo.
void BM_Droplets(benchmark::State& bench) {
  v1::Recipe recipe;
  recipe.add_stages()->mutable_droplets()->set_drops_per_pass(kDropsPerPass);
  const v1::Stage stage_message = Canonicalize(recipe)->recipe.stages(0);
  const auto stage =
      *FindStage(v1::Stage::kDroplets)->make(stage_message, {.seed = 1});
  const Rect rect{0, 0, kSide, kSide};
  constexpr LayerSet kLayers = {Layer::kHeight, Layer::kSediment};
  const State in = RoughState(kLayers, Grow(rect, kMaxHalo));
  const State out = MakeState(kLayers, rect, true);
  Plane<int32_t> mask(Grow(rect, kMaxHalo));
  mask.Fill(kWall);
  for (int64_t y = 0; y < kSide; ++y) {
    std::fill_n(mask.At(0, y), kSide, kInside);
  }
  if (!SweepAgain(bench, static_cast<Isa>(bench.range(0)), *stage,
                  {rect, &mask, std::nullopt, rect}, in, out)) {
    return;
  }
  bench.counters["drops"] = DropsOf(bench);
}
BENCHMARK(BM_Droplets)->ArgName("isa")->DenseRange(2, 4);

void BM_TextbookDroplets(benchmark::State& bench) {
  const TextbookDroplets textbook;
  Grid start(kSide);
  ForEachCell(kSide, [&](int x, int y) {
    start.At(x, y) = ToMeters(RoughHeight(x, y)) / 10;
  });
  int64_t steps = 0;
  for (auto _ : bench) {
    bench.PauseTiming();
    Grid land = start;
    bench.ResumeTiming();
    for (uint32_t n = 0; n < kDrops; ++n) {
      steps += textbook.Run(n, land);
    }
    benchmark::ClobberMemory();
  }
  bench.counters["drops"] = DropsOf(bench);
  bench.counters["steps"] = benchmark::Counter(static_cast<double>(steps),
                                               benchmark::Counter::kIsRate);
}
BENCHMARK(BM_TextbookDroplets);

}  // namespace
}  // namespace talus::bench

#include "bench/stage_bench.h"
#include "bench/textbook_water.h"
#include "sim/base/fixed.h"
#include "sim/recipe/params.h"
#include "sim/stage/registry.h"

namespace talus::bench {
namespace {

constexpr LayerSet kLayers =
    LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment} | kFluxLayers;

std::unique_ptr<Stage> Water() {
  v1::Stage stage;
  FillDefaults(stage.mutable_water_erosion());
  return *FindStage(v1::Stage::kWaterErosion)->make(stage, {.seed = 1});
}

// The pass from rest: rain, flow on rough ground, wear.
void BM_WaterErosion(benchmark::State& state) {
  RunStage(state, *Water(), kLayers);
}
BENCHMARK(BM_WaterErosion)->Apply(SizesAndSets);

void BM_WaterErosionWithWear(benchmark::State& state) {
  RunStage(state, *Water(),
           kLayers | LayerSet{Layer::kWear, Layer::kDeposition});
}
BENCHMARK(BM_WaterErosionWithWear)->Apply(SizesAndSets);

void BM_TextbookWater(benchmark::State& state) {
  const int side = static_cast<int>(state.range(0));
  Grid ground(side);
  ForEachCell(side, [&](int x, int y) {
    ground.At(x, y) = ToMeters(RoughHeight(x, y));
  });
  TextbookWater water(ground, 10);
  for (auto _ : state) {
    water.Pass();
    benchmark::ClobberMemory();
  }
  state.counters["cells"] = benchmark::Counter(
      static_cast<double>(int64_t{side} * side * state.iterations()),
      benchmark::Counter::kIsRate);
}
BENCHMARK(BM_TextbookWater)->ArgName("side")->Arg(256)->Arg(1024);

}  // namespace
}  // namespace talus::bench

#include "bench/stage_bench.h"
#include "bench/textbook_cells.h"
#include "sim/base/fixed.h"
#include "sim/recipe/params.h"
#include "sim/stage/registry.h"

namespace talus::bench {
namespace {

constexpr LayerSet kLayers = {Layer::kHeight, Layer::kWater, Layer::kSediment};

// Deep water counts more than in proportion, as in the textbook version.
std::unique_ptr<Stage> Cells(StageContext context = {.seed = 1}) {
  v1::Stage stage;
  FillDefaults(stage.mutable_cellular_erosion());
  stage.mutable_cellular_erosion()->set_depth_exponent(1.2);
  return *FindStage(v1::Stage::kCellularErosion)->make(stage, context);
}

// The pass from rest: rain, flow on rough ground, wear.
void BM_CellularErosion(benchmark::State& state) {
  RunStage(state, *Cells(), kLayers);
}
BENCHMARK(BM_CellularErosion)->Apply(SizesAndSets);

// Rain and erosion that differ from cell to cell.
void BM_CellularErosionScaled(benchmark::State& state) {
  StageContext context = {.seed = 1};
  context.scales = {{"rain_m_per_s", Layer::kHardness, 0.5f, 1.0f},
                    {"erosion_per_s", Layer::kHardness, 0.0f, 1.0f}};
  RunStage(state, *Cells(context), kLayers | LayerSet{Layer::kHardness});
}
BENCHMARK(BM_CellularErosionScaled)->Apply(SizesAndSets);

void BM_TextbookCells(benchmark::State& state) {
  const int side = static_cast<int>(state.range(0));
  Grid ground(side);
  ForEachCell(side, [&](int x, int y) {
    ground.At(x, y) = ToMeters(RoughHeight(x, y));
  });
  TextbookCells cells(ground, 10);
  for (auto _ : state) {
    cells.Pass();
    benchmark::ClobberMemory();
  }
  state.counters["cells"] = benchmark::Counter(
      static_cast<double>(int64_t{side} * side * state.iterations()),
      benchmark::Counter::kIsRate);
}
BENCHMARK(BM_TextbookCells)->ArgName("side")->Arg(256)->Arg(1024);

}  // namespace
}  // namespace talus::bench

#include "bench/stage_bench.h"
#include "bench/textbook_thermal.h"
#include "sim/base/fixed.h"
#include "sim/stage/registry.h"

namespace talus::bench {
namespace {

std::unique_ptr<Stage> Thermal() {
  v1::Stage stage;
  auto& p = *stage.mutable_thermal_erosion();
  p.set_passes(1);
  p.set_talus_angle_deg(35);
  p.set_hard_talus_angle_deg(60);
  p.set_strength(0.5);
  return *FindStage(v1::Stage::kThermalErosion)->make(stage, {.seed = 1});
}

std::unique_ptr<Stage> Creep() {
  v1::Stage stage;
  auto& p = *stage.mutable_creep();
  p.set_passes(1);
  p.set_diffusion_m2(10);
  return *FindStage(v1::Stage::kCreep)->make(stage, {.seed = 1});
}

void BM_ThermalErosion(benchmark::State& state) {
  RunStage(state, *Thermal(), {Layer::kHeight});
}
BENCHMARK(BM_ThermalErosion)->Apply(SizesAndSets);

void BM_ThermalErosionWithHardness(benchmark::State& state) {
  RunStage(state, *Thermal(), {Layer::kHeight, Layer::kHardness});
}
BENCHMARK(BM_ThermalErosionWithHardness)->Apply(SizesAndSets);

void BM_Creep(benchmark::State& state) {
  RunStage(state, *Creep(), {Layer::kHeight});
}
BENCHMARK(BM_Creep)->Apply(SizesAndSets);

void BM_TextbookThermal(benchmark::State& state) {
  const int side = static_cast<int>(state.range(0));
  std::vector<float> height(static_cast<size_t>(side) *
                            static_cast<size_t>(side));
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      height[static_cast<size_t>(y) * static_cast<size_t>(side) +
             static_cast<size_t>(x)] = ToMeters(RoughHeight(x, y));
    }
  }
  std::vector<float> out;
  for (auto _ : state) {
    TextbookThermalPass(height, side, 10, 0.7f, out);
    benchmark::ClobberMemory();
  }
  state.counters["cells"] = benchmark::Counter(
      static_cast<double>(int64_t{side} * side * state.iterations()),
      benchmark::Counter::kIsRate);
}
BENCHMARK(BM_TextbookThermal)->ArgName("side")->Arg(256)->Arg(1024);

}  // namespace
}  // namespace talus::bench

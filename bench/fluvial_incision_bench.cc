#include "bench/stage_bench.h"
#include "sim/stage/registry.h"

namespace talus::bench {
namespace {

std::unique_ptr<Stage> Incision(double flow_exponent, double area_exponent) {
  v1::Stage stage;
  auto& p = *stage.mutable_fluvial_incision();
  p.set_passes(1);
  p.set_step_years(1000);
  p.set_erodibility(2e-5);
  p.set_area_exponent(area_exponent);
  p.set_slope_exponent(1);
  p.set_flow_exponent(flow_exponent);
  p.set_diffusivity_m2_per_yr(0.005);
  p.set_deposition_m_per_yr(1e-5);
  p.set_deposition_slope(0.01);
  return *FindStage(v1::Stage::kFluvialIncision)->make(stage, {.seed = 1});
}

void BM_FluvialIncision(benchmark::State& state) {
  RunStage(state, *Incision(4, 0.5), {Layer::kHeight, Layer::kFlow});
}
BENCHMARK(BM_FluvialIncision)->Apply(SizesAndSets);

void BM_FluvialIncisionWithHardness(benchmark::State& state) {
  RunStage(state, *Incision(4, 0.5),
           {Layer::kHeight, Layer::kFlow, Layer::kHardness});
}
BENCHMARK(BM_FluvialIncisionWithHardness)->Apply(SizesAndSets);

void BM_FluvialIncisionOfAnyExponents(benchmark::State& state) {
  RunStage(state, *Incision(3, 0.45), {Layer::kHeight, Layer::kFlow});
}
BENCHMARK(BM_FluvialIncisionOfAnyExponents)->Apply(SizesAndSets);

}  // namespace
}  // namespace talus::bench

#include <benchmark/benchmark.h>

#include <memory>

#include "sim/base/isa.h"
#include "sim/plan/state.h"
#include "sim/stage/registry.h"

namespace talus::bench {
namespace {

// Five octaves from a first wavelength of `wavelength_cells` cells of 10 m.
std::unique_ptr<Stage> Noise(v1::NoiseBasis basis, v1::NoiseFractal fractal,
                             int64_t wavelength_cells, double warp_m) {
  v1::Stage stage;
  auto& p = *stage.mutable_gradient_noise();
  p.set_basis(basis);
  p.set_fractal(fractal);
  p.set_octaves(5);
  p.set_lacunarity(2);
  p.set_gain(0.5);
  p.set_wavelength_m(10.0 * static_cast<double>(wavelength_cells));
  p.set_amplitude_m(1000);
  p.set_combine(v1::COMBINE_REPLACE);
  p.mutable_warp()->set_strength_m(warp_m);
  p.mutable_warp()->set_wavelength_m(p.wavelength_m());
  p.mutable_warp()->set_octaves(2);
  return *FindStage(v1::Stage::kGradientNoise)->make(stage, {.seed = 1});
}

// Five octaves of hills, and of gullies a sixth as wide.
std::unique_ptr<Stage> Gullies(int64_t wavelength_cells) {
  v1::Stage stage;
  auto& p = *stage.mutable_gully_noise();
  p.set_wavelength_m(10.0 * static_cast<double>(wavelength_cells));
  p.set_octaves(5);
  p.set_gain(0.3);
  p.set_amplitude_m(0.4 * p.wavelength_m());
  p.set_gully_width_m(p.wavelength_m() / 6);
  p.set_gully_octaves(5);
  p.set_gully_depth(0.2);
  p.set_full_slope(0.4);
  p.set_sharpness(0.7);
  p.set_combine(v1::COMBINE_REPLACE);
  return *FindStage(v1::Stage::kGullyNoise)->make(stage, {.seed = 1});
}

// Fills a square window; a point is one cell with all its octaves.
void Run(benchmark::State& bench, const Stage& stage) {
  const auto isa = static_cast<Isa>(bench.range(2));
  if (isa > BestIsa()) {
    bench.SkipWithError("this machine lacks the instruction set");
    return;
  }
  const ScopedIsa scoped(isa);
  const Rect rect{-100, -100, bench.range(0) - 100, bench.range(0) - 100};
  const State out = MakeState({Layer::kHeight}, rect, /*zeroed=*/true);
  const LayerRows rows = out.Rows(rect.x0);
  for (auto _ : bench) {
    const auto sweep = stage.Begin({.rect = rect}, 0);
    for (int64_t y = rect.y0; y < rect.y1; ++y)
      sweep->Row({}, y, rows, nullptr);
    benchmark::ClobberMemory();
  }
  bench.counters["points"] =
      benchmark::Counter(static_cast<double>(rect.area() * bench.iterations()),
                         benchmark::Counter::kIsRate);
}

template <v1::NoiseBasis kBasis, v1::NoiseFractal kFractal>
void BM_Noise(benchmark::State& bench) {
  Run(bench, *Noise(kBasis, kFractal, bench.range(1), 0));
}
template <v1::NoiseBasis kBasis>
void BM_WarpedNoise(benchmark::State& bench) {
  Run(bench, *Noise(kBasis, v1::NOISE_FRACTAL_FBM, bench.range(1), 200));
}

void BM_GullyNoise(benchmark::State& bench) {
  Run(bench, *Gullies(bench.range(1)));
}

// Tiles and windows; wavelengths as of mountains, and such that the last octave
// is as fine as it gets, where the cells of a lattice column are few.
void Shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"side", "wavelength", "isa"});
  for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
    b->Args({1024, 600, static_cast<int64_t>(isa)});
  }
  const auto best = static_cast<int64_t>(BestIsa());
  b->Args({1024, 64, best});
  b->Args({256, 600, best});
}

BENCHMARK(BM_Noise<v1::NOISE_BASIS_PERLIN, v1::NOISE_FRACTAL_FBM>)
    ->Apply(Shapes);
BENCHMARK(BM_Noise<v1::NOISE_BASIS_SIMPLEX, v1::NOISE_FRACTAL_FBM>)
    ->Apply(Shapes);
BENCHMARK(BM_Noise<v1::NOISE_BASIS_VALUE, v1::NOISE_FRACTAL_FBM>)
    ->Apply(Shapes);
BENCHMARK(BM_Noise<v1::NOISE_BASIS_CELLULAR, v1::NOISE_FRACTAL_FBM>)
    ->Apply(Shapes);
BENCHMARK(BM_Noise<v1::NOISE_BASIS_PERLIN, v1::NOISE_FRACTAL_RIDGED>)
    ->Apply(Shapes);
BENCHMARK(BM_WarpedNoise<v1::NOISE_BASIS_PERLIN>)->Apply(Shapes);
BENCHMARK(BM_WarpedNoise<v1::NOISE_BASIS_SIMPLEX>)->Apply(Shapes);
BENCHMARK(BM_GullyNoise)->Apply(Shapes);

}  // namespace
}  // namespace talus::bench

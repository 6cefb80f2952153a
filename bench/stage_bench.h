#ifndef TALUS_BENCH_STAGE_BENCH_H_
#define TALUS_BENCH_STAGE_BENCH_H_

#include <benchmark/benchmark.h>

#include <cstdint>

#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/plan/state.h"
#include "sim/stage/stage.h"

namespace talus::bench {

// Rough hills of about 300 m: sums of bilinear value noise, so that every
// branch of a kernel is taken.
inline int32_t RoughHeight(int64_t x, int64_t y) {
  double sum = 0;
  double amplitude = 300 * 65536.0;
  for (int64_t period = 128; period >= 1; period /= 2) {
    const int64_t cx = FloorDiv(x, period);
    const int64_t cy = FloorDiv(y, period);
    const double fx =
        static_cast<double>(x - cx * period) / static_cast<double>(period);
    const double fy =
        static_cast<double>(y - cy * period) / static_cast<double>(period);
    const auto corner = [&](int64_t dx, int64_t dy) {
      return static_cast<double>(UnitFloat(CellHash(
          RowKey(7, period, 0, cy + dy), static_cast<uint32_t>(cx + dx))));
    };
    sum +=
        amplitude * ((corner(0, 0) * (1 - fx) + corner(1, 0) * fx) * (1 - fy) +
                     (corner(0, 1) * (1 - fx) + corner(1, 1) * fx) * fy);
    amplitude /= 2;
  }
  return static_cast<int32_t>(sum);
}

// Rough ground, drainage areas from one to many cells, mixed hardness.
inline State RoughState(LayerSet layers, const Rect& rect) {
  State state = MakeState(layers, rect, /*zeroed=*/true);
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const LayerRows rows = state.Rows(rect.x0);
    for (int64_t i = 0; i < rect.width(); ++i) {
      const float u =
          UnitFloat(CellHash(RowKey(9, 0, 0, y), static_cast<uint32_t>(i)));
      rows.Quanta(Layer::kHeight, y)[i] = RoughHeight(rect.x0 + i, y);
      if (state.Has(Layer::kFlow)) {
        rows.Real(Layer::kFlow, y)[i] = 100 + 1e6f * u * u * u;
      }
      if (state.Has(Layer::kHardness)) {
        rows.Real(Layer::kHardness, y)[i] = u;
      }
    }
  }
  return state;
}

// Pass after pass of a stage over a window, each from the same state, with an
// instruction set. Whether the machine has it.
inline bool SweepAgain(benchmark::State& bench, Isa isa, const Stage& stage,
                       const Window& window, const State& in,
                       const State& out) {
  if (isa > BestIsa()) {
    bench.SkipWithError("this machine lacks the instruction set");
    return false;
  }
  const ScopedIsa scoped(isa);
  const LayerRows in_rows = in.Rows(window.rect.x0);
  const LayerRows out_rows = out.Rows(window.rect.x0);
  Ledger ledger;
  for (auto _ : bench) {
    const auto sweep = stage.Begin(window, 0);
    for (int64_t y = window.rect.y0; y < window.rect.y1; ++y) {
      sweep->Row(in_rows, y, out_rows, &ledger);
    }
    benchmark::ClobberMemory();
  }
  return true;
}

// Passes of a stage over a square window of `state.range(0)` cells a side with
// the instruction set `state.range(1)`; reports cells x passes a second.
inline void RunStage(benchmark::State& bench, const Stage& stage,
                     LayerSet layers) {
  const Rect rect{0, 0, bench.range(0), bench.range(0)};
  const State in = RoughState(layers, Grow(rect, kMaxHalo));
  const State out = MakeState(
      stage.info().writes | (stage.info().optional & layers), rect, true);
  if (!SweepAgain(bench, static_cast<Isa>(bench.range(1)), stage,
                  {rect, nullptr, std::nullopt, rect}, in, out)) {
    return;
  }
  bench.counters["cells"] =
      benchmark::Counter(static_cast<double>(rect.area() * bench.iterations()),
                         benchmark::Counter::kIsRate);
}

// Windows whose rows stay in L2, and windows as large as a request; every
// instruction set.
inline void SizesAndSets(benchmark::internal::Benchmark* b) {
  b->ArgNames({"side", "isa"});
  for (const int64_t side : {256, 1024}) {
    for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
      b->Args({side, static_cast<int64_t>(isa)});
    }
  }
}

}  // namespace talus::bench

#endif  // TALUS_BENCH_STAGE_BENCH_H_

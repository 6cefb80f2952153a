// Filling, D8 receivers and drainage areas. Names are <process>/<version>/
// <edge>/<threads>, as bench/table.py reads them.

#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "bench/stage_bench.h"
#include "bench/textbook_flood.h"
#include "sim/base/spare_words.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"

namespace talus::bench {
namespace {

// Rough at every scale: a pit every ten cells or so.
int32_t Rough(int64_t x, int64_t y) { return RoughHeight(x, y); }

// Long slopes with few and wide depressions, as eroded land has.
int32_t Smooth(int64_t x, int64_t y) {
  const double u = static_cast<double>(x), v = static_cast<double>(y);
  const double metres = 200 * std::sin(u / 97) * std::cos(v / 131) +
                        40 * std::sin(u / 23 + v / 31) + 0.02 * v;
  return static_cast<int32_t>(metres * 65536);
}

// No neighbour resembles another: the most pits there can be.
int32_t Noise(int64_t x, int64_t y) {
  return static_cast<int32_t>(
      CellHash(RowKey(3, 0, 0, y), static_cast<uint32_t>(x)) >> 8);
}

// All of one level: no slope anywhere.
int32_t Flat(int64_t, int64_t) { return 0; }

struct Land {
  const char* name;
  int32_t (*height)(int64_t, int64_t);
};
constexpr Land kLands[] = {
    {"rough", Rough}, {"smooth", Smooth}, {"noise", Noise}, {"flat", Flat}};

Plane<int32_t> Ground(const Land& land, int64_t edge) {
  Plane<int32_t> ground({0, 0, edge, edge});
  for (int64_t y = 0; y < edge; ++y) {
    for (int64_t x = 0; x < edge; ++x) *ground.At(x, y) = land.height(x, y);
  }
  return ground;
}

void Count(benchmark::State& state, int64_t edge) {
  state.SetItemsProcessed(edge * edge * state.iterations());
}

// In the steady state, as all that follow: in memory of the flood before, the
// first of which is not timed.
void Flood(benchmark::State& state, const Land& land, int64_t edge) {
  const Plane<int32_t> ground = Ground(land, edge);
  benchmark::DoNotOptimize(DrainageOf(ground));
  for (auto _ : state) benchmark::DoNotOptimize(DrainageOf(ground));
  Count(state, edge);
}

void FloodOfTextbook(benchmark::State& state, const Land& land, int64_t edge) {
  const Plane<int32_t> ground = Ground(land, edge);
  std::vector<uint32_t> receiver;
  for (auto _ : state) {
    std::vector<int32_t> height;
    for (int64_t y = 0; y < edge; ++y) {
      height.insert(height.end(), ground.Row(y), ground.Row(y) + edge);
    }
    TextbookFlood(height, edge, receiver);
    benchmark::DoNotOptimize(receiver.data());
  }
  Count(state, edge);
}

void Area(benchmark::State& state, const Land& land, int64_t edge) {
  const Drainage d = *DrainageOf(Ground(land, edge));
  for (auto _ : state) benchmark::DoNotOptimize(DrainageArea(d));
  Count(state, edge);
}

void SpreadArea(benchmark::State& state, const Land& land, int64_t edge) {
  const Drainage d = *DrainageOf(Ground(land, edge));
  for (auto _ : state) benchmark::DoNotOptimize(SpreadDrainageArea(d, 1.1f));
  Count(state, edge);
}

void Register() {
  struct Row {
    const char* process;
    const char* version;
    void (*run)(benchmark::State&, const Land&, int64_t);
  };
  for (const Row& row :
       {Row{"flood", "talus", Flood}, Row{"flood", "textbook", FloodOfTextbook},
        Row{"area", "talus", Area}, Row{"spread_area", "talus", SpreadArea}}) {
    for (const Land& land : kLands) {
      const int64_t edge = 2048;
      const std::string name = std::string(row.process) + "_" + land.name +
                               "/" + row.version + "/" + std::to_string(edge) +
                               "/1";
      benchmark::RegisterBenchmark(name.c_str(), [row, land, edge](
                                                     benchmark::State& state) {
        row.run(state, land, edge);
      })->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  const talus::SpareWords spare(int64_t{1} << 30);  // as an engine has them
  talus::bench::Register();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

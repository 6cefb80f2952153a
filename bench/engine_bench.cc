#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/stage_bench.h"
#include "bench/textbook_cells.h"
#include "bench/textbook_droplets.h"
#include "bench/textbook_grid.h"
#include "bench/textbook_incision.h"
#include "bench/textbook_noise.h"
#include "bench/textbook_thermal.h"
#include "bench/textbook_water.h"
#include "sim/base/fixed.h"
#include "sim/base/spare_words.h"
#include "sim/plan/engine.h"
#include "sim/plan/program.h"
#include "sim/plan/tiled_runner.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/presets.h"
#include "sim/recipe/recipe_text.h"

// The whole engine on a region that fits in memory, beside textbook versions of
// the same processes on one thread and by the same compiler flags. Names are
// <process>/<version>/<edge>/<threads>, as table.py reads them.
namespace talus::bench {
namespace {

constexpr float kCellM = 10;
constexpr int kRelief = 1024;  // edge of the ground that repeats
constexpr int kPasses = 16;    // of talus in one go; the textbooks take one

std::shared_ptr<const Program> Compile(std::string_view text) {
  const auto recipe = ParseRecipe(text);
  const auto canonical = Canonicalize(recipe.value());
  return Program::Compile(canonical->recipe, canonical->digest, {}).value();
}

std::string InWalls(std::string_view stages, int64_t edge) {
  return absl::StrCat("cell_size_m: 10 domain { width: ", edge,
                      " height: ", edge, " border: BORDER_WALL } stages { ",
                      std::string(stages), " }");
}

// Rough ground of any size, made once.
int32_t Relief(int x, int y) {
  static const std::vector<int32_t> ground = [] {
    std::vector<int32_t> cells;
    cells.reserve(size_t{kRelief} * kRelief);
    ForEachCell(kRelief,
                [&](int i, int j) { cells.push_back(RoughHeight(i, j)); });
    return cells;
  }();
  return ground[static_cast<size_t>(y % kRelief) * kRelief +
                static_cast<size_t>(x % kRelief)];
}

void CountCellPasses(benchmark::State& state, int64_t edge, int64_t passes) {
  state.counters["passes"] = static_cast<double>(passes);
  state.SetItemsProcessed(state.iterations() * edge * edge * passes);
}

// All planes of a run at 8192^2.
constexpr int64_t kSpareBytes = int64_t{8} << 30;

// Of the same run before, or all from the system, which zeroes new memory; in a
// virtual machine its host has to find it too.
enum class Memory { kUsed, kNew };

// The last run of a recipe: its erosion, or its source where there is no more.
// In used memory it is the steady state of a server; the run that comes before
// is not timed.
void Talus(benchmark::State& state, std::string stages, int64_t edge,
           int threads, Memory memory) {
  const auto program = Compile(InWalls(stages, edge));
  const Rect rect{0, 0, edge, edge};
  const StepRun run =
      RunsOf(*program, 0, 0, rect, {Layer::kHeight}, rect).back();
  State before = MakePlanes(*program, run.before, rect, /*zeroed=*/true);
  if (before.Has(Layer::kHeight)) {
    ForEachCell(static_cast<int>(edge), [&](int x, int y) {
      *before.Get(Layer::kHeight)->At(x, y) = Relief(x, y);
    });
  }
  WorkerPool pool(threads);
  TiledRunner runner({.threads = threads}, pool, {}, [](int64_t) {});
  const SpareWords spare(kSpareBytes);
  const auto make = [&] {
    Ledger ledger;
    benchmark::DoNotOptimize(runner.Run(before, run, &ledger));
  };
  if (memory == Memory::kUsed) make();
  for (auto _ : state) make();
  const auto passes = static_cast<int64_t>(run.steps.size());
  CountCellPasses(state, edge, passes);
  // What blocks work on twice, of the cells of the region.
  const double work = static_cast<double>(runner.CellPasses(run));
  state.counters["halo"] = work / static_cast<double>(edge * edge * passes) - 1;
}

Grid RoughGrid(int edge) {
  Grid ground(edge);
  ForEachCell(edge,
              [&](int x, int y) { ground.At(x, y) = ToMeters(Relief(x, y)); });
  return ground;
}

template <typename Process>
void Textbook(benchmark::State& state, int edge) {
  Process process(RoughGrid(edge), kCellM);
  for (auto _ : state) {
    process.Pass();
    benchmark::DoNotOptimize(process.ground().At(0, 0));
  }
  CountCellPasses(state, edge, 1);
}

// TextbookThermalPass in the shape of the others.
class TextbookThermal {
 public:
  TextbookThermal(const Grid& ground, float cell_m)
      : cell_m_(cell_m), ground_(ground), next_(ground.edge()) {}
  void Pass() {
    TextbookThermalPass(ground_.cells(), ground_.edge(), cell_m_, 0.7f,
                        next_.cells());
    std::swap(ground_, next_);
  }
  const Grid& ground() const { return ground_; }

 private:
  const float cell_m_;
  Grid ground_;
  Grid next_;
};

void TextbookFill(benchmark::State& state, int edge) {
  const TextbookNoise noise;
  Grid out(edge);
  for (auto _ : state) {
    noise.Fill(out, kCellM);
    benchmark::DoNotOptimize(out.At(0, 0));
  }
  CountCellPasses(state, edge, 1);
}

// TextbookDroplets in the shape of the others: the drops of one pass of talus
// on as many cells, one after the other.
class TextbookRain {
 public:
  TextbookRain(const Grid& ground, float) : ground_(ground) {
    // Its coefficients are for land a tenth as high.
    for (float& height : ground_.cells()) height /= 10;
  }
  void Pass() {
    const int64_t cells = int64_t{ground_.edge()} * ground_.edge();
    const auto drops = static_cast<uint32_t>(kDropsPerPass * cells / kDropArea);
    for (uint32_t n = 0; n < drops; ++n) drops_.Run(next_++, ground_);
  }
  const Grid& ground() const { return ground_; }

 private:
  const TextbookDroplets drops_;
  Grid ground_;
  uint32_t next_ = 0;
};

benchmark::internal::Benchmark* RegisterTimed(
    const std::string& name, std::function<void(benchmark::State&)> run) {
  return benchmark::RegisterBenchmark(name.c_str(), std::move(run))
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

// A process at 1024^2, with its textbook version where there is one, and at
// 8192^2, in new memory too: once, since that takes seconds, and without the
// textbook, which would take minutes.
void Register(const std::string& process, const std::string& stages,
              void (*textbook)(benchmark::State&, int)) {
  const auto add = [&](const std::string& row, int edge, int threads,
                       Memory memory) {
    return RegisterTimed(
        absl::StrCat(row, "/talus/", edge, "/", threads),
        [=](benchmark::State& s) { Talus(s, stages, edge, threads, memory); });
  };
  for (const int threads : {1, 2}) add(process, 1024, threads, Memory::kUsed);
  for (const int threads : {1, 2}) {
    add(process + "_first_run", 8192, threads, Memory::kNew)->Iterations(1);
    add(process, 8192, threads, Memory::kUsed)->Iterations(1);
  }
  if (textbook == nullptr) return;
  RegisterTimed(process + "/textbook/1024/1",
                [=](benchmark::State& s) { textbook(s, 1024); });
}

class NoSink final : public TileSink {
 public:
  absl::Status OnTile(const TileView& tile) override {
    benchmark::DoNotOptimize(tile.words);
    return absl::OkStatus();
  }
};

// One tile of alps that nobody has made yet, what GetTile waits for. With
// `coarse_cached` its coarse levels have been.
void ColdTile(benchmark::State& state, bool coarse_cached, int64_t edge,
              int threads) {
  const auto program = Compile(FindPreset("alps")->text);
  EngineOptions options;
  options.tiling.threads = threads;
  const RegionRequest request{.region = {0, 0, edge, edge}};
  NoSink sink;
  for (auto _ : state) {
    const Engine engine(options);
    if (coarse_cached) (void)engine.Run(*program, request, sink, {}, nullptr);
    const auto start = std::chrono::steady_clock::now();
    (void)engine.Run(*program, request, sink, {}, nullptr);
    state.SetIterationTime(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count());
  }
  state.SetItemsProcessed(state.iterations() * edge * edge);
}

void RegisterTiles() {
  for (const bool coarse_cached : {false, true}) {
    for (const int threads : {1, 2}) {
      benchmark::RegisterBenchmark(
          absl::StrCat("tile_of_alps/",
                       coarse_cached ? "coarse_cached" : "all_cold", "/256/",
                       threads)
              .c_str(),
          [=](benchmark::State& s) {
            ColdTile(s, coarse_cached, 256, threads);
          })
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
}

std::string Eroded(std::string_view process) {
  return absl::StrCat("plane {} } stages { ", std::string(process),
                      " { passes: ", kPasses, " }");
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  using namespace talus::bench;  // NOLINT(google-build-using-namespace)
  benchmark::Initialize(&argc, argv);
  Register("water_erosion", Eroded("water_erosion"), Textbook<TextbookWater>);
  Register("fluvial_incision", Eroded("fluvial_incision"),
           Textbook<TextbookIncision>);
  Register("thermal_erosion", Eroded("thermal_erosion"),
           Textbook<TextbookThermal>);
  Register("cellular_erosion", Eroded("cellular_erosion"),
           Textbook<TextbookCells>);
  Register("droplets",
           absl::StrCat("plane {} } stages { droplets { passes: 1 "
                        "drops_per_pass: ",
                        kDropsPerPass, " }"),
           Textbook<TextbookRain>);
  Register("creep", Eroded("creep"), nullptr);
  Register("gully_noise", "gully_noise {}", nullptr);
  Register("gradient_noise", "gradient_noise { octaves: 8 }", TextbookFill);
  RegisterTiles();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

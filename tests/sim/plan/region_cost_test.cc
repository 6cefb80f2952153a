#include "sim/plan/region_cost.h"

#include <gtest/gtest.h>

#include <atomic>

#include "sim/base/large_memory.h"
#include "sim/plan/level_evaluator.h"
#include "sim/plan/reference_runner.h"
#include "sim/plan/tiled_runner.h"
#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

constexpr const char* kRecipes[] = {
    "stages { gradient_noise {} } stages { creep { passes: 5 } }",
    "stages { gradient_noise {} } stages { hardness { strata_amplitude: 0.2 } }"
    "stages { water_erosion { passes: 9 } } stages { thermal_erosion {} }",
    "stages { gradient_noise {} } stages { multiscale { coarsest_level: 3 "
    "rounds: [ 4, 8 ] stages { fluvial_incision { passes: 1 } } "
    "stages { water_erosion { passes: 2 } } } } stages { creep {} }",
    "stages { gradient_noise {} } "
    "stages { multiscale { coarsest_level: 2 rounds: 3 stages { creep {} } } } "
    "stages { multiscale { coarsest_level: 2 rounds: 2 "
    "stages { thermal_erosion { passes: 3 } } } } stages { plane {} }",
};

struct World {
  const char* name;
  const char* domain;
};
constexpr World kWorlds[] = {
    {"endless", ""},
    {"finite", "domain { x: -64 y: -64 width: 256 height: 192 } "},
};

TilingOptions SmallBlocks() {
  TilingOptions options;
  options.threads = 2;
  options.block_width = 70;
  options.block_height = 64;
  options.passes_per_group = 5;
  return options;
}

int64_t DoneByTiles(const Program& program, const std::vector<Rect>& windows,
                    CoarseCache* cache) {
  std::atomic<int64_t> done = 0;
  const TilingOptions options = SmallBlocks();
  WorkerPool pool(options.threads);
  TiledRunner runner(options, pool, {}, [&](int64_t cells) { done += cells; });
  LevelEvaluator evaluator(program, runner, cache);
  for (const Rect& window : windows) {
    RegionLedger ledger;
    EXPECT_TRUE(
        evaluator.Evaluate(0, window, program.layers(), window, &ledger).ok());
  }
  return done;
}

TEST(RegionCost, IsWhatTheRunnerDoes) {
  for (const char* recipe : kRecipes) {
    for (const World& world : kWorlds) {
      SCOPED_TRACE(std::string(world.name) + ": " + recipe);
      const auto program =
          testing::ProgramOf(std::string(world.domain) + recipe);
      ASSERT_TRUE(program.ok()) << program.status();
      const Rect rect{-10, 5, 150, 90};
      const TilingOptions options = SmallBlocks();
      WorkerPool pool(options.threads);
      const TiledRunner runner(options, pool, {}, nullptr);
      const auto walk = WalkWindow(**program, 0, rect, nullptr);
      const WindowCost cost =
          CostOf(**program, runner, *walk, (*program)->layers());
      EXPECT_EQ(cost.cell_passes, DoneByTiles(**program, {rect}, nullptr));
    }
  }
}

TEST(RegionCost, IsWhatTheRunnerDoesWithACacheThatWindowsShare) {
  const std::vector<Rect> windows = {{-40, -40, 60, 50},
                                     {60, -40, 130, 50},
                                     {-40, 50, 60, 120},
                                     {60, 50, 130, 120}};
  for (const char* recipe : kRecipes) {
    for (const World& world : kWorlds) {
      SCOPED_TRACE(std::string(world.name) + ": " + recipe);
      const auto program =
          testing::ProgramOf(std::string(world.domain) + recipe);
      ASSERT_TRUE(program.ok()) << program.status();
      const TilingOptions options = SmallBlocks();
      WorkerPool pool(options.threads);
      const TiledRunner runner(options, pool, {}, nullptr);
      CoarseBlocks blocks;
      int64_t planned = 0;
      for (const Rect& window : windows) {
        const auto walk = WalkWindow(**program, 0, window, &blocks);
        planned +=
            CostOf(**program, runner, *walk, (*program)->layers()).cell_passes;
      }
      CoarseCache cache(256 << 20);
      EXPECT_EQ(planned, DoneByTiles(**program, windows, &cache));
    }
  }
}

// A source, a group of two levels and a process after it.
absl::StatusOr<std::shared_ptr<const Program>> ThreeSections() {
  return testing::ProgramOf(
      "stages { plane {} } "
      "stages { multiscale { coarsest_level: 1 rounds: [ 2, 3 ] "
      "stages { creep { passes: 1 } } } } stages { water_erosion { passes: 1 } "
      "}");
}

WindowCost CostOf16Cells(const Program& program) {
  const ReferenceRunner runner;
  const auto walk = WalkWindow(program, 0, {0, 0, 16, 16}, nullptr);
  return CostOf(program, runner, *walk, {Layer::kHeight});
}

StageCost RowOf(const WindowCost& cost, const std::string& path, int level) {
  for (const StageCost& r : cost.stages) {
    if (r.path == path && r.level == level) return r;
  }
  ADD_FAILURE() << path << " at level " << level;
  return StageCost();
}

TEST(RegionCost, NamesEachStageAtEachLevelWithItsCells) {
  const auto program = ThreeSections();
  ASSERT_TRUE(program.ok()) << program.status();
  const WindowCost cost = CostOf16Cells(**program);
  ASSERT_EQ(cost.stages.size(), 5u);
  const auto row = [&](const std::string& path, int level) {
    return RowOf(cost, path, level);
  };
  EXPECT_EQ(row("stages[2].water_erosion", 0).cell_passes, 16 * 16);
  EXPECT_EQ(row("stages[2].water_erosion", 0).halo_cells, 2);
  const StageCost fine = row("stages[1].multiscale.stages[0].creep", 0);
  EXPECT_EQ(fine.passes, 2);
  EXPECT_EQ(fine.cell_passes, 20 * 20 + 22 * 22);
  // The 24 cells that level 0 begins with lie on 12 coarse ones; one around
  // each side for the filter.
  const StageCost coarse = row("stages[1].multiscale.stages[0].creep", 1);
  EXPECT_EQ(coarse.passes, 3);
  EXPECT_EQ(coarse.cell_passes, 14 * 14 + 16 * 16 + 18 * 18);
  EXPECT_EQ(row("stages[0].plane", 0).cell_passes, 24 * 24);
  EXPECT_EQ(row("stages[0].plane", 1).cell_passes, 20 * 20);
  int64_t sum = 0;
  for (const StageCost& r : cost.stages) sum += r.cell_passes;
  // Bringing the water to rest has no row.
  EXPECT_EQ(cost.cell_passes, sum + 20 * 20);
}

TEST(RegionCost, NamesTheMemoryOfEachStagesLargestPass) {
  const auto program = ThreeSections();
  ASSERT_TRUE(program.ok()) << program.status();
  const WindowCost cost = CostOf16Cells(**program);
  const auto plane = [](int64_t edge) {
    return edge * (edge + 3 * LayerPlane::kPad) * int64_t{sizeof(int32_t)};
  };
  const auto bytes = [&](const std::string& path, int level) {
    return RowOf(cost, path, level).memory_bytes;
  };
  // A source reads nothing and writes the ground of the cells asked for.
  EXPECT_EQ(bytes("stages[0].plane", 0), plane(24));
  EXPECT_EQ(bytes("stages[0].plane", 1), plane(20));
  // The first of its passes reads one cell further than it writes.
  EXPECT_EQ(bytes("stages[1].multiscale.stages[0].creep", 0),
            plane(24) + plane(22));
  EXPECT_EQ(bytes("stages[1].multiscale.stages[0].creep", 1),
            plane(20) + plane(18));
  // Ground, water, load and the fluxes, two cells further than they are
  // written.
  const StageInfo& water =
      (*program)->sections().back().levels[0].steps.back().stage->info();
  EXPECT_EQ(water.name, "water_erosion");
  int64_t read = 0, written = 0;
  water.reads.ForEach([&](Layer l) {
    read += (*program)->layers().Has(l) || kFluxLayers.Has(l) ? 1 : 0;
  });
  water.writes.ForEach([&](Layer) { ++written; });
  EXPECT_GE(written, 3);
  EXPECT_EQ(bytes("stages[2].water_erosion", 0),
            read * plane(20) + written * plane(16));
  for (const StageCost& r : cost.stages) {
    EXPECT_LE(r.memory_bytes, cost.memory_bytes) << r.path;
  }
}

// What is large enough to be counted of what is held at once. The halos of
// droplets overlap: blocks together are larger than the region.
TEST(RegionCost, IsNoLessThanWhatTheRunnerHolds) {
  struct Case {
    const char* recipe;
    Rect region;
  };
  const Case cases[] = {
      {"stages { gradient_noise {} } "
       "stages { droplets { steps: 250 passes: 1 drops_per_pass: 64 } }",
       {0, 0, 1024, 1024}},
      {"domain { x: 0 y: 0 width: 1024 height: 1024 } "
       "stages { gradient_noise {} } "
       "stages { droplets { steps: 250 passes: 1 drops_per_pass: 64 } }",
       {0, 0, 1024, 1024}},
      // Fewer rows than strips.
      {"domain { x: 0 y: 0 width: 262144 height: 8 } "
       "stages { gradient_noise {} } stages { stream_power { passes: 1 } }",
       {0, 0, 262144, 8}},
  };
  TilingOptions options = SmallBlocks();
  options.threads = 4;
  options.block_width = options.block_height = 256;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.recipe);
    const auto program = testing::ProgramOf(c.recipe);
    ASSERT_TRUE(program.ok()) << program.status();
    WorkerPool pool(options.threads);
    TiledRunner runner(options, pool, {}, nullptr);
    const auto walk = WalkWindow(**program, 0, c.region, nullptr);
    const int64_t planned =
        CostOf(**program, runner, *walk, {Layer::kHeight}).memory_bytes;
    LargeMemory& memory = LargeMemory::OfProcess();
    memory.TakePeak();
    const int64_t before = memory.TakePeak();
    RegionLedger ledger;
    ASSERT_TRUE(LevelEvaluator(**program, runner, nullptr)
                    .Evaluate(0, c.region, {Layer::kHeight}, c.region, &ledger)
                    .ok());
    const int64_t held = memory.TakePeak() - before;
    EXPECT_GT(held, 0);
    EXPECT_LE(held, planned);
  }
}

TEST(RegionCost, CountsTheRegionsOwnCellsOnceAtEveryLevel) {
  const auto program = testing::ProgramOf(
      "stages { plane {} } "
      "stages { multiscale { coarsest_level: 2 rounds: [ 2, 3, 5 ] "
      "stages { creep { passes: 1 } } } } stages { thermal_erosion { passes: 4 "
      "} }");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(CoreCellPasses(**program, 0, {0, 0, 16, 16}),
            (1 + 2 + 4) * 256 + (1 + 3) * 64 + (1 + 5) * 16);
  EXPECT_EQ(CoreCellPasses(**program, 2, {0, 0, 16, 16}), (1 + 5 + 4) * 256);
}

TEST(WindowWalk, TellsShapesApartByWhatTheBorderCutsOff) {
  const auto program = testing::ProgramOf(
      "domain { width: 1024 height: 1024 } "
      "stages { creep { passes: 20 } }");
  ASSERT_TRUE(program.ok()) << program.status();
  const auto shape = [&](int64_t x, int64_t y) {
    return ShapeOf(
        *WalkWindow(**program, 0, {x, y, x + 128, y + 128}, nullptr));
  };
  EXPECT_EQ(shape(128, 128), shape(512, 640));
  EXPECT_NE(shape(0, 128), shape(128, 128));
  EXPECT_NE(shape(0, 128), shape(128, 0));
  EXPECT_NE(shape(12, 128), shape(128, 128));
  EXPECT_EQ(shape(20, 128), shape(128, 128));
}

}  // namespace
}  // namespace talus

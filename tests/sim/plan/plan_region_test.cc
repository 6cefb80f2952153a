#include "sim/plan/plan_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <stop_token>

#include "sim/plan/tiled_runner.h"
#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

constexpr char kPyramid[] =
    "stages { gradient_noise {} } stages { hardness {} } "
    "stages { multiscale { coarsest_level: 3 rounds: [ 6, 10 ] "
    "stages { fluvial_incision { passes: 1 } } "
    "stages { thermal_erosion { passes: 1 } } } } "
    "stages { water_erosion { passes: 8 } }";

class DroppingSink final : public TileSink {
 public:
  absl::Status OnTile(const TileView&) override { return absl::OkStatus(); }
};

RegionRequest Request(const Program& program, const Rect& region) {
  RegionRequest request;
  request.region = region;
  request.layers = program.layers();
  return request;
}

int64_t BytesInUse() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<int64_t>(info.uordblks + info.hblkhd);
}

TEST(PlanRegion, StatesAnUpperBoundOfTheMemoryThatIsNotFarOff) {
  for (const std::string domain :
       {"", "domain { width: 512 height: 512 border: BORDER_OPEN } "}) {
    for (const bool little : {false, true}) {
      const auto program = testing::ProgramOf(domain + kPyramid);
      ASSERT_TRUE(program.ok()) << program.status();
      EngineOptions options;
      options.tiling.threads = 2;
      // The cache is no request's own.
      options.coarse_cache_bytes = 0;
      if (little) options.window_edge = 256;
      const Engine engine(options);
      const RegionRequest request = Request(**program, {-20, 0, 760, 520});
      const auto plan = engine.Plan(**program, request);
      ASSERT_TRUE(plan.ok()) << plan.status();
      DroppingSink sink;
      const int64_t before = BytesInUse();
      int64_t peak = 0;
      ASSERT_TRUE(engine
                      .Run(**program, request, sink, {},
                           [&](int64_t, int64_t) {
                             peak = std::max(peak, BytesInUse() - before);
                           })
                      .ok());
      EXPECT_LE(peak, plan->memory_bytes);
      // A sanitizer's allocator counts nothing.
      if (peak > 0) {
        EXPECT_GE(3 * peak, plan->memory_bytes);
      }
    }
  }
}

TEST(PlanRegion, MakesWindowsSmallerUntilTheyFit) {
  const auto program = testing::ProgramOf(kPyramid);
  ASSERT_TRUE(program.ok());
  WorkerPool pool(2);
  EngineOptions options;
  const TiledRunner runner(options.tiling, pool, {}, nullptr);
  const RegionRequest request = Request(**program, {0, 0, 3000, 3000});
  int64_t edge = options.window_edge;
  for (int64_t mib = 4096; mib >= 1; mib /= 2) {
    options.memory_bytes = mib << 20;
    const auto plan = PlanRegion(**program, runner, request, options);
    if (!plan.ok()) {
      EXPECT_EQ(plan.status().code(), absl::StatusCode::kResourceExhausted);
      EXPECT_THAT(std::string(plan.status().message()),
                  HasSubstr("the smallest window of this recipe needs"));
      EXPECT_LE(edge, 512);
      return;
    }
    EXPECT_LE(plan->memory_bytes, options.memory_bytes);
    EXPECT_LE(plan->window_edge, edge);
    edge = plan->window_edge;
  }
  FAIL() << "a window in one MiB";
}

TEST(PlanRegion, CountsTheWindowsInTheMiddleOfADomainToo) {
  // A window at the corner of the domain has a halo on two sides only.
  const auto program = testing::ProgramOf(
      "domain { width: 1024 height: 1024 } "
      "stages { gradient_noise {} } stages { creep { passes: 100 } }");
  ASSERT_TRUE(program.ok());
  WorkerPool pool(1);
  EngineOptions options;
  options.window_edge = 256;
  const TiledRunner runner(options.tiling, pool, {}, nullptr);
  const auto corner = PlanRegion(**program, runner,
                                 Request(**program, {0, 0, 256, 256}), options);
  const auto all = PlanRegion(**program, runner,
                              Request(**program, {0, 0, 1024, 1024}), options);
  ASSERT_TRUE(corner.ok() && all.ok());
  EXPECT_GT(all->memory_bytes, corner->memory_bytes);
  options.memory_bytes = (corner->memory_bytes + all->memory_bytes) / 2;
  EXPECT_EQ(PlanRegion(**program, runner,
                       Request(**program, {0, 0, 1024, 1024}), options)
                .status()
                .code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(PlanRegion, RefusesMoreWindowsThanItCanLookAt) {
  const auto program = testing::ProgramOf("stages { creep { passes: 400 } }");
  ASSERT_TRUE(program.ok());
  WorkerPool pool(1);
  EngineOptions options;
  options.memory_bytes = 30 << 20;
  const TiledRunner runner(options.tiling, pool, {}, nullptr);
  const auto plan = PlanRegion(
      **program, runner, Request(**program, {0, 0, 1 << 20, 1 << 20}), options);
  EXPECT_EQ(plan.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(plan.status().message()),
              HasSubstr("ask for it in parts or allow more memory"));
}

// Requests a stop as soon as it is asked what a window costs.
class StoppingRunner final : public StepRunner {
 public:
  absl::StatusOr<State> Run(State, const StepRun&, Ledger*) override {
    return absl::InternalError("a plan runs nothing");
  }
  int64_t CellPasses(const StepRun&) const override {
    stop_.request_stop();
    ++asked_;
    return 1;
  }
  std::stop_token stop_token() const { return stop_.get_token(); }
  int asked() const { return asked_; }

 private:
  mutable std::stop_source stop_;
  mutable int asked_ = 0;
};

TEST(PlanRegion, EndsAtTheNextWindowOnceAStopIsRequested) {
  // Sixteen windows, of which the corners, the edges and the middle differ.
  const auto program = testing::ProgramOf(
      "domain { width: 1024 height: 1024 } stages { creep { passes: 4 } }");
  ASSERT_TRUE(program.ok());
  const StoppingRunner runner;
  const auto plan =
      PlanRegion(**program, runner, Request(**program, {0, 0, 1024, 1024}),
                 {.window_edge = 256}, runner.stop_token());
  EXPECT_EQ(plan.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(runner.asked(), 1);
}

TEST(PlanRegion, StatesTheHaloAsTheRatioOfAllWorkToTheRegionsOwn) {
  const auto program = testing::ProgramOf(
      "stages { gradient_noise {} } stages { creep { passes: 50 } }");
  ASSERT_TRUE(program.ok());
  WorkerPool pool(1);
  const TiledRunner runner({}, pool, {}, nullptr);
  const auto plan =
      PlanRegion(**program, runner, Request(**program, {0, 0, 256, 256}), {});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->core_cell_passes, 51 * 256 * 256);
  EXPECT_GT(plan->cell_passes, plan->core_cell_passes);
  EXPECT_LT(plan->cell_passes, 2 * plan->core_cell_passes);
}

}  // namespace
}  // namespace talus

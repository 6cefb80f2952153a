#include <gtest/gtest.h>

#include <memory>

#include "sim/plan/domain_cache.h"
#include "sim/plan/engine.h"
#include "sim/plan/level_evaluator.h"
#include "sim/plan/reference_runner.h"
#include "tests/sim/plan/program_of.h"

// Sections that work on a whole domain.
namespace talus {
namespace {

constexpr char kRecipe[] =
    "domain { width: 128 height: 96 border: BORDER_OPEN } "
    "stages { gradient_noise {} } stages { stream_power { passes: 3 } } "
    "stages { thermal_erosion { passes: 2 } }";

// The same river, on the coarse levels of a group only.
constexpr char kCoarseRivers[] =
    "domain { width: 128 height: 96 } stages { gradient_noise {} } "
    "stages { multiscale { coarsest_level: 4 rounds: [ 2 ] "
    "stages { stream_power { passes: 1 base_level_m: 0 } finest_level: 2 } "
    "stages { thermal_erosion { passes: 1 } } } }";

std::shared_ptr<const Program> Compile(const char* recipe) {
  auto program = testing::ProgramOf(recipe);
  EXPECT_TRUE(program.ok()) << program.status();
  return program.ok() ? *program : nullptr;
}

// Counts the cells that it works on.
class CountingRunner final : public StepRunner {
 public:
  absl::StatusOr<State> Run(State in, const StepRun& run,
                            Ledger* ledger) override {
    for (const Step& step : run.steps) {
      rivers += step.stage->info().WholeDomain() ? 1 : 0;
    }
    return runner_.Run(std::move(in), run, ledger);
  }
  int64_t CellPasses(const StepRun& run) const override {
    return runner_.CellPasses(run);
  }
  int64_t rivers = 0;

 private:
  ReferenceRunner runner_;
};

void ExpectSame(const State& a, const State& b, Layer layer, const Rect& rect) {
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      ASSERT_EQ(*a.Get(layer)->At(x, y), *b.Get(layer)->At(x, y))
          << x << ", " << y;
    }
  }
}

TEST(WholeDomain, IsASectionThatIsMadeOnceForAllWindows) {
  const auto program = Compile(kRecipe);
  ASSERT_NE(program, nullptr);
  ASSERT_EQ(program->sections().size(), 2u);
  EXPECT_TRUE(program->sections()[0].levels[0].whole_domain);
  EXPECT_FALSE(program->sections()[1].levels[0].whole_domain);
  EXPECT_TRUE(program->NeedsWholeDomain(0));
  CountingRunner runner;
  DomainCache domains(1 << 24);
  const LayerSet wanted = {Layer::kHeight, Layer::kFlow};
  LevelEvaluator evaluator(*program, runner, nullptr, &domains);
  const Rect all{0, 0, 128, 96};
  RegionLedger ledger;
  ReferenceRunner reference;
  const auto whole = LevelEvaluator(*program, reference, nullptr)
                         .Evaluate(0, all, wanted, all, &ledger);
  ASSERT_TRUE(whole.ok());
  for (const Rect& window :
       {Rect{0, 0, 64, 64}, Rect{64, 0, 128, 64}, Rect{17, 33, 18, 35}}) {
    const auto part = evaluator.Evaluate(0, window, wanted, window, nullptr);
    ASSERT_TRUE(part.ok());
    ExpectSame(*whole, *part, Layer::kHeight, window);
    ExpectSame(*whole, *part, Layer::kFlow, window);
  }
  EXPECT_EQ(runner.rivers, 3);
  EXPECT_EQ(ledger.GroundError(), 0);
  EXPECT_GT(ledger.flows.uplift, 0);
}

TEST(WholeDomain, ALedgerIsOfTheWorkDone) {
  const auto program = Compile(kRecipe);
  ASSERT_NE(program, nullptr);
  CountingRunner runner;
  DomainCache domains(1 << 24);
  LevelEvaluator evaluator(*program, runner, nullptr, &domains);
  const Rect window{32, 32, 64, 64};
  RegionLedger first, second;
  for (RegionLedger* ledger : {&first, &second}) {
    ASSERT_TRUE(
        evaluator.Evaluate(0, window, {Layer::kHeight}, window, ledger).ok());
    EXPECT_EQ(ledger->GroundError(), 0);
  }
  EXPECT_EQ(first, second);
  EXPECT_EQ(runner.rivers, 6);
}

TEST(WholeDomain, AStageMayKeepToTheCoarseLevelsOfAGroup) {
  const auto program = Compile(kCoarseRivers);
  ASSERT_NE(program, nullptr);
  const Section& group = program->sections()[1];
  EXPECT_FALSE(group.levels[0].whole_domain);
  EXPECT_FALSE(group.levels[1].whole_domain);
  EXPECT_TRUE(group.levels[2].whole_domain);
  EXPECT_TRUE(group.levels[4].whole_domain);
  EXPECT_EQ(group.levels[0].steps.size(), 2u);
  EXPECT_EQ(group.levels[2].steps.size(), 4u);
  EXPECT_FALSE(program->NeedsWholeDomain(1));
  // With and without the coarse levels kept, window by window.
  CountingRunner runner;
  CoarseCache cache(1 << 24);
  LevelEvaluator cached(*program, runner, &cache);
  ReferenceRunner reference;
  LevelEvaluator plain(*program, reference, nullptr);
  for (const Rect& window : {Rect{0, 0, 64, 64}, Rect{64, 32, 128, 96}}) {
    const auto a =
        cached.Evaluate(0, window, {Layer::kHeight}, window, nullptr);
    const auto b = plain.Evaluate(0, window, {Layer::kHeight}, window, nullptr);
    ASSERT_TRUE(a.ok() && b.ok());
    ExpectSame(*a, *b, Layer::kHeight, window);
  }
  // Two rounds at each of three levels, once for both windows.
  EXPECT_EQ(runner.rivers, 6);
}

TEST(WholeDomain, ARegionOfItIsOneWindow) {
  const auto program = Compile(
      "domain { width: 4096 height: 2048 border: BORDER_OPEN } "
      "stages { plane {} } stages { stream_power { passes: 2 } }");
  ASSERT_NE(program, nullptr);
  EngineOptions options;
  options.window_edge = 1024;
  RegionRequest request;
  request.region = {0, 0, 4096, 2048};
  const auto plan = Engine(options).Plan(*program, request);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->windows, 1);
  // Planes, drainage and areas of the domain, whatever part is asked for.
  EXPECT_GT(plan->memory_bytes, int64_t{54} * 4096 * 2048);
  request.region = {0, 0, 256, 256};
  const auto part = Engine(options).Plan(*program, request);
  ASSERT_TRUE(part.ok());
  EXPECT_GE(part->cell_passes, int64_t{3} * 4096 * 2048);
  options.memory_bytes = int64_t{128} << 20;
  const auto refused = Engine(options).Plan(*program, request);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(refused.status().message().find("worked on as a whole"),
            std::string_view::npos)
      << refused.status();
}

TEST(WholeDomain, WithoutADomainTheRecipeIsRefused) {
  const auto program =
      testing::ProgramOf("stages { plane {} } stages { stream_power {} }");
  EXPECT_EQ(program.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(program.status().message().find("stages[1].stream_power"),
            std::string_view::npos);
}

}  // namespace
}  // namespace talus

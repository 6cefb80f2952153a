#include "sim/plan/level_evaluator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>
#include <utility>

#include "sim/plan/reference_runner.h"
#include "sim/plan/strip_work.h"
#include "sim/plan/tiled_runner.h"
#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

constexpr char kRecipe[] =
    "domain { width: 64 height: 64 } stages { gradient_noise {} } "
    "stages { water_erosion { passes: 2 } } "
    "stages { multiscale { coarsest_level: 2 rounds: [ 1, 2 ] "
    "stages { fluvial_incision { passes: 1 } } "
    "stages { water_erosion { passes: 1 } } } } stages { plane {} }";

// Counts what it is asked to do; is cancelled at one of its strips.
class StoppingRunner final : public StepRunner {
 public:
  explicit StoppingRunner(int64_t stop_at) : stop_at_(stop_at) {}

  absl::StatusOr<State> Run(State in, const StepRun& run,
                            Ledger* ledger) override {
    after_stop_ += Stopped() ? 1 : 0;
    return runner_.Run(std::move(in), run, ledger);
  }
  absl::Status ForStrips(
      const Rect& rect, const std::function<void(const Rect&)>& work) override {
    after_stop_ += Stopped() ? 1 : 0;
    if (++strips_ == stop_at_) return absl::CancelledError("cancelled");
    return runner_.ForStrips(rect, work);
  }
  int64_t CellPasses(const StepRun& run) const override {
    return runner_.CellPasses(run);
  }

  int64_t strips() const { return strips_; }
  int64_t after_stop() const { return after_stop_; }

 private:
  bool Stopped() const { return stop_at_ > 0 && strips_ >= stop_at_; }

  const int64_t stop_at_;
  int64_t strips_ = 0;
  int64_t after_stop_ = 0;
  ReferenceRunner runner_;
};

TEST(LevelEvaluator, DoesNothingMoreOnceItIsCancelledBetweenPasses) {
  const auto program = testing::ProgramOf(kRecipe);
  ASSERT_TRUE(program.ok()) << program.status();
  const Rect rect{0, 0, 64, 64};
  const auto evaluate = [&](StoppingRunner& runner) {
    RegionLedger ledger;
    return LevelEvaluator(**program, runner, nullptr)
        .Evaluate(0, rect, (*program)->layers(), rect, &ledger)
        .status();
  };
  StoppingRunner whole(0);
  ASSERT_TRUE(evaluate(whole).ok());
  ASSERT_GT(whole.strips(), 30);
  for (int64_t at = 1; at <= whole.strips(); ++at) {
    StoppingRunner runner(at);
    EXPECT_EQ(evaluate(runner).code(), absl::StatusCode::kCancelled) << at;
    EXPECT_EQ(runner.after_stop(), 0) << at;
  }
}

TEST(TiledRunner, StripsCoverARectangleOnce) {
  WorkerPool pool(3);
  TiledRunner runner({}, pool, {}, nullptr);
  for (const Rect& rect : {Rect{-3, -7, 4, 900}, Rect{5, 5, 6, 6},
                           Rect{-700, -9, 300, 1001}, Rect{0, 0, 1 << 18, 3}}) {
    Plane<int32_t> seen(rect);
    seen.Fill(0);
    EXPECT_TRUE(runner
                    .ForStrips(rect,
                               [&](const Rect& strip) {
                                 EXPECT_EQ(strip.x0, rect.x0);
                                 EXPECT_EQ(strip.x1, rect.x1);
                                 for (int64_t y = strip.y0; y < strip.y1; ++y) {
                                   for (int64_t i = 0; i < strip.width(); ++i) {
                                     seen.Row(y)[i] += 1;
                                   }
                                 }
                               })
                    .ok());
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      for (int64_t x = rect.x0; x < rect.x1; ++x) {
        ASSERT_EQ(*seen.At(x, y), 1);
      }
    }
  }
  EXPECT_TRUE(runner.ForStrips({4, 4, 4, 9}, [](const Rect&) { FAIL(); }).ok());
}

TEST(TiledRunner, BeginsNoStripAfterARequestToStop) {
  constexpr int kThreads = 3;
  WorkerPool pool(kThreads);
  const Rect rect{0, 0, 1 << 16, 400};
  for (const int at : {1, 5, 60}) {
    std::stop_source stop;
    TiledRunner runner({}, pool, stop.get_token(), nullptr);
    std::atomic<int> begun = 0;
    std::atomic<int> when_stopped = 0;
    const absl::Status status = runner.ForStrips(rect, [&](const Rect&) {
      if (++begun != at) return;
      stop.request_stop();
      when_stopped = begun.load();
    });
    EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
    // Those that the other threads had begun.
    EXPECT_LE(begun, when_stopped + kThreads);
    EXPECT_LT(begun, 200);
  }
}

TEST(StripWork, GivesWhatTheWholeRectangleHolds) {
  const auto program = testing::ProgramOf(
      "domain { x: -64 y: -64 width: 896 height: 960 } stages { plane {} }");
  ASSERT_TRUE(program.ok()) << program.status();
  WorkerPool pool(3);
  TiledRunner runner({}, pool, {}, nullptr);
  const Rect rect{-70, -66, 700, 800};
  const auto mask = MaskInStrips(runner, **program, 0, rect);
  ASSERT_TRUE(mask.ok());
  ASSERT_NE(*mask, nullptr);
  const auto expected = (*program)->MaskAt(0, rect);
  State state = MakeState({Layer::kHeight}, rect, true);
  int64_t sum = 0;
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      ASSERT_EQ(*(*mask)->At(x, y), *expected->At(x, y));
      const auto word = static_cast<int32_t>((x * 7919 + y * 104729) << 8);
      *state.Get(Layer::kHeight)->At(x, y) = word;
      sum += word;
    }
  }
  EXPECT_EQ(*SumInStrips(runner, state, Layer::kHeight, rect), sum);
  EXPECT_EQ(*SumInStrips(runner, state, Layer::kWater, rect), 0);
  const Rect inner{0, 0, 700, 700};
  const auto copy = CopyInStrips(runner, **program, Layer::kHeight,
                                 *state.Get(Layer::kHeight), inner);
  ASSERT_TRUE(copy.ok());
  const auto zero = ZeroInStrips(runner, **program, {Layer::kWater}, inner);
  ASSERT_TRUE(zero.ok());
  for (int64_t y = 0; y < 700; ++y) {
    for (int64_t x = 0; x < 700; ++x) {
      ASSERT_EQ(*(*copy)->At(x, y), *state.Get(Layer::kHeight)->At(x, y));
      ASSERT_EQ(*zero->Get(Layer::kWater)->At(x, y), 0);
    }
  }
  EXPECT_EQ(*MaskInStrips(runner, **program, 0, {0, 0, 600, 600}), nullptr);
}

}  // namespace
}  // namespace talus

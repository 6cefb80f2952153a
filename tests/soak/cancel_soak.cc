#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/recipe/presets.h"
#include "tests/soak/soak_run.h"

namespace talus::testing {
namespace {

using Clock = std::chrono::steady_clock;

// Requests a stop once a time has passed, or when it ends before.
class StopTimer {
 public:
  StopTimer(std::chrono::duration<double> delay, std::stop_source& stop)
      : when_(Clock::now() +
              std::chrono::duration_cast<Clock::duration>(delay)),
        timer_([this, &stop](const std::stop_token& ended) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any never;
          never.wait_until(lock, ended, when_, [] { return false; });
          stop.request_stop();
        }) {}
  Clock::time_point when() const { return when_; }

 private:
  const Clock::time_point when_;
  std::jthread timer_;
};

class EveryPresetStops : public ::testing::TestWithParam<std::string_view> {};

// Moments spread over the whole run, by the clock, so that what reports no
// progress (upsampling, digests, caches) is met too.
TEST_P(EveryPresetStops, AtWhateverMoment) {
  constexpr int kMoments = 30;
  const auto program = CompileText(FindPreset(GetParam())->text);
  const RegionRequest request = {.region = {0, 0, 1000, 1000},
                                 .layers = program->layers()};
  for (const int64_t edge : {int64_t{256}, int64_t{4096}}) {
    const EngineOptions options = {.window_edge = edge};
    // The first run finds everything cold, and the moments lie in warm ones.
    Make(*program, request, options);
    const auto start = Clock::now();
    Make(*program, request, options);
    const double whole = SecondsSince(start);
    std::vector<double> waits;
    for (int i = 0; i < kMoments; ++i) {
      const Engine engine(options);
      NoSink sink;
      std::stop_source stop;
      const StopTimer timer(
          std::chrono::duration<double>(whole * (i + 0.5) / kMoments), stop);
      const auto summary =
          engine.Run(*program, request, sink, stop.get_token(), nullptr);
      if (summary.ok()) continue;  // done before the moment came
      EXPECT_TRUE(absl::IsCancelled(summary.status())) << summary.status();
      waits.push_back(SecondsSince(timer.when()) * 1e3);
    }
    ASSERT_GT(waits.size(), kMoments / 2);
    std::sort(waits.begin(), waits.end());
    Figure(absl::StrCat(std::string(GetParam()), ", windows of ", edge,
                        ", a run of ", whole, " s stopped at ", waits.size(),
                        " moments: median ", waits[waits.size() / 2],
                        " ms, longest ", waits.back(), " ms"));
  }
}

std::vector<std::string_view> PresetNames() {
  std::vector<std::string_view> names;
  for (const Preset& preset : Presets()) names.push_back(preset.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(, EveryPresetStops, ::testing::ValuesIn(PresetNames()),
                         [](const auto& info) {
                           return std::string(info.param);
                         });

TEST(Planning, LooksAtTheMostWindows) {
  const auto program = CompileText(FindPreset("alps")->text);
  const Engine engine({.window_edge = 256});
  const auto start = Clock::now();
  const auto plan = engine.Plan(
      *program, {.region = {0, 0, 65536, 65536}, .layers = program->layers()});
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->windows, 65536);
  Figure(absl::StrCat("a plan of ", plan->windows,
                      " windows: ", SecondsSince(start) * 1e3, " ms"));
}

}  // namespace
}  // namespace talus::testing

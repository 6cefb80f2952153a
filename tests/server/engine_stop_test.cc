// How soon the embedded engine stops for a call that has ended.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "tests/server/eroded_region.h"
#include "tests/server/latch.h"
#include "tests/server/service_harness.h"

namespace talus {
namespace {

TEST(EngineStop, StopsAtADeadlineWithoutASummary) {
  ServiceHarness harness(ServersMaker());
  v1::StreamRegionRequest request = ErodedRegion(5);
  request.mutable_spec()->mutable_region()->set_width(16384);
  request.mutable_spec()->mutable_region()->set_height(16384);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(300));
  const StreamResult result = ReadStream(&harness.stub(), request, &context);
  EXPECT_EQ(result.status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_FALSE(result.has_summary);
  const TimePoint told = Clock::now();
  harness.server().Drain();  // waits for the work, not only for the call
  EXPECT_LT(Clock::now() - told, std::chrono::seconds(10));
}

// The engine, and when its last work ended.
class TimedMaker final : public RegionMaker {
 public:
  explicit TimedMaker(const EngineOptions& options) : maker_(options) {}
  absl::StatusOr<LandscapePtr> Prepare(const CanonicalRecipe& recipe) override {
    return maker_.Prepare(recipe);
  }
  absl::StatusOr<RegionPlan> Plan(const Landscape& landscape,
                                  const RegionRequest& request,
                                  std::stop_token stop) override {
    return maker_.Plan(landscape, request, std::move(stop));
  }
  absl::StatusOr<RegionSummary> Run(const Landscape& landscape,
                                    const RegionRequest& request,
                                    TileSink& sink, std::stop_token stop,
                                    const ProgressFn& progress) override {
    auto summary = maker_.Run(landscape, request, sink, stop,
                              [&](int64_t done, int64_t total) {
                                begun.Open();
                                progress(done, total);
                              });
    ended_at = Clock::now();
    ended.Open();
    return summary;
  }
  Latch begun;
  Latch ended;
  TimePoint ended_at;

 private:
  EngineRegionMaker maker_;
};

TEST(EngineStop, StopsItsWorkWithin100MillisecondsOfACancel) {
  std::vector<double> delays_ms;
  for (int i = 0; i < 5; ++i) {
    EngineOptions options;
    options.tiling.threads = 2;
    auto maker = std::make_unique<TimedMaker>(options);
    TimedMaker* timed = maker.get();
    ServiceHarness harness(std::move(maker));
    v1::StreamRegionRequest request = ErodedRegion(6);
    request.mutable_spec()->mutable_region()->set_width(8192);
    request.mutable_spec()->mutable_region()->set_height(8192);
    grpc::ClientContext context;
    std::thread reader([&] {
      const StreamResult result =
          ReadStream(&harness.stub(), request, &context);
      EXPECT_EQ(result.status.error_code(), grpc::StatusCode::CANCELLED);
    });
    timed->begun.Wait();
    const TimePoint cancelled_at = Clock::now();
    context.TryCancel();
    timed->ended.Wait();
    reader.join();
    delays_ms.push_back(std::chrono::duration<double, std::milli>(
                            timed->ended_at - cancelled_at)
                            .count());
  }
  std::sort(delays_ms.begin(), delays_ms.end());
  EXPECT_LT(delays_ms[2], 100);
  RecordProperty("median_ms", static_cast<int>(delays_ms[2]));
}

}  // namespace
}  // namespace talus

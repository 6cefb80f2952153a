#include "client/region_job.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "client/layer_stats.h"
#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

constexpr Rect kRegion = {-300, 10, 20, 520};

// Gives a flat region. Is asked to stop, if at all, when its work is done.
class FlatSource final : public RegionSource {
 public:
  explicit FlatSource(std::stop_source* stop) : stop_(stop) {}

  absl::StatusOr<v1::PlanRegionResponse> Plan(const RegionQuery&,
                                              std::stop_token) override {
    return v1::PlanRegionResponse();
  }
  absl::StatusOr<RegionResult> Run(const RegionQuery&, TileSink& sink,
                                   std::stop_token,
                                   const ProgressFn&) override {
    const std::vector<int32_t> words(static_cast<size_t>(kRegion.area()), 7);
    const absl::Status taken = sink.OnTile(
        {Layer::kHeight, 0, kRegion, words.data(), kRegion.width()});
    if (!taken.ok()) return taken;
    RegionResult result;
    v1::LayerDigest& layer = *result.summary.add_layers();
    layer.set_layer(v1::LAYER_HEIGHT);
    const Sha256Digest root =
        DigestsOf(kRegion, {words.data(), kRegion.width(), kRegion.height(),
                            kRegion.width()})
            .root;
    layer.set_root(std::string(root.begin(), root.end()));
    if (stop_ != nullptr) stop_->request_stop();
    return result;
  }

 private:
  std::stop_source* const stop_;
};

RegionQuery Query() {
  RegionQuery query;
  query.recipe = testing::CanonicalOf("stages { plane {} }").value();
  query.request.region = kRegion;
  query.request.layers = {Layer::kHeight};
  return query;
}

TEST(RegionJob, ChecksTheDigestsOfWhatCame) {
  FlatSource source(nullptr);
  const auto made = MakeRegion(source, Query(), 1 << 30, "", {}, {});
  EXPECT_TRUE(made.ok()) << made.status();
}

TEST(RegionJob, StopsWhileItChecksDigests) {
  std::stop_source stop;
  FlatSource source(&stop);
  EXPECT_EQ(MakeRegion(source, Query(), 1 << 30, "", stop.get_token(), {})
                .status()
                .code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace talus

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "sim/base/fixed.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

const std::string kName(64, 'b');

std::shared_ptr<const RasterData> Painted(
    int64_t side, const std::function<int32_t(int64_t, int64_t)>& quanta) {
  auto data = std::make_shared<RasterData>();
  data->quanta = Plane<int32_t>({0, 0, side, side});
  for (int64_t y = 0; y < side; ++y) {
    for (int64_t x = 0; x < side; ++x) *data->quanta.At(x, y) = quanta(x, y);
  }
  return data;
}

v1::Stage MaskStage(double zero, double one) {
  v1::Stage stage;
  auto& p = *stage.mutable_layer_raster();
  p.set_layer(v1::LAYER_MASK);
  p.set_sha256(kName);
  p.set_zero(zero);
  p.set_one(one);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

TEST(LayerRaster, BringsEightBitMasksThroughExactly) {
  const RasterSet rasters = {{kName, Painted(16, [](int64_t x, int64_t y) {
                                return QuantaFromMeters(
                                    static_cast<double>(16 * y + x));
                              })}};
  const auto stage = MakeStage(MaskStage(0, 255), {.rasters = &rasters});
  const Values v = RunSource(*stage, {0, 0, 16, 16}, Layer::kMask);
  for (int64_t i = 0; i < 256; ++i) {
    EXPECT_NEAR(v.Real(i % 16, i / 16), static_cast<double>(i) / 255, 1e-7);
  }
}

TEST(LayerRaster, BringsSharesThroughToAQuantum) {
  const RasterSet rasters = {{kName, Painted(64, [](int64_t x, int64_t y) {
                                return QuantaFromMeters(
                                    static_cast<double>(64 * y + x) / 4095);
                              })}};
  const auto stage = MakeStage(MaskStage(0, 1), {.rasters = &rasters});
  const Values v = RunSource(*stage, {0, 0, 64, 64}, Layer::kMask);
  for (int64_t i = 0; i < 4096; ++i) {
    ASSERT_NEAR(v.Real(i % 64, i / 64), static_cast<double>(i) / 4095,
                0.5 / 65536 + 1e-7);
  }
}

TEST(LayerRaster, TurnsRoundAndHoldsWhatLiesBeyondItsValues) {
  const RasterSet rasters = {{kName, Painted(8, [](int64_t x, int64_t) {
                                return QuantaFromMeters(static_cast<double>(x));
                              })}};
  const auto stage = MakeStage(MaskStage(6, 2), {.rasters = &rasters});
  const Values v = RunSource(*stage, {0, 0, 8, 1}, Layer::kMask);
  const float want[] = {1, 1, 1, 0.75f, 0.5f, 0.25f, 0, 0};
  for (int64_t x = 0; x < 8; ++x) EXPECT_EQ(v.Real(x, 0), want[x]) << x;
}

TEST(LayerRaster, LeavesTheLayerAloneWhereItHasNoData) {
  const RasterSet rasters = {{kName, Painted(4, [](int64_t x, int64_t) {
                                return x == 1 ? RasterData::kNodata
                                              : QuantaFromMeters(1);
                              })}};
  const auto stage = MakeStage(MaskStage(0, 1), {.rasters = &rasters});
  const Rect rect{-2, 0, 6, 1};
  const State in = MakeState({Layer::kMask}, rect, /*zeroed=*/true);
  for (int64_t x = rect.x0; x < rect.x1; ++x) {
    in.Rows(x).Real(Layer::kMask, 0)[0] = 0.25f;
  }
  Ledger ledger;
  const State out =
      RunPass(*stage, 0, in, {.rect = rect, .counted = rect}, &ledger);
  for (int64_t x = rect.x0; x < rect.x1; ++x) {
    const bool painted = x >= 0 && x < 4 && x != 1;
    EXPECT_EQ(out.Rows(x).Real(Layer::kMask, 0)[0], painted ? 1.0f : 0.25f);
  }
}

TEST(LayerRaster, AveragesAtCoarserLevels) {
  const RasterSet rasters = {{kName, Painted(8, [](int64_t x, int64_t y) {
                                return QuantaFromMeters((x + y) % 2 == 0 ? 1.0
                                                                         : 0.0);
                              })}};
  const auto stage =
      MakeStage(MaskStage(0, 1), {.level = 1, .rasters = &rasters});
  const Values v = RunSource(*stage, {0, 0, 4, 4}, Layer::kMask);
  for (int64_t y = 0; y < 4; ++y) EXPECT_EQ(v.Real(1, y), 0.5f);
}

TEST(LayerRaster, SaysHowToBringARasterThatIsNotHere) {
  const auto made =
      FindStage(v1::Stage::kLayerRaster)->make(MaskStage(0, 1), {});
  ASSERT_EQ(made.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(made.status().message().find("--raster"), std::string::npos);
}

}  // namespace
}  // namespace talus

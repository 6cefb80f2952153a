#include "client/layer_stats.h"

#include <gtest/gtest.h>

#include <bit>

#include "sim/plan/root_digest.h"
#include "tests/client/layer_words.h"

namespace talus {
namespace {

TEST(LayerStats, RangesLeaveNodataOutAndCountIt) {
  const LayerRange range = SlopeWithHole(3, 2).Image().range;
  EXPECT_EQ(range.nodata_cells, 1);
  EXPECT_EQ(range.min, (1234567 - 98765) / 65536.0);
  EXPECT_EQ(range.max, (1234567 + 2 * 65537) / 65536.0);
}

TEST(LayerStats, ALayerWithoutDataSpansNothing) {
  const LayerWords none(Layer::kHardness, 2, 1, [](auto, auto) {
    return std::bit_cast<int32_t>(-32768.0f);
  });
  EXPECT_EQ(none.Image().range.nodata_cells, 2);
  EXPECT_EQ(none.Image().range.max, 0);
}

TEST(LayerStats, UnitsFollowTheLayer) {
  EXPECT_EQ(LayerUnit(Layer::kDeposition), "m");
  EXPECT_EQ(LayerUnit(Layer::kFlow), "m^2");
  EXPECT_EQ(LayerUnit(Layer::kLoose), "m");
  for (const Layer layer : {Layer::kHardness, Layer::kMask, Layer::kRain,
                            Layer::kVegetation, Layer::kUplift}) {
    EXPECT_EQ(LayerUnit(layer), "") << LayerName(layer);
  }
}

TEST(LayerStats, TheRootIsThatOfTheEngine) {
  // Straddles four world blocks, at negative coordinates.
  const Rect region{-300, -5, 20, 270};
  const LayerWords layer(
      Layer::kHeight, region.width(), region.height(),
      [](int64_t x, int64_t y) { return static_cast<int32_t>(x * 31 + y); });
  RootDigest expected;
  expected.Add(region,
               [&](int64_t y) { return layer.View().Row(y - region.y0); });
  const LayerDigests digests = DigestsOf(region, layer.View());
  EXPECT_EQ(digests.blocks.size(), 9u);
  EXPECT_EQ(std::string(digests.root.begin(), digests.root.end()),
            expected.Root());
  EXPECT_EQ(RootDigest::RootOf(digests.blocks), digests.root);
}

}  // namespace
}  // namespace talus

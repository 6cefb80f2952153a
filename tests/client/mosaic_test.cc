#include "client/mosaic.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/temporary_folder.h"

namespace talus {
namespace {

constexpr Rect kRegion = {-3, 10, 2, 14};

TileView Tile(Layer layer, const Rect& rect,
              const std::vector<int32_t>& words) {
  return {layer, 0, rect, words.data(), rect.width()};
}

TEST(Mosaic, PutsTilesWhereTheyBelong) {
  Mosaic mosaic = Mosaic::Make(kRegion, {Layer::kHeight}, 1 << 20, "").value();
  const std::vector<int32_t> west(8, 1),
      east = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  ASSERT_TRUE(mosaic.OnTile(Tile(Layer::kHeight, {-3, 10, -1, 14}, west)).ok());
  EXPECT_EQ(mosaic.CheckComplete(),
            absl::InternalError("the tiles cover 8 of 20 cells of the region"));
  ASSERT_TRUE(mosaic.OnTile(Tile(Layer::kHeight, {-1, 10, 2, 14}, east)).ok());
  EXPECT_TRUE(mosaic.CheckComplete().ok());
  const GridView<int32_t> part = mosaic.View(Layer::kHeight, {-2, 12, 1, 14});
  EXPECT_EQ(part.width, 3);
  EXPECT_EQ(part.Row(0)[0], 1);
  EXPECT_EQ(part.Row(0)[1], 7);
  EXPECT_EQ(part.Row(1)[2], 11);
}

TEST(Mosaic, RefusesTilesThatNobodyAskedFor) {
  Mosaic mosaic = Mosaic::Make(kRegion, {Layer::kHeight}, 1 << 20, "").value();
  const std::vector<int32_t> words(4, 1);
  EXPECT_EQ(mosaic.OnTile(Tile(Layer::kWater, {0, 10, 2, 12}, words)).code(),
            absl::StatusCode::kInternal);
  EXPECT_EQ(mosaic.OnTile(Tile(Layer::kHeight, {1, 10, 3, 12}, words)).code(),
            absl::StatusCode::kInternal);
}

TEST(Mosaic, LayersThatExceedTheMemoryLieInAFileWithoutAName) {
  const TemporaryFolder folder;
  Mosaic mosaic =
      Mosaic::Make({0, 0, 600, 400}, {Layer::kHeight, Layer::kWater}, 1024,
                   folder.path())
          .value();
  EXPECT_TRUE(folder.Names().empty());
  const std::vector<int32_t> words(600 * 400, 42);
  ASSERT_TRUE(mosaic.OnTile(Tile(Layer::kWater, {0, 0, 600, 400}, words)).ok());
  EXPECT_EQ(mosaic.View(Layer::kWater, {599, 399, 600, 400}).Row(0)[0], 42);
}

}  // namespace
}  // namespace talus

#include "server/caching_tile_source.h"

#include <gtest/gtest.h>

#include "tests/server/fake_tile_source.h"

namespace talus {
namespace {

TEST(CachingTileSource, GivesATileItHasWithoutAsking) {
  FakeTileSource inner;
  CachingTileSource cache(&inner, 1000);
  const auto first = cache.Get(RequestOf(1), {});
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first->origin, TileOrigin::kComputed);
  const auto second = cache.Get(RequestOf(1), {});
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->origin, TileOrigin::kMemory);
  EXPECT_EQ(second->tile, first->tile);
  EXPECT_EQ(inner.calls, 1);
}

TEST(CachingTileSource, TellsKeysApartByEveryPart) {
  FakeTileSource inner;
  CachingTileSource cache(&inner, 1000);
  std::vector<TileRequest> requests(8);
  requests[1].key.recipe_digest = std::string(64, 'a');
  requests[2].key.level = 1;
  requests[3].key.tile_size = 128;
  requests[4].key.x = 1;
  requests[5].key.y = 1;
  requests[6].key.layer = Layer::kWater;
  requests[7].key.format = v1::SAMPLE_FORMAT_NATIVE;
  for (const TileRequest& request : requests) {
    EXPECT_EQ(cache.Get(request, {})->origin, TileOrigin::kComputed);
  }
  EXPECT_EQ(inner.calls, 8);
}

TEST(CachingTileSource, DropsTheTileUsedLongestAgoWhenFull) {
  FakeTileSource inner;
  CachingTileSource cache(&inner, 32);  // two tiles
  for (const int64_t x : {1, 2, 1, 3}) {
    ASSERT_TRUE(cache.Get(RequestOf(x), {}).ok());
  }
  EXPECT_EQ(cache.Get(RequestOf(1), {})->origin, TileOrigin::kMemory);
  EXPECT_EQ(cache.Get(RequestOf(2), {})->origin, TileOrigin::kComputed);
}

TEST(CachingTileSource, KeepsNothingThatIsLargerThanItself) {
  FakeTileSource inner;
  CachingTileSource cache(&inner, 15);
  ASSERT_TRUE(cache.Get(RequestOf(1), {}).ok());
  EXPECT_EQ(cache.Get(RequestOf(1), {})->origin, TileOrigin::kComputed);
}

TEST(CachingTileSource, DoesNotKeepErrors) {
  FakeTileSource inner([](const TileRequest&, std::stop_token) {
    return absl::CancelledError("half done");
  });
  CachingTileSource cache(&inner, 1000);
  EXPECT_FALSE(cache.Get(RequestOf(1), {}).ok());
  EXPECT_FALSE(cache.Get(RequestOf(1), {}).ok());
  EXPECT_EQ(inner.calls, 2);
}

}  // namespace
}  // namespace talus

#include "sim/plan/coarse_cache.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

constexpr int64_t kEdge = CoarseCache::kBlockCells;
const CoarseCache::Prefix kPrefix{"recipe", 2};

CoarseResult Result(const Rect& rect, int32_t value) {
  CoarseResult result{std::make_shared<LayerPlane>(rect),
                      std::make_shared<LayerPlane>(rect)};
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      *result.delta->At(x, y) = value + static_cast<int32_t>(x + 1000 * y);
      *result.flow->At(x, y) = -value - static_cast<int32_t>(x + 1000 * y);
    }
  }
  return result;
}

Rect Blocks(int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
  return {x0 * kEdge, y0 * kEdge, x1 * kEdge, y1 * kEdge};
}

bool Holds(CoarseCache& cache, const CoarseCache::Prefix& prefix,
           const Rect& rect) {
  CoarseResult result = Result(rect, 0);
  return cache.Read(prefix, rect, result).empty();
}

TEST(CoarseCache, GivesBackWhatItKeeps) {
  CoarseCache cache(64 << 20);
  const Rect made = Blocks(-1, -1, 1, 1);
  cache.Write(kPrefix, made, made, Result(made, 7));
  const Rect asked{-30, -20, 60, 50};
  CoarseResult found = Result(asked, 0);
  EXPECT_TRUE(cache.Read(kPrefix, asked, found).empty());
  EXPECT_EQ(*found.delta->At(-30, -20), 7 - 30 - 20000);
  EXPECT_EQ(*found.flow->At(59, 49), -7 - 59 - 49000);
}

TEST(CoarseCache, KeepsRecipesAndLevelsApart) {
  CoarseCache cache(64 << 20);
  const Rect made = Blocks(0, 0, 1, 1);
  cache.Write(kPrefix, made, made, Result(made, 7));
  EXPECT_TRUE(Holds(cache, kPrefix, made));
  EXPECT_FALSE(Holds(cache, {"another", 2}, made));
  EXPECT_FALSE(Holds(cache, {"recipe", 3}, made));
}

TEST(CoarseCache, SaysTheSmallestRectangleOfMissingBlocks) {
  CoarseCache cache(64 << 20);
  const Rect made = Blocks(0, 0, 1, 3);
  cache.Write(kPrefix, made, made, Result(made, 0));
  CoarseResult found = Result(Blocks(0, 0, 3, 3), 0);
  EXPECT_EQ(cache.Read(kPrefix, Blocks(0, 0, 3, 3), found), (Rect{1, 0, 3, 3}));
  EXPECT_EQ(cache.Read(kPrefix, {5, 5, kEdge + 1, 9}, found),
            (Rect{1, 0, 2, 1}));
}

TEST(CoarseCache, KeepsNoBlockThatIsNotWhole) {
  CoarseCache cache(64 << 20);
  const Rect made{10, 0, 2 * kEdge, kEdge};
  cache.Write(kPrefix, made, Blocks(-9, -9, 9, 9), Result(made, 0));
  EXPECT_FALSE(Holds(cache, kPrefix, {20, 0, 30, 1}));
  EXPECT_TRUE(Holds(cache, kPrefix, {kEdge, 0, kEdge + 9, 1}));
}

TEST(CoarseCache, TakesABlockForWholeThatTheWorldCutsOff) {
  CoarseCache cache(64 << 20);
  const Rect world{10, 0, 2 * kEdge, kEdge};
  cache.Write(kPrefix, world, world, Result(world, 3));
  CoarseResult found = Result({20, 0, 30, 1}, 0);
  EXPECT_TRUE(cache.Read(kPrefix, {20, 0, 30, 1}, found).empty());
  EXPECT_EQ(*found.delta->At(25, 0), 28);
}

TEST(CoarseCache, ForgetsTheBlocksThatWereUsedLongestAgo) {
  const Rect one = Blocks(0, 0, 1, 1);
  CoarseCache probe(64 << 20);
  probe.Write(kPrefix, one, one, Result(one, 0));
  const int64_t block_bytes = probe.bytes();
  EXPECT_GT(block_bytes, 2 * kEdge * kEdge * 4 - 1);

  CoarseCache cache(3 * block_bytes);
  const auto block = [](int64_t i) { return Blocks(i, 0, i + 1, 1); };
  for (int64_t i = 0; i < 3; ++i) {
    cache.Write(kPrefix, block(i), block(i), Result(block(i), 0));
  }
  EXPECT_EQ(cache.bytes(), 3 * block_bytes);
  EXPECT_TRUE(Holds(cache, kPrefix, block(0)));
  cache.Write(kPrefix, block(3), block(3), Result(block(3), 0));
  EXPECT_EQ(cache.bytes(), 3 * block_bytes);
  EXPECT_TRUE(Holds(cache, kPrefix, block(0)));
  EXPECT_FALSE(Holds(cache, kPrefix, block(1)));
  EXPECT_TRUE(Holds(cache, kPrefix, block(2)));
  EXPECT_TRUE(Holds(cache, kPrefix, block(3)));
}

TEST(CoarseCache, HoldsNothingWhereItMayNot) {
  CoarseCache cache(0);
  const Rect one = Blocks(0, 0, 1, 1);
  cache.Write(kPrefix, one, one, Result(one, 0));
  EXPECT_EQ(cache.bytes(), 0);
  EXPECT_FALSE(Holds(cache, kPrefix, one));
}

TEST(CoarseCache, KeepsABlockOnlyOnce) {
  CoarseCache cache(64 << 20);
  const Rect one = Blocks(0, 0, 1, 1);
  cache.Write(kPrefix, one, one, Result(one, 0));
  const int64_t bytes = cache.bytes();
  cache.Write(kPrefix, one, one, Result(one, 0));
  EXPECT_EQ(cache.bytes(), bytes);
}

}  // namespace
}  // namespace talus

#include "sim/plan/root_digest.h"

#include <gtest/gtest.h>

#include <vector>

#include "sim/base/plane.h"
#include "sim/plan/tile_order.h"

namespace talus {
namespace {

constexpr Rect kRegion{-300, 100, 530, 700};

Plane<int32_t> Words() {
  Plane<int32_t> plane(kRegion);
  for (int64_t y = kRegion.y0; y < kRegion.y1; ++y) {
    for (int64_t x = kRegion.x0; x < kRegion.x1; ++x) {
      *plane.At(x, y) = static_cast<int32_t>(x * 7919 + y * 104729);
    }
  }
  return plane;
}

std::string RootOf(const Plane<int32_t>& words,
                   const std::vector<Rect>& windows) {
  RootDigest digest;
  for (const Rect& w : windows) {
    digest.Add(w, [&](int64_t y) { return words.At(w.x0, y); });
  }
  return digest.Root();
}

TEST(RootDigest, IsTheSameForEveryCutIntoWindowsAndEveryOrder) {
  const Plane<int32_t> words = Words();
  const std::string whole = RootOf(words, {kRegion});
  EXPECT_EQ(whole.size(), 32u);
  for (const int64_t edge : {256, 512, 1024}) {
    std::vector<Rect> windows = GridPieces(kRegion, edge, std::nullopt);
    EXPECT_EQ(RootOf(words, windows), whole);
    std::reverse(windows.begin(), windows.end());
    EXPECT_EQ(RootOf(words, windows), whole);
  }
}

TEST(RootDigest, ChangesWithEveryCell) {
  Plane<int32_t> words = Words();
  const std::string before = RootOf(words, {kRegion});
  for (const auto& [x, y] : {std::pair{-300, 100}, {529, 699}, {0, 256}}) {
    *words.At(x, y) ^= 1;
    EXPECT_NE(RootOf(words, {kRegion}), before);
    *words.At(x, y) ^= 1;
  }
  EXPECT_EQ(RootOf(words, {kRegion}), before);
}

TEST(RootDigest, IsTheDigestOfTheDigestsOfBlocks) {
  // One block: SHA-256 of SHA-256 of its bytes, row by row.
  const Plane<int32_t> words = Words();
  const Rect part{0, 256, 3, 258};
  Sha256 block;
  for (int64_t y = part.y0; y < part.y1; ++y) {
    block.Update(words.At(part.x0, y), 12);
  }
  const Sha256Digest inner = block.Finish();
  Sha256 root;
  root.Update(inner.data(), inner.size());
  EXPECT_EQ(ToHex(RootOf(words, {part})), ToHex(root.Finish()));
}

}  // namespace
}  // namespace talus

#include "sim/stage/inside_runs.h"

#include <gtest/gtest.h>

#include "sim/base/hash.h"

namespace talus {
namespace {

constexpr Rect kRect = {-70, 3, 330, 9};

Plane<int32_t> MaskWith(int32_t (*kind)(int64_t x, int64_t y)) {
  Plane<int32_t> mask(kRect);
  for (int64_t y = kRect.y0; y < kRect.y1; ++y) {
    for (int64_t x = kRect.x0; x < kRect.x1; ++x) *mask.At(x, y) = kind(x, y);
  }
  return mask;
}

InsideRuns RunsOf(const Plane<int32_t>& mask) {
  InsideRuns runs(mask.rect());
  for (int64_t y = kRect.y0; y < kRect.y1; ++y) runs.FindRow(mask, y);
  return runs;
}

TEST(InsideRuns, FindsTheWidestPartOfTheColumnsAskedFor) {
  const InsideRuns runs = RunsOf(MaskWith([](int64_t x, int64_t) -> int32_t {
    return x == -20 || x == 100 || x == 130 ? kOpen : kInside;
  }));
  const auto expect = [&](int64_t x0, int64_t x1, int64_t run_x0,
                          int64_t run_x1) {
    const InsideRuns::Run run = runs.Widest(5, x0, x1);
    EXPECT_EQ(run.x0, run_x0) << x0 << " to " << x1;
    EXPECT_EQ(run.x1, run_x1) << x0 << " to " << x1;
  };
  expect(-70, 330, 131, 330);
  expect(-70, 90, -19, 90);
  expect(-70, 0, -70, -20);
  expect(40, 60, 40, 60);
  // Short of kLeastWidth, between 100 and 130.
  EXPECT_EQ(runs.Widest(5, 101, 129).width(), 0);
  EXPECT_EQ(runs.Widest(kRect.y0 - 1, 0, 50).width(), 0);
}

TEST(InsideRuns, OnlySaysInsideWhatIsInside) {
  const Plane<int32_t> mask = MaskWith([](int64_t x, int64_t y) -> int32_t {
    const uint32_t hash =
        CellHash(static_cast<uint32_t>(y), static_cast<uint32_t>(x));
    return hash % 97 == 0 ? kWall : kInside;
  });
  const InsideRuns runs = RunsOf(mask);
  int64_t found = 0;
  for (int64_t y = kRect.y0; y < kRect.y1; ++y) {
    for (int64_t x0 = kRect.x0; x0 < kRect.x1; x0 += 13) {
      const InsideRuns::Run run = runs.Widest(y, x0, kRect.x1);
      for (int64_t x = run.x0; x < run.x1; ++x) {
        ASSERT_EQ(*mask.At(x, y), kInside) << x << ", " << y;
      }
      found += run.width();
    }
  }
  EXPECT_GT(found, 1000);
}

TEST(InsideRuns, CoversRectanglesWithoutHoles) {
  const InsideRuns runs = RunsOf(MaskWith([](int64_t x, int64_t y) -> int32_t {
    return x == 200 && y == 6 ? kWall : kInside;
  }));
  EXPECT_TRUE(runs.Cover({-70, 3, 200, 9}));
  EXPECT_TRUE(runs.Cover({-70, 3, 330, 6}));
  EXPECT_FALSE(runs.Cover({150, 3, 201, 7}));
  EXPECT_FALSE(runs.Cover({150, 2, 190, 7})) << "nobody looked there";
}

}  // namespace
}  // namespace talus

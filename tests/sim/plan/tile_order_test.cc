#include "sim/plan/tile_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace talus {
namespace {

using ::testing::ElementsAre;

TEST(TileOrder, CutsAlongTheLinesOfTheWorldRowByRow) {
  EXPECT_THAT(GridPieces({-70, 10, 70, 130}, 64, std::nullopt),
              ElementsAre(Rect{-70, 10, -64, 64}, Rect{-64, 10, 0, 64},
                          Rect{0, 10, 64, 64}, Rect{64, 10, 70, 64},
                          Rect{-70, 64, -64, 128}, Rect{-64, 64, 0, 128},
                          Rect{0, 64, 64, 128}, Rect{64, 64, 70, 128},
                          Rect{-70, 128, -64, 130}, Rect{-64, 128, 0, 130},
                          Rect{0, 128, 64, 130}, Rect{64, 128, 70, 130}));
}

TEST(TileOrder, CoversARegionOnceWhateverTheOrder) {
  const Rect region{-300, 17, 211, 400};
  for (const bool near : {false, true}) {
    const auto pieces =
        near ? GridPieces(region, 128, std::pair<int64_t, int64_t>{7, 90})
             : GridPieces(region, 128, std::nullopt);
    int64_t area = 0;
    for (const Rect& piece : pieces) {
      EXPECT_TRUE(region.Contains(piece));
      area += piece.area();
    }
    EXPECT_EQ(area, region.area());
  }
}

TEST(TileOrder, BringsTheNearestFirst) {
  const auto pieces =
      GridPieces({0, 0, 256, 256}, 64, std::pair<int64_t, int64_t>{160, 100});
  EXPECT_EQ(pieces[0], (Rect{128, 64, 192, 128}));
  int64_t last = 0;
  for (const Rect& r : pieces) {
    const int64_t dx = (r.x0 + r.x1) / 2 - 160;
    const int64_t dy = (r.y0 + r.y1) / 2 - 100;
    EXPECT_GE(dx * dx + dy * dy, last);
    last = dx * dx + dy * dy;
  }
}

TEST(TileOrder, KeepsRowsInOrderAmongEquallyNearOnes) {
  const auto pieces =
      GridPieces({0, 0, 128, 128}, 64, std::pair<int64_t, int64_t>{64, 64});
  EXPECT_THAT(pieces,
              ElementsAre(Rect{0, 0, 64, 64}, Rect{64, 0, 128, 64},
                          Rect{0, 64, 64, 128}, Rect{64, 64, 128, 128}));
}

}  // namespace
}  // namespace talus

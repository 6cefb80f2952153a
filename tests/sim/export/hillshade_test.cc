#include "sim/export/hillshade.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace talus {
namespace {

// A grid of quanta from metres by cell.
struct Ground {
  Ground(int64_t w, int64_t h, const std::function<double(int64_t, int64_t)>& z)
      : width(w), height(h), quanta(static_cast<size_t>(w * h)) {
    for (int64_t y = 0; y < h; ++y) {
      for (int64_t x = 0; x < w; ++x) {
        quanta[static_cast<size_t>(y * w + x)] =
            static_cast<int32_t>(std::lround(z(x, y) * 65536));
      }
    }
  }
  GridView<int32_t> View() const {
    return {quanta.data(), width, height, width};
  }
  // The part that begins at (x, y).
  GridView<int32_t> Part(int64_t x, int64_t y, int64_t w, int64_t h) const {
    return {quanta.data() + y * width + x, w, h, width};
  }

  int64_t width, height;
  std::vector<int32_t> quanta;
};

double Rough(int64_t x, int64_t y) {
  return 40 * std::sin(static_cast<double>(x) * 0.7) +
         30 * std::cos(static_cast<double>(x + 3 * y) * 0.4);
}

TEST(Hillshade, LevelGroundHasTheGreyOfPlains) {
  const GrayImage image =
      Hillshade(Ground(4, 3, [](auto, auto) { return 7.0; }).View(), {});
  for (const uint8_t pixel : image.pixels) EXPECT_EQ(pixel, 189);
}

TEST(Hillshade, APlaneHasItsClosedFormValueAwayFromTheBorder) {
  struct Case {
    double east, south;
  };
  for (const Case& c : {Case{0.5, 0}, Case{-0.5, 0}, Case{0.25, 0.75},
                        Case{-1.5, 1}, Case{3, 3}}) {
    const Ground plane(9, 9, [&](int64_t x, int64_t y) {
      return 10 * (c.east * static_cast<double>(x) +
                   c.south * static_cast<double>(y));
    });
    const GrayImage image = Hillshade(plane.View(), {.cell_m = 10});
    const uint8_t expected =
        ShadeOfSlope(static_cast<float>(c.east), static_cast<float>(c.south));
    for (int64_t y = 1; y < 8; ++y) {
      for (int64_t x = 1; x < 8; ++x) EXPECT_EQ(image.At(x, y), expected);
    }
  }
}

TEST(Hillshade, SlopesTowardTheNorthWestAreLightAndThoseAwayAreDark) {
  const uint8_t level = ShadeOfSlope(0, 0);
  // Ground that rises to the south-east faces the north-west.
  EXPECT_GT(ShadeOfSlope(0.4f, 0.4f), level + 30);
  EXPECT_LT(ShadeOfSlope(-0.4f, -0.4f), level - 30);
  EXPECT_EQ(ShadeOfSlope(0.4f, -0.4f), ShadeOfSlope(-0.4f, 0.4f));
}

TEST(Hillshade, TheSteepestShadowIsNotNodata) {
  EXPECT_GE(ShadeOfSlope(-1000, -1000), 1);
}

TEST(Hillshade, ExaggerationActsLikeSteeperGround) {
  const Ground plane(
      3, 3, [](int64_t x, int64_t) { return 5.0 * static_cast<double>(x); });
  EXPECT_EQ(Hillshade(plane.View(), {.cell_m = 10, .z_factor = 2}).At(1, 1),
            ShadeOfSlope(1, 0));
}

TEST(Hillshade, PartsWithAnApronJoinWithoutASeam) {
  const Ground ground(34, 22, Rough);
  const GrayImage whole = Hillshade(ground.View(), {.has_apron = true});
  ASSERT_EQ(whole.width, 32);
  for (int64_t part = 0; part < 4; ++part) {
    const int64_t x0 = part % 2 * 13;
    const int64_t y0 = part / 2 * 7;
    const int64_t w = part % 2 == 0 ? 13 : 19;
    const int64_t h = part / 2 == 0 ? 7 : 13;
    const GrayImage image =
        Hillshade(ground.Part(x0, y0, w + 2, h + 2), {.has_apron = true});
    for (int64_t y = 0; y < h; ++y) {
      for (int64_t x = 0; x < w; ++x)
        EXPECT_EQ(image.At(x, y), whole.At(x0 + x, y0 + y));
    }
  }
}

TEST(Hillshade, CellsWithoutDataAreZeroAndDoNotDarkenTheirNeighbours) {
  Ground plain(5, 5, [](auto, auto) { return 900.0; });
  plain.quanta[12] = kNoHeight;
  const GrayImage image = Hillshade(plain.View(), {});
  for (size_t i = 0; i < 25; ++i)
    EXPECT_EQ(image.pixels[i], i == 12 ? 0 : 189) << i;
}

TEST(Hillshade, ASingleCellIsLevelGround) {
  EXPECT_EQ(Hillshade(Ground(1, 1, [](auto, auto) { return 1.0; }).View(), {})
                .At(0, 0),
            189);
}

}  // namespace
}  // namespace talus

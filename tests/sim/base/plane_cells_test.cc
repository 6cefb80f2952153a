#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "sim/base/plane.h"

namespace talus {
namespace {

TEST(Plane, FindsCellsByWorldCoordinates) {
  const int64_t far = int64_t{1} << 40;
  Plane<int32_t> plane({far - 3, -far, far + 4, 2 - far});
  for (int64_t y = -far; y < 2 - far; ++y) {
    for (int64_t x = far - 3; x < far + 4; ++x) {
      *plane.At(x, y) = static_cast<int32_t>(10 * (y + far) + x - far);
    }
  }
  EXPECT_EQ(*plane.At(far - 3, -far), -3);
  EXPECT_EQ(*plane.At(far + 3, 1 - far), 13);
  EXPECT_EQ(plane.Row(1 - far) - plane.Row(-far), plane.stride());
}

TEST(Plane, AlignsRowsToCacheLinesAndPadsThem) {
  for (int64_t width = 1; width < 40; ++width) {
    Plane<float> plane({-5, 0, width - 5, 3});
    for (int64_t y = 0; y < 3; ++y) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(plane.Row(y)) % 64, 0u);
      // What may be read around a row belongs to the plane.
      for (int64_t i = -Plane<float>::kPad; i < width + Plane<float>::kPad;
           ++i) {
        plane.Row(y)[i] = 1.0f;
      }
    }
  }
}

TEST(Plane, FillsItsCells) {
  Plane<int32_t> plane({0, 0, 5, 5});
  plane.Fill(7);
  for (int64_t y = 0; y < 5; ++y) {
    for (int64_t x = 0; x < 5; ++x) EXPECT_EQ(*plane.At(x, y), 7);
  }
}

TEST(Plane, HandsItsMemoryOn) {
  Plane<int32_t> plane({0, 0, 5, 5});
  plane.Fill(7);
  const int32_t* cell = plane.At(2, 2);
  const Plane<int32_t> moved = std::move(plane);
  EXPECT_EQ(moved.At(2, 2), cell);
  EXPECT_FALSE(Plane<int32_t>().allocated());
  EXPECT_TRUE(moved.allocated());
}

}  // namespace
}  // namespace talus

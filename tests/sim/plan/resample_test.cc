#include "sim/plan/resample.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/stage/stage.h"

namespace talus {
namespace {

// Fine cells at odd and even, negative and positive places.
constexpr Rect kFine{-7, -4, 9, 11};

Plane<int32_t> CoarsePlane(int32_t (*value)(int64_t, int64_t)) {
  Plane<int32_t> plane(CoarseRectOf(kFine));
  const Rect& r = plane.rect();
  for (int64_t y = r.y0; y < r.y1; ++y) {
    for (int64_t x = r.x0; x < r.x1; ++x) *plane.At(x, y) = value(x, y);
  }
  return plane;
}

Plane<int32_t> Upsampled(const Plane<int32_t>& coarse,
                         const Plane<int32_t>* mask = nullptr) {
  Plane<int32_t> fine(kFine);
  fine.Fill(0);
  AddUpsampled(coarse, mask, kFine, fine);
  return fine;
}

TEST(Resample, AsksForTheCoarseCellsAroundTheFineOnes) {
  EXPECT_EQ(CoarseRectOf({0, 0, 2, 2}), (Rect{-1, -1, 2, 2}));
  EXPECT_EQ(CoarseRectOf({-1, 1, 0, 2}), (Rect{-2, -1, 1, 2}));
}

TEST(Resample, StaysInTheValidRange) {
  const Plane<int32_t> up =
      CoarsePlane([](int64_t, int64_t) { return kMaxQuanta; });
  Plane<int32_t> fine(kFine);
  fine.Fill(kMaxQuanta / 2);
  AddUpsampled(up, nullptr, kFine, fine);
  EXPECT_EQ(*fine.At(0, 0), kMaxQuanta);
  const Plane<int32_t> down =
      CoarsePlane([](int64_t, int64_t) { return -2 * kMaxQuanta; });
  AddUpsampled(down, nullptr, kFine, fine);
  EXPECT_EQ(*fine.At(0, 0), -kMaxQuanta);
}

TEST(Resample, KeepsAConstantField) {
  for (const int32_t value : {0, 1, -1, 12345, -kMaxQuanta, kMaxQuanta}) {
    Plane<int32_t> coarse(CoarseRectOf(kFine));
    coarse.Fill(value);
    const Plane<int32_t> fine = Upsampled(coarse);
    for (int64_t y = kFine.y0; y < kFine.y1; ++y) {
      for (int64_t x = kFine.x0; x < kFine.x1; ++x) {
        ASSERT_EQ(*fine.At(x, y), value);
      }
    }
  }
}

TEST(Resample, ReproducesRampsUpToRounding) {
  const Plane<int32_t> coarse = CoarsePlane([](int64_t x, int64_t y) {
    return static_cast<int32_t>(1000 * x - 700 * y);
  });
  const Plane<int32_t> fine = Upsampled(coarse);
  for (int64_t y = kFine.y0; y < kFine.y1; ++y) {
    for (int64_t x = kFine.x0; x < kFine.x1; ++x) {
      // The centre of a fine cell, in coarse cells from centre to centre.
      const double cx = (static_cast<double>(x) + 0.5) / 2 - 0.5;
      const double cy = (static_cast<double>(y) + 0.5) / 2 - 0.5;
      ASSERT_LE(std::abs(*fine.At(x, y) - (1000 * cx - 700 * cy)), 0.5);
    }
  }
}

TEST(Resample, AddsToWhatIsThere) {
  Plane<int32_t> coarse(CoarseRectOf(kFine));
  coarse.Fill(5);
  Plane<int32_t> fine(kFine);
  fine.Fill(100);
  AddUpsampled(coarse, nullptr, kFine, fine);
  EXPECT_EQ(*fine.At(3, 3), 105);
}

TEST(Resample, RoundsWithoutFavouringEitherSign) {
  const auto noise = [](int64_t x, int64_t y) {
    return static_cast<int32_t>(Mix32(static_cast<uint32_t>(x * 91 + y)) >> 12);
  };
  const Plane<int32_t> coarse = CoarsePlane(noise);
  const Plane<int32_t> fine = Upsampled(coarse);
  for (int64_t y = kFine.y0; y < kFine.y1; ++y) {
    for (int64_t x = kFine.x0; x < kFine.x1; ++x) {
      const int64_t dx = (x & 1) != 0 ? 1 : -1, dy = (y & 1) != 0 ? 1 : -1;
      const int64_t cx = x >> 1, cy = y >> 1;
      const double exact =
          (9.0 * *coarse.At(cx, cy) + 3.0 * *coarse.At(cx + dx, cy) +
           3.0 * *coarse.At(cx, cy + dy) + *coarse.At(cx + dx, cy + dy)) /
          16;
      ASSERT_EQ(*fine.At(x, y), std::floor(exact + 0.5));
    }
  }
}

TEST(Resample, TakesTheOwnCoarseCellForNeighboursOutsideTheWorld) {
  const Plane<int32_t> coarse = CoarsePlane([](int64_t x, int64_t y) {
    return x >= 0 && y >= 0 ? static_cast<int32_t>(16 * x) : -(1 << 29);
  });
  // The mask covers other cells than the values.
  Plane<int32_t> mask(Grow(coarse.rect(), 3));
  for (int64_t y = mask.rect().y0; y < mask.rect().y1; ++y) {
    for (int64_t x = mask.rect().x0; x < mask.rect().x1; ++x) {
      *mask.At(x, y) = x >= 0 && y >= 0 ? kInside : kOpen;
    }
  }
  const Plane<int32_t> fine = Upsampled(coarse, &mask);
  EXPECT_EQ(*fine.At(0, 0), 0);
  EXPECT_EQ(*fine.At(1, 0), 3);
  EXPECT_EQ(*fine.At(2, 5), 12);
  EXPECT_EQ(*fine.At(0, 7), 0);
}

TEST(Resample, HandsOnHalfTheDrainageArea) {
  Plane<int32_t> coarse(CoarseRectOf(kFine));
  for (int64_t y = coarse.rect().y0; y < coarse.rect().y1; ++y) {
    for (int64_t x = coarse.rect().x0; x < coarse.rect().x1; ++x) {
      *coarse.At(x, y) = std::bit_cast<int32_t>(1600.0f);
    }
  }
  Plane<int32_t> fine(kFine);
  UpsampleFlow(coarse, nullptr, kFine, fine);
  EXPECT_EQ(std::bit_cast<float>(*fine.At(-7, -4)), 800.0f);
  EXPECT_EQ(std::bit_cast<float>(*fine.At(8, 10)), 800.0f);
}

}  // namespace
}  // namespace talus

#include "sim/flow/drainage_area.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "sim/base/hash.h"
#include "tests/sim/base/thread_workers.h"

namespace talus {
namespace {

Plane<int32_t> Ground(int64_t edge,
                      const std::function<double(int64_t, int64_t)>& quanta) {
  Plane<int32_t> ground({0, 0, edge, edge});
  for (int64_t y = 0; y < edge; ++y) {
    for (int64_t x = 0; x < edge; ++x) {
      *ground.At(x, y) = static_cast<int32_t>(quanta(x, y));
    }
  }
  return ground;
}

Plane<int32_t> Rough(int64_t edge, uint32_t steps) {
  return Ground(edge, [&](int64_t x, int64_t y) {
    const auto draw = [&](uint64_t seed) {
      return CellHash(RowKey(seed, 0, 0, y), static_cast<uint32_t>(x));
    };
    return draw(2) % 50 == 0 ? Drainage::kNoData
                             : static_cast<double>(draw(1) % steps) -
                                   static_cast<double>(steps / 2);
  });
}

// In cells.
std::vector<double> Spread(const Drainage& d, float exponent) {
  std::vector<double> cells;
  const auto areas = *SpreadDrainageArea(d, exponent);
  for (const uint64_t parts : areas) {
    cells.push_back(static_cast<double>(parts) / double{kSpreadCell});
  }
  return cells;
}

// From one level to cliffs between the ends of all heights.
TEST(DrainageArea, AllLandLeavesThroughTheOutlets) {
  for (const uint32_t steps : {1u, 4u, 100000u, 2147483647u}) {
    const Drainage d = *DrainageOf(Rough(90, steps));
    const auto one = *DrainageArea(d);
    for (const float exponent : {1.1f, 16.0f}) {
      const auto many = *SpreadDrainageArea(d, exponent);
      uint64_t one_out = 0, many_out = 0;
      for (const CellIndex c : d.order) {
        EXPECT_GE(many[c], kSpreadCell);
        if (d.receiver[c] != Drainage::kNone) continue;
        one_out += one[c];
        many_out += many[c];
      }
      EXPECT_EQ(one_out, d.order.size());
      EXPECT_EQ(many_out, kSpreadCell * d.order.size());
    }
  }
}

TEST(DrainageArea, IsNoneWithoutData) {
  const Drainage d = *DrainageOf(Rough(60, 9));
  const auto one = *DrainageArea(d);
  const std::vector<double> many = Spread(d, 1);
  for (CellIndex c = 0; c < d.size(); ++c) {
    if (d.filled[c] != Drainage::kNoData) continue;
    EXPECT_EQ(one[c], 0);
    EXPECT_EQ(many[c], 0);
  }
}

TEST(SpreadDrainageArea, GivesInProportionToThePowersOfSlopes) {
  // The middle cell falls by 2 to the north and by 4 to the south-east.
  const auto ground = Ground(5, [](int64_t x, int64_t y) {
    if (x == 2 && y == 2) return 100 * 65536.0;
    if (x == 2 && y == 1) return 98 * 65536.0;
    if (x == 3 && y == 3) return (100 - 4 * std::sqrt(2.0)) * 65536.0;
    return x == 0 || y == 0 || x == 4 || y == 4 ? 0.0 : 200 * 65536.0;
  });
  const Drainage d = *DrainageOf(ground);
  // As an outlet the middle keeps what it has.
  std::vector<uint8_t> middle(25);
  middle[12] = 1;
  const Drainage kept = *DrainageOf(ground, {.cells = middle});
  for (const float p : {1.0f, 2.0f, 4.0f}) {
    const std::vector<double> area = Spread(d, p);
    const std::vector<double> rest = Spread(kept, p);
    const double given = area[d.At(2, 2)];
    const double north = std::pow(2.0, p), south_east = std::pow(4.0, p);
    EXPECT_NEAR(area[d.At(2, 1)] - rest[d.At(2, 1)],
                given * north / (north + south_east), 1e-4);
    EXPECT_NEAR(area[d.At(3, 3)] - rest[d.At(3, 3)],
                given * south_east / (north + south_east), 1e-4);
  }
}

// Around a cone the area per length of contour is half the distance from the
// top, whichever way it lies; one receiver per cell makes eight rays of it.
TEST(SpreadDrainageArea, OfAConeIsEvenAllAround) {
  const int64_t half = 100;
  const Drainage d =
      *DrainageOf(Ground(2 * half + 1, [&](int64_t x, int64_t y) {
        return 65536.0 * (200 - std::hypot(static_cast<double>(x - half),
                                           static_cast<double>(y - half)));
      }));
  const auto one = *DrainageArea(d);
  const std::vector<double> many = Spread(d, 1.1f);
  const auto scatter = [&](const auto& area) {
    double sum = 0, squares = 0;
    int n = 0;
    for (int64_t y = 0; y <= 2 * half; ++y) {
      for (int64_t x = 0; x <= 2 * half; ++x) {
        const double r = std::hypot(static_cast<double>(x - half),
                                    static_cast<double>(y - half));
        if (r < 60 || r > 90) continue;
        const double share = static_cast<double>(area[d.At(x, y)]) / (r / 2);
        sum += share;
        squares += share * share;
        ++n;
      }
    }
    return std::sqrt(squares / n - sum / n * (sum / n)) / (sum / n);
  };
  EXPECT_LT(scatter(many), 0.2);
  EXPECT_GT(scatter(one), 2 * scatter(many));
}

TEST(SpreadDrainageArea, IsTheSameWhoeverCounts) {
  const testing::ThreadWorkers three(3);
  for (const uint32_t steps : {1u, 100000u}) {
    const Drainage d = *DrainageOf(Rough(400, steps));
    EXPECT_EQ(*SpreadDrainageArea(d, 1.1f),
              *SpreadDrainageArea(d, 1.1f, Work({}, three)));
  }
}

TEST(DrainageArea, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const Drainage d = *DrainageOf(Rough(30, 9));
  EXPECT_EQ(DrainageArea(d, source.get_token()).status().code(),
            absl::StatusCode::kCancelled);
}

TEST(SpreadDrainageArea, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const Drainage d = *DrainageOf(Rough(30, 9));
  EXPECT_EQ(SpreadDrainageArea(d, 1, source.get_token()).status().code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace talus

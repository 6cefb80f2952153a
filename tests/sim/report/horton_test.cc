// Horton's ratios of a tree that is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/flow/drainage.h"
#include "sim/report/line_fit.h"
#include "sim/report/terrain_measures.h"

namespace talus {
namespace {

constexpr int64_t kEdge = 260;
constexpr int32_t kOff = -1;

// A tree of channels: two streams of each order but the last join one of the
// next at a right angle, and are half as long. A cell of bank on either side of
// a channel drains to it, a cell of dyke beyond it drains away, and elsewhere
// is no data.
class Tree {
 public:
  // Of the orders up to that of the trunk, which comes from the north.
  explicit Tree(int trunk) : steps_({0, 0, kEdge, kEdge}) {
    steps_.Fill(kOff);
    const int64_t middle = kEdge / 2;
    for (int64_t y = 0; y <= middle; ++y) {
      *steps_.At(middle, y) = static_cast<int32_t>(y);
    }
    Join(middle, middle, trunk - 1, 1, 0);
  }

  static int64_t LengthOf(int order) { return int64_t{4} << order; }

  Plane<int32_t> Ground() const {
    Plane<int32_t> ground({0, 0, kEdge, kEdge});
    for (int64_t y = 0; y < kEdge; ++y) {
      for (int64_t x = 0; x < kEdge; ++x) *ground.At(x, y) = HeightAt(x, y);
    }
    return ground;
  }

 private:
  // Two streams of `order` that meet in (x, y), along (dx, dy) and against it.
  void Join(int64_t x, int64_t y, int order, int64_t dx, int64_t dy) {
    if (order == 0) return;
    const int32_t from = *steps_.At(x, y);
    const int64_t length = LengthOf(order);
    for (const int64_t side : {-1, 1}) {
      for (int64_t k = 1; k <= length; ++k) {
        *steps_.At(x + side * k * dx, y + side * k * dy) =
            from + static_cast<int32_t>(k);
      }
      Join(x + side * length * dx, y + side * length * dy, order - 1, dy, dx);
    }
  }

  int32_t HeightAt(int64_t x, int64_t y) const {
    // The nearest channel within two cells: itself, a bank's or a dyke's.
    for (int64_t reach = 0; reach <= 2; ++reach) {
      int32_t lowest = INT32_MAX;
      const Rect near =
          Intersect(Grow({x, y, x + 1, y + 1}, reach), steps_.rect());
      for (int64_t v = near.y0; v < near.y1; ++v) {
        for (int64_t u = near.x0; u < near.x1; ++u) {
          const int32_t steps = *steps_.At(u, v);
          if (steps != kOff) lowest = std::min(lowest, steps);
        }
      }
      if (lowest == INT32_MAX) continue;
      return QuantaFromMeters(static_cast<double>(lowest + 1000 * reach));
    }
    return Drainage::kNoData;
  }
  Plane<int32_t> steps_;  // from the outlet; kOff off the channels
};

TEST(Horton, RatiosAreThoseOfAKnownTree) {
  constexpr int kTrunk = 5;
  // A stream begins at its tip, into which five banks drain.
  const auto m = *MeasureTerrain(Tree(kTrunk).Ground(),
                                 {.cell_m = 10, .channel_area_m2 = 600});
  ASSERT_TRUE(m.bifurcation_ratio.has_value());
  EXPECT_NEAR(*m.bifurcation_ratio, 2, 1e-9);
  // Each step has three cells, and what comes from above is twice the area of
  // the order below. Water takes a short cut over the corner where two streams
  // become one, to the next cell down.
  std::vector<Point> lengths, areas;
  double area = 3;  // beyond the tip
  for (int order = 1; order < kTrunk - 1; ++order) {
    const auto cells = static_cast<double>(Tree::LengthOf(order));
    const double steps = cells - (order == 1 ? 1 : 2) + std::sqrt(2.0);
    area = (order == 1 ? 1 : 2) * area + 3 * cells;
    lengths.push_back({static_cast<double>(order), std::log(steps)});
    areas.push_back({static_cast<double>(order), std::log(area)});
  }
  EXPECT_NEAR(*m.length_ratio, std::exp(FitLine(lengths)->slope), 1e-6);
  EXPECT_NEAR(*m.area_ratio, std::exp(FitLine(areas)->slope), 0.1);
}

}  // namespace
}  // namespace talus

#include "sim/flow/level_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sim/base/hash.h"

namespace talus {
namespace {

Drainage Rough(int64_t edge, uint32_t steps) {
  Plane<int32_t> ground({0, 0, edge, edge});
  for (int64_t y = 0; y < edge; ++y) {
    for (int64_t x = 0; x < edge; ++x) {
      const uint32_t draw =
          CellHash(RowKey(3, 0, 0, y), static_cast<uint32_t>(x));
      *ground.At(x, y) = draw % 31 == 0 ? Drainage::kNoData
                                        : static_cast<int32_t>(draw % steps);
    }
  }
  return *DrainageOf(ground);
}

TEST(LevelOrder, HasEachCellAfterLowerOnesAndAfterItsReceiver) {
  for (const uint32_t steps : {1u, 5u, 1000000u}) {
    const Drainage d = Rough(70, steps);
    const auto order = LevelOrder(d, {});
    ASSERT_TRUE(order.has_value());
    ASSERT_EQ(order->size(), d.order.size());
    EXPECT_TRUE(std::ranges::is_sorted(
        *order, {}, [&](CellIndex i) { return d.filled[i]; }));
    std::vector<size_t> place(d.size(), SIZE_MAX);
    for (size_t n = 0; n < order->size(); ++n) {
      EXPECT_EQ(place[(*order)[n]], SIZE_MAX);
      place[(*order)[n]] = n;
    }
    for (const CellIndex i : *order) {
      if (d.receiver[i] == Drainage::kNone) continue;
      EXPECT_LT(place[d.receiver[i]], place[i]);
    }
  }
}

TEST(LevelOrder, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(LevelOrder(Rough(9, 5), source.get_token()).has_value());
}

}  // namespace
}  // namespace talus

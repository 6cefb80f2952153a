#include "sim/flow/radix_order.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/base/hash.h"

namespace talus {
namespace {

struct Item {
  int32_t key;
  uint32_t place;
  bool operator==(const Item&) const = default;
};

int32_t KeyOf(const Item& item) { return item.key; }

TEST(RadixOrder, SortsAsAStableSortDoes) {
  for (const uint32_t range : {1u, 5u, 3000u, 5000000u, 0xffffffffu}) {
    WordVector<Item> items;
    for (uint32_t i = 0; i < 5000; ++i) {
      items.push_back(
          {static_cast<int32_t>(CellHash(RowKey(1, 0, 0, range), i) % range -
                                range / 2),
           i});
    }
    WordVector<Item> sorted = items;
    std::ranges::stable_sort(sorted, {}, KeyOf);
    ASSERT_TRUE(RadixOrder(items, KeyOf, {}));
    EXPECT_EQ(items, sorted) << range;
  }
}

TEST(RadixOrder, OfNothingAndOfExtremesWorks) {
  WordVector<Item> items;
  EXPECT_TRUE(RadixOrder(items, KeyOf, {}));
  items = {{INT32_MAX, 0}, {INT32_MIN, 1}, {0, 2}};
  EXPECT_TRUE(RadixOrder(items, KeyOf, {}));
  EXPECT_EQ(items, (WordVector<Item>{{INT32_MIN, 1}, {0, 2}, {INT32_MAX, 0}}));
}

TEST(RadixOrder, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  WordVector<Item> items = {{2, 0}, {1, 1}};
  EXPECT_FALSE(RadixOrder(items, KeyOf, source.get_token()));
}

// Within every one of its loops: here the key asks for the stop.
TEST(RadixOrder, StopsWithinItsLoops) {
  constexpr size_t kItems = 1 << 18;
  constexpr size_t kPart = 1 << 16;
  for (const size_t stop_at : {size_t{1}, 3 * kItems, 5 * kItems}) {
    WordVector<uint32_t> items(kItems);
    for (uint32_t i = 0; i < kItems; ++i) items[i] = CellHash(1, i) >> 1;
    std::stop_source source;
    size_t asked = 0;
    const auto key = [&](uint32_t item) {
      if (++asked == stop_at) source.request_stop();
      return static_cast<int32_t>(item);
    };
    EXPECT_FALSE(RadixOrder(items, key, source.get_token()));
    EXPECT_LE(asked, stop_at + 2 * kPart);
  }
}

}  // namespace
}  // namespace talus

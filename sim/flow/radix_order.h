#ifndef TALUS_SIM_FLOW_RADIX_ORDER_H_
#define TALUS_SIM_FLOW_RADIX_ORDER_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stop_token>
#include <utility>

#include "sim/base/word_vector.h"

namespace talus {

// Puts items in ascending order of an int32 key, equal ones as they were:
// counting sort by digits of 11 bits, as many as the keys' range has. False
// where `stop` was requested; the items are then in no order.
template <typename Item, typename Key>
bool RadixOrder(WordVector<Item>& items, const Key& key,
                const std::stop_token& stop) {
  constexpr int kBits = 11;
  constexpr size_t kBetweenStops = 1 << 16;
  if (items.empty()) return true;
  int32_t least = INT32_MAX, most = INT32_MIN;
  for (const Item& item : items) {
    least = std::min<int32_t>(least, key(item));
    most = std::max<int32_t>(most, key(item));
  }
  const auto above = [&](int32_t k) {
    return static_cast<uint32_t>(k) - static_cast<uint32_t>(least);
  };
  const int bits = std::bit_width(above(most));
  WordVector<Item> sorted(items.size());
  for (int shift = 0; shift < bits; shift += kBits) {
    const auto digit = [&](const Item& item) {
      return above(key(item)) >> shift & ((1u << kBits) - 1);
    };
    std::array<size_t, size_t{1} << kBits> place{};
    for (const Item& item : items) ++place[digit(item)];
    size_t next = 0;
    for (size_t& p : place) next += std::exchange(p, next);
    for (size_t i = 0; i < items.size(); ++i) {
      if (i % kBetweenStops == 0 && stop.stop_requested()) return false;
      sorted[place[digit(items[i])]++] = items[i];
    }
    items.swap(sorted);
  }
  return true;
}

}  // namespace talus

#endif  // TALUS_SIM_FLOW_RADIX_ORDER_H_

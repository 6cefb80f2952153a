#ifndef TALUS_SIM_FLOW_RADIX_ORDER_H_
#define TALUS_SIM_FLOW_RADIX_ORDER_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "sim/base/word_vector.h"
#include "sim/base/work.h"

namespace talus {

// Puts items in ascending order of an int32 key, equal ones as they were:
// counting sort by digits of 11 bits, as many as the keys' range has. False
// where the work was stopped; the items are then in no order.
template <typename Item, typename Key>
bool RadixOrder(WordVector<Item>& items, const Key& key, const Work& work) {
  constexpr int kBits = 11;
  if (items.empty()) return true;
  int32_t least = INT32_MAX, most = INT32_MIN;
  const bool ranged = work.InTurn(items.size(), [&](size_t i) {
    least = std::min<int32_t>(least, key(items[i]));
    most = std::max<int32_t>(most, key(items[i]));
  });
  if (!ranged) return false;
  const auto above = [&](int32_t k) {
    return static_cast<uint32_t>(k) - static_cast<uint32_t>(least);
  };
  const int bits = std::bit_width(above(most));
  if (bits == 0) return true;
  WordVector<Item> sorted(items.size());
  for (int shift = 0; shift < bits; shift += kBits) {
    const auto digit = [&](const Item& item) {
      return above(key(item)) >> shift & ((1u << kBits) - 1);
    };
    std::array<size_t, size_t{1} << kBits> place{};
    const bool counted =
        work.InTurn(items.size(), [&](size_t i) { ++place[digit(items[i])]; });
    if (!counted) return false;
    size_t next = 0;
    for (size_t& p : place) next += std::exchange(p, next);
    const bool put = work.InTurn(items.size(), [&](size_t i) {
      sorted[place[digit(items[i])]++] = items[i];
    });
    if (!put) return false;
    items.swap(sorted);
  }
  return true;
}

}  // namespace talus

#endif  // TALUS_SIM_FLOW_RADIX_ORDER_H_

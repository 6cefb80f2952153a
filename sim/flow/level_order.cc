#include "sim/flow/level_order.h"

#include <algorithm>

#include "sim/flow/radix_order.h"

namespace talus {

std::optional<WordVector<CellIndex>> LevelOrder(const Drainage& drainage,
                                                const std::stop_token& stop) {
  WordVector<CellIndex> order(drainage.order.size());
  std::ranges::copy(drainage.order, order.begin());
  // Equal ones stay as they are there: each after its receiver.
  const auto level = [&](CellIndex i) { return drainage.filled[i]; };
  if (!RadixOrder(order, level, stop)) return std::nullopt;
  return order;
}

}  // namespace talus

#include "sim/flow/channels.h"

#include <algorithm>

namespace talus {

// The largest of the orders that flow in, one more where two of that order do.
std::vector<uint8_t> StrahlerOrders(const Drainage& drainage,
                                    std::span<const uint32_t> area,
                                    uint32_t threshold) {
  const Drainage& d = drainage;
  std::vector<uint8_t> order(d.size(), 0);
  std::vector<uint8_t> of_largest(d.size(), 0);  // how many have that order
  for (auto i = d.order.rbegin(); i != d.order.rend(); ++i) {
    if (area[*i] < threshold) continue;
    uint8_t& own = order[*i];
    if (own == 0) {
      own = 1;
    } else if (of_largest[*i] > 1) {
      ++own;
    }
    const CellIndex to = d.receiver[*i];
    if (to == Drainage::kNone) continue;
    if (own > order[to]) {
      order[to] = own;
      of_largest[to] = 1;
    } else if (own == order[to]) {
      ++of_largest[to];
    }
  }
  return order;
}

Channels ChannelsOf(const Drainage& drainage, std::span<const uint32_t> area,
                    uint32_t threshold) {
  const Drainage& d = drainage;
  Channels channels;
  channels.threshold = threshold;
  channels.order = StrahlerOrders(d, area, threshold);
  // The stream that each channel cell belongs to, once it is known.
  std::vector<uint32_t> stream(d.size(), UINT32_MAX);
  for (auto i = d.order.rbegin(); i != d.order.rend(); ++i) {
    const CellIndex cell = *i;
    const uint8_t own = channels.order[cell];
    if (own == 0) continue;
    if (stream[cell] == UINT32_MAX) {
      stream[cell] = static_cast<uint32_t>(channels.streams.size());
      channels.streams.push_back({.head = cell, .mouth = cell, .order = own});
    }
    Stream& s = channels.streams[stream[cell]];
    s.mouth = cell;
    const CellIndex to = d.receiver[cell];
    if (to == Drainage::kNone) {
      s.complete = false;
      continue;
    }
    s.length += d.Distance(cell, to);
    if (channels.order[to] == own) stream[to] = stream[cell];
  }
  return channels;
}

std::vector<float> LongestFlow(const Drainage& drainage) {
  std::vector<float> longest(drainage.size(), 0);
  for (auto i = drainage.order.rbegin(); i != drainage.order.rend(); ++i) {
    const CellIndex to = drainage.receiver[*i];
    if (to == Drainage::kNone) continue;
    const auto step = static_cast<float>(drainage.Distance(*i, to));
    longest[to] = std::max(longest[to], longest[*i] + step);
  }
  return longest;
}

}  // namespace talus

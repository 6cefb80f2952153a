#ifndef TALUS_BENCH_TEXTBOOK_FLOOD_H_
#define TALUS_BENCH_TEXTBOOK_FLOOD_H_

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace talus::bench {

// Priority flood as Barnes, Lehman and Mulla print it (2014, algorithm 2: a
// heap, and a plain queue for cells under water), then D8 by the steepest
// slope. Row-major, water leaves over the edge.
inline void TextbookFlood(std::vector<int32_t>& height, int64_t side,
                          std::vector<uint32_t>& receiver) {
  constexpr int kDx[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
  constexpr int kDy[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
  using Cell = std::pair<int32_t, uint32_t>;
  std::priority_queue<Cell, std::vector<Cell>, std::greater<>> open;
  std::queue<uint32_t> pit;
  std::vector<bool> closed(height.size());
  receiver.assign(height.size(), UINT32_MAX);
  const auto for_neighbours = [&](uint32_t c, const auto& f) {
    const int64_t x = c % side, y = c / side;
    for (int k = 0; k < 8; ++k) {
      const int64_t u = x + kDx[k], v = y + kDy[k];
      if (u < 0 || v < 0 || u >= side || v >= side) continue;
      f(static_cast<uint32_t>(v * side + u), kDx[k] != 0 && kDy[k] != 0);
    }
  };
  for (int64_t i = 0; i < side * side; ++i) {
    const int64_t x = i % side, y = i / side;
    if (x > 0 && y > 0 && x + 1 < side && y + 1 < side) continue;
    closed[static_cast<size_t>(i)] = true;
    open.emplace(height[static_cast<size_t>(i)], static_cast<uint32_t>(i));
  }
  while (!open.empty() || !pit.empty()) {
    uint32_t c = 0;
    if (!pit.empty()) {
      c = pit.front();
      pit.pop();
    } else {
      c = open.top().second;
      open.pop();
    }
    for_neighbours(c, [&](uint32_t n, bool) {
      if (closed[n]) return;
      closed[n] = true;
      receiver[n] = c;
      if (height[n] <= height[c]) {
        height[n] = height[c];
        pit.push(n);
      } else {
        open.emplace(height[n], n);
      }
    });
  }
  for (uint32_t c = 0; c < height.size(); ++c) {
    if (receiver[c] == UINT32_MAX) continue;
    double steepest = 0;
    for_neighbours(c, [&](uint32_t n, bool diagonal) {
      const double drop = (static_cast<double>(height[c]) - height[n]) /
                          (diagonal ? 1.4142135623730951 : 1);
      if (drop <= steepest) return;
      steepest = drop;
      receiver[c] = n;
    });
  }
}

}  // namespace talus::bench

#endif  // TALUS_BENCH_TEXTBOOK_FLOOD_H_

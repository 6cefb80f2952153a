#include "sim/plan/tile_order.h"

#include <algorithm>

namespace talus {

std::vector<Rect> GridPieces(const Rect& region, int64_t size,
                             std::optional<std::pair<int64_t, int64_t>> near) {
  std::vector<Rect> pieces;
  const Rect blocks = BlocksOf(region, size);
  for (int64_t by = blocks.y0; by < blocks.y1; ++by) {
    for (int64_t bx = blocks.x0; bx < blocks.x1; ++bx) {
      pieces.push_back(
          Intersect(CellsOf({bx, by, bx + 1, by + 1}, size), region));
    }
  }
  if (!near) return pieces;
  // Doubles hold the squares of world distances to some 2^-12 of their value,
  // enough for an order of sending.
  const auto distance = [&](const Rect& r) {
    const double dx = static_cast<double>((r.x0 + r.x1) / 2 - near->first);
    const double dy = static_cast<double>((r.y0 + r.y1) / 2 - near->second);
    return dx * dx + dy * dy;
  };
  std::stable_sort(
      pieces.begin(), pieces.end(),
      [&](const Rect& a, const Rect& b) { return distance(a) < distance(b); });
  return pieces;
}

}  // namespace talus

#ifndef TALUS_SIM_BASE_RECT_H_
#define TALUS_SIM_BASE_RECT_H_

#include <algorithm>
#include <cstdint>

namespace talus {

// The world ends this many cells of level 0 from the origin, each way.
inline constexpr int64_t kWorldEdge = int64_t{1} << 40;

// A half-open rectangle of cells, [x0, x1) x [y0, y1), in world cell indices of
// one level. x grows eastward, y southward. Empty where x1 <= x0 or y1 <= y0.
struct Rect {
  int64_t x0 = 0;
  int64_t y0 = 0;
  int64_t x1 = 0;
  int64_t y1 = 0;

  int64_t width() const { return x1 - x0; }
  int64_t height() const { return y1 - y0; }
  bool empty() const { return x1 <= x0 || y1 <= y0; }
  int64_t area() const { return empty() ? 0 : width() * height(); }
  bool Contains(const Rect& r) const {
    return r.empty() || (x0 <= r.x0 && r.x1 <= x1 && y0 <= r.y0 && r.y1 <= y1);
  }
  bool Contains(int64_t x, int64_t y) const {
    return x0 <= x && x < x1 && y0 <= y && y < y1;
  }
  bool operator==(const Rect&) const = default;
};

// All cells of `level` there are: [-2^40, 2^40) of level 0, both ways.
inline Rect WorldAt(int level) {
  const int64_t edge = kWorldEdge >> level;
  return {-edge, -edge, edge, edge};
}

inline Rect Grow(const Rect& r, int64_t cells) {
  return {r.x0 - cells, r.y0 - cells, r.x1 + cells, r.y1 + cells};
}

inline Rect Intersect(const Rect& a, const Rect& b) {
  Rect r{std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1),
         std::min(a.y1, b.y1)};
  return r.empty() ? Rect{} : r;
}

// The smallest rectangle that holds both; an empty one counts for nothing.
inline Rect Union(const Rect& a, const Rect& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1),
          std::max(a.y1, b.y1)};
}

// Division that rounds toward -infinity; b > 0.
inline int64_t FloorDiv(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}
inline int64_t CeilDiv(int64_t a, int64_t b) { return -FloorDiv(-a, b); }

// The smallest rectangle of blocks of `size` cells that covers r, in block
// indices.
inline Rect BlocksOf(const Rect& r, int64_t size) {
  return {FloorDiv(r.x0, size), FloorDiv(r.y0, size), CeilDiv(r.x1, size),
          CeilDiv(r.y1, size)};
}

// The cells of a rectangle of blocks.
inline Rect CellsOf(const Rect& blocks, int64_t size) {
  return {blocks.x0 * size, blocks.y0 * size, blocks.x1 * size,
          blocks.y1 * size};
}

}  // namespace talus

#endif  // TALUS_SIM_BASE_RECT_H_

#ifndef TALUS_BENCH_TEXTBOOK_GRID_H_
#define TALUS_BENCH_TEXTBOOK_GRID_H_

#include <cstddef>
#include <vector>

namespace talus::bench {

// A square of floats whose rim repeats: what textbook versions work on.
class Grid {
 public:
  explicit Grid(int edge)
      : edge_(edge),
        cells_(static_cast<size_t>(edge) * static_cast<size_t>(edge)) {}
  int edge() const { return edge_; }
  float& At(int x, int y) { return cells_[Index(x, y)]; }
  float At(int x, int y) const { return cells_[Index(x, y)]; }
  std::vector<float>& cells() { return cells_; }
  // The nearest cell of the grid.
  float Near(int x, int y) const { return cells_[Index(Held(x), Held(y))]; }

 private:
  size_t Index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(edge_) +
           static_cast<size_t>(x);
  }
  int Held(int i) const { return i < 0 ? 0 : i >= edge_ ? edge_ - 1 : i; }

  int edge_;
  std::vector<float> cells_;
};

// Calls f(x, y) for every cell, row by row.
template <typename F>
void ForEachCell(int edge, F f) {
  for (int y = 0; y < edge; ++y) {
    for (int x = 0; x < edge; ++x) f(x, y);
  }
}

}  // namespace talus::bench

#endif  // TALUS_BENCH_TEXTBOOK_GRID_H_

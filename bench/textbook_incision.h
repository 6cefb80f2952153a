#ifndef TALUS_BENCH_TEXTBOOK_INCISION_H_
#define TALUS_BENCH_TEXTBOOK_INCISION_H_

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/textbook_grid.h"

namespace talus::bench {

// Stream power with drainage area handed on one cell a pass, written as the
// formulas read (after Schott et al. 2023), in float32: every cell asks each
// neighbour for its share, and every share takes its powers anew.
class TextbookIncision {
 public:
  TextbookIncision(const Grid& ground, float cell_m)
      : edge_(ground.edge()), cell_m_(cell_m), ground_(ground), area_(edge_) {
    ForEachCell(edge_, [&](int x, int y) { area_.At(x, y) = cell_m * cell_m; });
  }

  void Pass() {
    ForEachCell(edge_, [&](int x, int y) { Cell(x, y); });
    std::swap(ground_, next_ground_);
    std::swap(area_, next_area_);
  }
  const Grid& ground() const { return ground_; }

 private:
  static constexpr float kFlowExponent = 4.0f;

  // Slope from one cell down to another; 0 where it rises.
  float Fall(int x, int y, int to_x, int to_y) const {
    const float far = x != to_x && y != to_y ? 1.41421356f : 1.0f;
    return std::max(
        0.0f, (ground_.At(x, y) - ground_.Near(to_x, to_y)) / (far * cell_m_));
  }
  // Sum over the neighbours of (x, y) of their slopes' powers.
  float Weights(int x, int y) const {
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dy == 0) continue;
        sum += std::pow(Fall(x, y, x + dx, y + dy), kFlowExponent);
      }
    }
    return sum;
  }
  void Cell(int x, int y) {
    constexpr float kErodibility = 2e-5f;
    constexpr float kStepYears = 1000.0f;
    constexpr float kDiffusivity = 0.005f;
    float area = cell_m_ * cell_m_;
    float steepest = 0;
    float around = 0;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dy == 0) continue;
        const int nx = std::clamp(x + dx, 0, edge_ - 1);
        const int ny = std::clamp(y + dy, 0, edge_ - 1);
        const float share = std::pow(Fall(nx, ny, x, y), kFlowExponent);
        if (share > 0) area += area_.At(nx, ny) * share / Weights(nx, ny);
        steepest = std::max(steepest, Fall(x, y, nx, ny));
        around += ground_.At(nx, ny) - ground_.At(x, y);
      }
    }
    const float cut =
        kErodibility * std::pow(area, 0.5f) * std::pow(steepest, 1.0f);
    const float creep = kDiffusivity * around / (3 * cell_m_ * cell_m_);
    next_area_.At(x, y) = area;
    next_ground_.At(x, y) = ground_.At(x, y) + kStepYears * (creep - cut);
  }

  const int edge_;
  const float cell_m_;
  Grid ground_;
  Grid area_;
  Grid next_ground_{edge_};
  Grid next_area_{edge_};
};

}  // namespace talus::bench

#endif  // TALUS_BENCH_TEXTBOOK_INCISION_H_

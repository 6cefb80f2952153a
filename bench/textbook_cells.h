#ifndef TALUS_BENCH_TEXTBOOK_CELLS_H_
#define TALUS_BENCH_TEXTBOOK_CELLS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "bench/textbook_grid.h"

namespace talus::bench {

// Erosion by rain that runs from cell to cell, as articles give it, step after
// step over the whole grid in float32: rain on random cells, a share of the
// water to the steepest of eight neighbours, exchange against k v w^alpha,
// evaporation. No heed is taken of how many give to one.
class TextbookCells {
 public:
  TextbookCells(const Grid& ground, float cell_m)
      : edge_(ground.edge()),
        cell_m_(cell_m),
        ground_(ground),
        water_(edge_),
        load_(edge_),
        next_water_(edge_),
        next_load_(edge_),
        slope_(edge_) {
    ForEachCell(edge_, [&](int x, int y) { water_.At(x, y) = 0.05f; });
  }

  void Pass() {
    Rain();
    Flow();
    Exchange();
  }
  const Grid& ground() const { return ground_; }

 private:
  static constexpr std::array<std::pair<int, int>, 8> kSides = {
      {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

  bool Inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < edge_ && y < edge_;
  }

  void Rain() {
    std::uniform_real_distribution<float> draw(0.0f, 1.0f);
    ForEachCell(edge_, [&](int x, int y) {
      if (draw(random_) < 0.1f) water_.At(x, y) += 0.1f;
    });
  }

  void Flow() {
    next_water_ = water_;
    next_load_ = load_;
    ForEachCell(edge_, [&](int x, int y) {
      const float here = ground_.At(x, y) + water_.At(x, y);
      float steepest = 0;
      int way_x = x;
      int way_y = y;
      float drop = 0;
      for (const auto& [dx, dy] : kSides) {
        if (!Inside(x + dx, y + dy)) continue;
        const float fall =
            here - ground_.At(x + dx, y + dy) - water_.At(x + dx, y + dy);
        const float grade = dx != 0 && dy != 0 ? fall * 0.70710678f : fall;
        if (grade <= steepest) continue;
        steepest = grade;
        drop = fall;
        way_x = x + dx;
        way_y = y + dy;
      }
      const float given = 0.5f * std::min(water_.At(x, y), 0.5f * drop);
      const float part = given > 0 ? given / water_.At(x, y) : 0;
      const float carried = load_.At(x, y) * part;
      next_water_.At(x, y) -= given;
      next_water_.At(way_x, way_y) += given;
      next_load_.At(x, y) -= carried;
      next_load_.At(way_x, way_y) += carried;
      slope_.At(x, y) = steepest / cell_m_;
    });
    std::swap(water_, next_water_);
    std::swap(load_, next_load_);
  }

  void Exchange() {
    next_ground_ = ground_;
    ForEachCell(edge_, [&](int x, int y) {
      const float slope = slope_.At(x, y);
      const float speed = 5 * std::sqrt(slope / (1 + slope));
      const float depth = std::max(0.0f, water_.At(x, y));
      const float capacity = 0.1f * speed * std::pow(depth, 1.2f);
      const float load = load_.At(x, y);
      float lowest = ground_.At(x, y);
      for (const auto& [dx, dy] : kSides) {
        lowest = std::min(lowest, ground_.Near(x + dx, y + dy));
      }
      const float cap = 0.1f * (ground_.At(x, y) - lowest);
      const float moved = load > capacity
                              ? 0.3f * (capacity - load)
                              : std::min(0.05f * (capacity - load), cap);
      next_ground_.At(x, y) -= moved;
      load_.At(x, y) += moved;
      water_.At(x, y) *= 1 - 0.005f;
    });
    std::swap(ground_, next_ground_);
  }

  const int edge_;
  const float cell_m_;
  Grid ground_;
  Grid next_ground_{edge_};
  Grid water_, load_, next_water_, next_load_, slope_;
  std::minstd_rand random_{1};
};

}  // namespace talus::bench

#endif  // TALUS_BENCH_TEXTBOOK_CELLS_H_

#ifndef TALUS_BENCH_TEXTBOOK_WATER_H_
#define TALUS_BENCH_TEXTBOOK_WATER_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bench/textbook_grid.h"

namespace talus::bench {

// Water erosion as Mei, Decaudin and Hu give it (2007), step after step over
// the whole grid in float32, with a pipe to each of the eight neighbours that
// talus has: capacity by tilt and speed, load carried by looking upstream, no
// balance.
class TextbookWater {
 public:
  TextbookWater(const Grid& ground, float cell_m)
      : edge_(ground.edge()),
        cell_m_(cell_m),
        ground_(ground),
        water_(edge_),
        load_(edge_),
        carried_(edge_),
        speed_x_(edge_),
        speed_y_(edge_),
        pipes_{Grid(edge_), Grid(edge_), Grid(edge_), Grid(edge_),
               Grid(edge_), Grid(edge_), Grid(edge_), Grid(edge_)} {
    ForEachCell(edge_, [&](int x, int y) { water_.At(x, y) = 0.2f; });
  }

  void Pass() {
    constexpr float kStep = 0.02f;
    Rain(kStep);
    Push(kStep);
    Flow(kStep);
    Erode(kStep);
    Carry(kStep);
    Dry(kStep);
  }
  const Grid& ground() const { return ground_; }

 private:
  static constexpr size_t kPipes = 8;
  static constexpr std::array<std::pair<int, int>, kPipes> kSides = {
      {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  static size_t Opposite(size_t side) { return (side + 4) % kPipes; }
  static bool Diagonal(size_t side) { return side % 2 == 1; }
  // Width over length, as talus has it.
  static float Share(size_t side) {
    return Diagonal(side) ? 1.0f / 6.0f : 2.0f / 3.0f;
  }

  bool Inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < edge_ && y < edge_;
  }
  void Rain(float dt) {
    ForEachCell(edge_, [&](int x, int y) { water_.At(x, y) += 0.002f * dt; });
  }
  void Push(float dt) {
    ForEachCell(edge_, [&](int x, int y) {
      const float here = ground_.At(x, y) + water_.At(x, y);
      float sum = 0;
      for (size_t k = 0; k < kPipes; ++k) {
        const int nx = x + kSides[k].first;
        const int ny = y + kSides[k].second;
        float& pipe = pipes_[k].At(x, y);
        if (!Inside(nx, ny)) {
          pipe = 0;
          continue;
        }
        const float drop = here - ground_.At(nx, ny) - water_.At(nx, ny);
        pipe = std::max(0.0f, pipe + dt * cell_m_ * 9.81f * Share(k) * drop);
        sum += pipe;
      }
      const float volume = water_.At(x, y) * cell_m_ * cell_m_;
      if (sum * dt > volume) {
        for (Grid& pipe : pipes_) pipe.At(x, y) *= volume / (sum * dt);
      }
    });
  }
  void Flow(float dt) {
    ForEachCell(edge_, [&](int x, int y) {
      float change = 0;
      float flow_x = 0;
      float flow_y = 0;
      for (size_t k = 0; k < kPipes; ++k) {
        const int nx = x + kSides[k].first;
        const int ny = y + kSides[k].second;
        const float in = Inside(nx, ny) ? pipes_[Opposite(k)].At(nx, ny) : 0;
        const float out = pipes_[k].At(x, y);
        change += in - out;
        const float along = 0.5f * (out - in) * (Diagonal(k) ? 0.70710678f : 1);
        flow_x += along * static_cast<float>(kSides[k].first);
        flow_y += along * static_cast<float>(kSides[k].second);
      }
      float& depth = water_.At(x, y);
      const float before = depth;
      depth = std::max(0.0f, depth + dt * change / (cell_m_ * cell_m_));
      const float mean = std::max(0.001f, 0.5f * (before + depth));
      speed_x_.At(x, y) = flow_x / (cell_m_ * mean);
      speed_y_.At(x, y) = flow_y / (cell_m_ * mean);
    });
  }
  void Erode(float dt) {
    ForEachCell(edge_, [&](int x, int y) {
      const float slope_x =
          (ground_.Near(x + 1, y) - ground_.Near(x - 1, y)) / (2 * cell_m_);
      const float slope_y =
          (ground_.Near(x, y + 1) - ground_.Near(x, y - 1)) / (2 * cell_m_);
      const float square = slope_x * slope_x + slope_y * slope_y;
      const float tilt =
          std::max(0.02f, std::sqrt(square) / std::sqrt(1 + square));
      const float capacity =
          0.1f * tilt * std::hypot(speed_x_.At(x, y), speed_y_.At(x, y));
      const float free = capacity - load_.At(x, y);
      const float moved = 0.5f * dt * free;
      carried_.At(x, y) = load_.At(x, y) + moved;
      next_ground_.At(x, y) = ground_.At(x, y) - moved;
    });
    std::swap(ground_, next_ground_);
    std::swap(load_, carried_);
  }
  void Carry(float dt) {
    ForEachCell(edge_, [&](int x, int y) {
      const float limit = static_cast<float>(edge_ - 1);
      const float from_x =
          std::clamp(static_cast<float>(x) - speed_x_.At(x, y) * dt / cell_m_,
                     0.0f, limit);
      const float from_y =
          std::clamp(static_cast<float>(y) - speed_y_.At(x, y) * dt / cell_m_,
                     0.0f, limit);
      const int x0 = static_cast<int>(from_x);
      const int y0 = static_cast<int>(from_y);
      const float u = from_x - static_cast<float>(x0);
      const float v = from_y - static_cast<float>(y0);
      carried_.At(x, y) =
          (load_.Near(x0, y0) * (1 - u) + load_.Near(x0 + 1, y0) * u) *
              (1 - v) +
          (load_.Near(x0, y0 + 1) * (1 - u) + load_.Near(x0 + 1, y0 + 1) * u) *
              v;
    });
    std::swap(load_, carried_);
  }
  void Dry(float dt) {
    ForEachCell(edge_,
                [&](int x, int y) { water_.At(x, y) *= 1 - 0.005f * dt; });
  }

  const int edge_;
  const float cell_m_;
  Grid ground_;
  Grid next_ground_{edge_};
  Grid water_, load_, carried_, speed_x_, speed_y_;
  std::array<Grid, kPipes> pipes_;
};

}  // namespace talus::bench

#endif  // TALUS_BENCH_TEXTBOOK_WATER_H_

#ifndef TALUS_TESTS_SIM_FLOW_REFERENCE_DRAINAGE_H_
#define TALUS_TESTS_SIM_FLOW_REFERENCE_DRAINAGE_H_

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "sim/flow/drainage.h"

// What DrainageOf answers, found slowly: a heap for the flood, as Barnes,
// Lehman and Mulla (2014, algorithm 1) print it, and the rules of the header
// word by word.
namespace talus {

class ReferenceDrainage {
 public:
  ReferenceDrainage(const Plane<int32_t>& quanta, const Outlets& outlets)
      : width_(quanta.rect().width()), height_(quanta.rect().height()) {
    for (int64_t y = 0; y < height_; ++y) {
      for (int64_t x = 0; x < width_; ++x) level.push_back(*quanta.At(x, y));
    }
    outlet.resize(level.size());
    for (int64_t i = 0; i < Size(); ++i) {
      outlet[At(i)] = IsLand(i) && IsOutlet(i, outlets);
    }
    MakeMissingOutlets();
    Fill();
    receiver.assign(level.size(), Drainage::kNone);
    FindSteepest();
    CrossLevels();
  }

  std::vector<int32_t> level;  // filled
  std::vector<bool> outlet;
  std::vector<CellIndex> receiver;

 private:
  int64_t Size() const { return static_cast<int64_t>(level.size()); }
  static size_t At(int64_t i) { return static_cast<size_t>(i); }
  bool IsLand(int64_t i) const { return level[At(i)] != Drainage::kNoData; }

  // Calls f(neighbour, whether across a corner), row by row.
  void ForNeighbours(int64_t i,
                     const std::function<void(int64_t, bool)>& f) const {
    const int64_t x = i % width_, y = i / width_;
    for (int64_t v = y - 1; v <= y + 1; ++v) {
      for (int64_t u = x - 1; u <= x + 1; ++u) {
        if ((u == x && v == y) || u < 0 || v < 0) continue;
        if (u >= width_ || v >= height_) continue;
        f(v * width_ + u, u != x && v != y);
      }
    }
  }

  bool IsOutlet(int64_t i, const Outlets& o) const {
    bool leaves = !o.cells.empty() && o.cells[At(i)] != 0;
    leaves = leaves || (o.base_level && level[At(i)] <= *o.base_level);
    int neighbours = 0;
    ForNeighbours(i, [&](int64_t n, bool) {
      ++neighbours;
      leaves = leaves || (o.into_nodata && !IsLand(n));
    });
    return leaves || (o.over_edge && neighbours < 8);
  }

  void MakeMissingOutlets() {
    std::vector<bool> seen(level.size());
    for (int64_t i = 0; i < Size(); ++i) {
      if (!IsLand(i) || seen[At(i)]) continue;
      std::vector<int64_t> piece = {i};
      seen[At(i)] = true;
      for (size_t k = 0; k < piece.size(); ++k) {
        ForNeighbours(piece[k], [&](int64_t n, bool) {
          if (!IsLand(n) || seen[At(n)]) return;
          seen[At(n)] = true;
          piece.push_back(n);
        });
      }
      std::pair<int32_t, int64_t> lowest = {INT32_MAX, 0};
      bool drains = false;
      for (const int64_t cell : piece) {
        drains = drains || outlet[At(cell)];
        lowest = std::min(lowest, {level[At(cell)], cell});
      }
      if (!drains) outlet[At(lowest.second)] = true;
    }
  }

  void Fill() {
    using Entry = std::pair<int32_t, int64_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::vector<bool> closed = outlet;
    for (int64_t i = 0; i < Size(); ++i) {
      if (outlet[At(i)]) open.emplace(level[At(i)], i);
    }
    while (!open.empty()) {
      const int64_t cell = open.top().second;
      open.pop();
      ForNeighbours(cell, [&](int64_t n, bool) {
        if (!IsLand(n) || closed[At(n)]) return;
        closed[At(n)] = true;
        level[At(n)] = std::max(level[At(n)], level[At(cell)]);
        open.emplace(level[At(n)], n);
      });
    }
  }

  void FindSteepest() {
    for (int64_t i = 0; i < Size(); ++i) {
      if (!IsLand(i) || outlet[At(i)]) continue;
      double steepest = 0;
      ForNeighbours(i, [&](int64_t n, bool corner) {
        if (!IsLand(n)) return;
        const double drop = static_cast<double>(level[At(i)]) - level[At(n)];
        const double slope = drop * (corner ? 1 : 1.4142135623730951);
        if (slope <= steepest) return;
        steepest = slope;
        receiver[At(i)] = static_cast<CellIndex>(n);
      });
    }
  }

  void CrossLevels() {
    std::vector<int64_t> steps(level.size(), -1);
    for (int64_t i = 0; i < Size(); ++i) {
      if (outlet[At(i)] || receiver[At(i)] != Drainage::kNone) steps[At(i)] = 0;
    }
    bool changed = true;
    for (int64_t step = 1; changed; ++step) {
      changed = false;
      for (int64_t i = 0; i < Size(); ++i) {
        if (!IsLand(i) || steps[At(i)] >= 0) continue;
        for (const bool corners : {false, true}) {
          ForNeighbours(i, [&](int64_t n, bool corner) {
            if (corner != corners || receiver[At(i)] != Drainage::kNone) return;
            if (level[At(n)] != level[At(i)]) return;
            if (steps[At(n)] != step - 1) return;
            receiver[At(i)] = static_cast<CellIndex>(n);
          });
        }
        if (receiver[At(i)] == Drainage::kNone) continue;
        steps[At(i)] = step;
        changed = true;
      }
    }
  }

  int64_t width_;
  int64_t height_;
};

}  // namespace talus

#endif  // TALUS_TESTS_SIM_FLOW_REFERENCE_DRAINAGE_H_

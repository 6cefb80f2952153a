// Based on: Barnes, Lehman, Mulla. Priority-flood: An optimal
// depression-filling and watershed-labeling algorithm for digital elevation
// models. Computers & Geosciences 62, 2014. doi:10.1016/j.cageo.2013.04.024
//   O'Callaghan, Mark. The extraction of drainage networks from digital
//   elevation data. Computer Vision, Graphics, and Image Processing 28(3),
//   1984. doi:10.1016/S0734-189X(84)80011-0 (D8)
// Departs from them: a cell under the flood drains to the cell the flood came
// from, any other down the steepest slope of the filled ground, so that
// depressions and flats drain with no pass of their own. Cells at the level of
// the flood's front wait in a queue of their own, which needs no heap.

#include "sim/flow/drainage.h"

#include <queue>

namespace talus {
namespace {

constexpr int kDirections = 8;
constexpr int kDx[kDirections] = {-1, 0, 1, -1, 1, -1, 0, 1};
constexpr int kDy[kDirections] = {-1, -1, -1, 0, 0, 1, 1, 1};

// Calls f(cell) for the neighbours of a cell that the raster has, row by row.
template <typename F>
void ForNeighbours(const Drainage& d, CellIndex cell, const F& f) {
  const int64_t x = cell % d.width, y = cell / d.width;
  for (int k = 0; k < kDirections; ++k) {
    const int64_t u = x + kDx[k], v = y + kDy[k];
    if (u < 0 || v < 0 || u >= d.width || v >= d.height) continue;
    f(d.At(u, v));
  }
}

// Where water leaves: at the raster's edge and beside cells without data.
bool IsOutlet(const Drainage& d, CellIndex cell) {
  const int64_t x = cell % d.width, y = cell / d.width;
  if (x == 0 || y == 0 || x + 1 == d.width || y + 1 == d.height) return true;
  bool open = false;
  ForNeighbours(d, cell, [&](CellIndex n) {
    open = open || d.filled[n] == Drainage::kNoData;
  });
  return open;
}

// Raises the ground to the flood that comes in from the outlets, lowest first,
// and hands each cell but the outlets the one that it came from.
class Flood {
 public:
  explicit Flood(Drainage& d) : d_(d), seen_(d.size()) {}

  void Run() {
    for (size_t i = 0; i < d_.size(); ++i) {
      const auto cell = static_cast<CellIndex>(i);
      if (d_.filled[cell] == Drainage::kNoData || !IsOutlet(d_, cell)) continue;
      seen_[cell] = true;
      front_.push({d_.filled[cell], cell});
    }
    while (!front_.empty() || !level_.empty()) {
      const CellIndex cell = Next();
      d_.order.push_back(cell);
      ForNeighbours(d_, cell, [&](CellIndex n) { Reach(cell, n); });
    }
  }

 private:
  struct Front {
    int32_t level;
    CellIndex cell;
    bool operator>(const Front& o) const {
      return level != o.level ? level > o.level : cell > o.cell;
    }
  };

  CellIndex Next() {
    if (!level_.empty()) {
      const CellIndex cell = level_.front();
      level_.pop();
      return cell;
    }
    const CellIndex cell = front_.top().cell;
    front_.pop();
    return cell;
  }

  void Reach(CellIndex from, CellIndex to) {
    if (d_.filled[to] == Drainage::kNoData || seen_[to]) return;
    seen_[to] = true;
    d_.receiver[to] = from;
    const int32_t level = d_.filled[from];
    if (d_.filled[to] > level) {
      front_.push({d_.filled[to], to});
      return;
    }
    d_.filled[to] = level;
    level_.push(to);
  }

  Drainage& d_;
  std::vector<bool> seen_;
  std::priority_queue<Front, std::vector<Front>, std::greater<>> front_;
  std::queue<CellIndex> level_;  // cells at the level of the flood
};

// Down the steepest slope, for the cells that rise out of the flood.
void DrainDownhill(Drainage& d) {
  for (const CellIndex cell : d.order) {
    CellIndex& receiver = d.receiver[cell];
    if (receiver == Drainage::kNone) continue;
    if (d.filled[receiver] == d.filled[cell]) continue;
    double steepest = 0;
    ForNeighbours(d, cell, [&](CellIndex n) {
      const double drop = (static_cast<double>(d.filled[cell]) - d.filled[n]) /
                          d.Distance(cell, n);
      if (drop <= steepest) return;
      steepest = drop;
      receiver = n;
    });
  }
}

}  // namespace

Drainage DrainageOf(const Plane<int32_t>& quanta) {
  const Rect& rect = quanta.rect();
  Drainage d;
  d.width = rect.width();
  d.height = rect.height();
  d.filled.reserve(static_cast<size_t>(rect.area()));
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const int32_t* row = quanta.Row(y);
    d.filled.insert(d.filled.end(), row, row + rect.width());
  }
  d.receiver.assign(d.size(), Drainage::kNone);
  d.order.reserve(d.size());
  Flood(d).Run();
  DrainDownhill(d);
  return d;
}

std::vector<uint32_t> DrainageArea(const Drainage& drainage) {
  std::vector<uint32_t> area(drainage.size(), 0);
  for (auto i = drainage.order.rbegin(); i != drainage.order.rend(); ++i) {
    area[*i] += 1;
    const CellIndex receiver = drainage.receiver[*i];
    if (receiver != Drainage::kNone) area[receiver] += area[*i];
  }
  return area;
}

}  // namespace talus

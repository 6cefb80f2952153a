#include "sim/flow/lakes.h"

#include <algorithm>

#include "absl/status/status.h"

namespace talus {

absl::StatusOr<Lakes> LakesOf(const Plane<int32_t>& ground,
                              const Drainage& drainage, int64_t least_cells,
                              int32_t least_depth, const Work& work) {
  const Drainage& d = drainage;
  const Rect& rect = ground.rect();
  const auto depth = [&](CellIndex cell) {
    if (d.filled[cell] == Drainage::kNoData) return 0;
    const auto columns = static_cast<CellIndex>(d.width);
    return d.filled[cell] -
           *ground.At(rect.x0 + cell % columns, rect.y0 + cell / columns);
  };
  Lakes all;
  all.label.assign(d.size(), 0);
  std::vector<CellIndex> cells;  // of the lake at hand
  std::vector<bool> seen(d.size(), false);
  const bool done = work.InTurn(d.size(), [&](size_t n) {
    const auto first = static_cast<CellIndex>(n);
    if (seen[first] || depth(first) <= 0) return;
    Lake lake{.level = d.filled[first]};
    cells.assign(1, first);
    seen[first] = true;
    for (size_t i = 0; i < cells.size(); ++i) {
      const int32_t deep = depth(cells[i]);
      lake.max_depth = std::max(lake.max_depth, deep);
      lake.volume += deep;
      d.ForNeighbours(cells[i], [&](size_t, CellIndex next) {
        if (seen[next] || d.filled[next] != lake.level || depth(next) <= 0) {
          return;
        }
        seen[next] = true;
        cells.push_back(next);
      });
    }
    lake.cells = static_cast<int64_t>(cells.size());
    if (lake.cells < least_cells || lake.max_depth < least_depth) return;
    all.lakes.push_back(lake);
    const auto label = static_cast<int32_t>(all.lakes.size());
    for (const CellIndex cell : cells) all.label[cell] = label;
  });
  if (!done) return absl::CancelledError("cancelled");
  return all;
}

}  // namespace talus

#include "sim/stages/raster_grid.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace talus {
namespace {

constexpr int32_t kNodata = RasterData::kNodata;

int32_t RoundedMean(int64_t sum, int64_t count) {
  return static_cast<int32_t>(FloorDiv(2 * sum + count, 2 * count));
}

// Mean of the raster's cells in `cells` that have data. With `clamped`, cells
// beyond the edge count with the height at the edge.
int32_t MeanOf(const Plane<int32_t>& raster, const Rect& cells, bool clamped) {
  const Rect& r = raster.rect();
  const Rect seen = clamped ? Rect{std::clamp(cells.x0, r.x0, r.x1 - 1),
                                   std::clamp(cells.y0, r.y0, r.y1 - 1),
                                   std::clamp(cells.x1, r.x0 + 1, r.x1),
                                   std::clamp(cells.y1, r.y0 + 1, r.y1)}
                            : Intersect(cells, r);
  // Cells beyond the edges that the first and the last seen ones stand for.
  const int64_t west = clamped ? std::max(seen.x0 - cells.x0, int64_t{0}) : 0;
  const int64_t east = clamped ? std::max(cells.x1 - seen.x1, int64_t{0}) : 0;
  const int64_t north = clamped ? std::max(seen.y0 - cells.y0, int64_t{0}) : 0;
  const int64_t south = clamped ? std::max(cells.y1 - seen.y1, int64_t{0}) : 0;
  int64_t sum = 0;
  int64_t count = 0;
  for (int64_t y = seen.y0; y < seen.y1; ++y) {
    const int32_t* row = raster.At(seen.x0, y);
    int64_t row_sum = west * row[0] + east * row[seen.width() - 1];
    int64_t row_count = west + east;
    for (int64_t i = 0; i < seen.width(); ++i) {
      const bool valid = row[i] != kNodata;
      row_sum += valid ? row[i] : 0;
      row_count += valid ? 1 : 0;
    }
    const int64_t rows =
        1 + (y == seen.y0 ? north : 0) + (y == seen.y1 - 1 ? south : 0);
    sum += rows * row_sum;
    count += rows * row_count;
  }
  return count == 0 ? kNodata : RoundedMean(sum, count);
}

// The raster averaged to a level, over all cells of the level that it touches
// and `margin` more. Its first cell lies at (x, y) in cells of level 0.
Plane<int32_t> Averaged(const Plane<int32_t>& raster, int64_t x, int64_t y,
                        int level, int64_t margin) {
  const int64_t size = int64_t{1} << level;
  const Rect world{x, y, x + raster.rect().width(), y + raster.rect().height()};
  Plane<int32_t> plane(Grow(BlocksOf(world, size), margin));
  const Rect& rect = plane.rect();
  for (int64_t j = rect.y0; j < rect.y1; ++j) {
    for (int64_t i = rect.x0; i < rect.x1; ++i) {
      const Rect cells{i * size - x, j * size - y, (i + 1) * size - x,
                       (j + 1) * size - y};
      *plane.At(i, j) = MeanOf(raster, cells, margin > 0);
    }
  }
  return plane;
}

// For each cell the row of the nearest cell with data in its column; -1 where
// the column has none.
Plane<int32_t> NearestRows(const Plane<int32_t>& raster) {
  const Rect& rect = raster.rect();
  Plane<int32_t> rows(rect);
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      *rows.At(x, y) = *raster.At(x, y) != kNodata ? static_cast<int32_t>(y)
                       : y > rect.y0               ? *rows.At(x, y - 1)
                                                   : -1;
    }
  }
  for (int64_t y = rect.y1 - 2; y >= rect.y0; --y) {
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      int32_t& north = *rows.At(x, y);
      const int32_t south = *rows.At(x, y + 1);
      if (south > y && (north < 0 || south - y < y - north)) north = south;
    }
  }
  return rows;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const RasterData>> FindRaster(
    const StageContext& context, const std::string& sha256) {
  if (context.rasters != nullptr) {
    const auto found = context.rasters->find(sha256);
    if (found != context.rasters->end()) return found->second;
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "sha256 = ", sha256,
      " names a raster that is not here: give its file with --raster; "
      "a server has none"));
}

bool HasData(const RasterData& raster) {
  const Rect& rect = raster.quanta.rect();
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const int32_t* row = raster.quanta.Row(y);
    if (std::any_of(row, row + rect.width(),
                    [](int32_t q) { return q != kNodata; })) {
      return true;
    }
  }
  return false;
}

// Based on: A. Meijster, J. B. T. M. Roerdink, W. H. Hesselink. A General
//   Algorithm for Computing Distance Transforms in Linear Time. 2000.
//   doi:10.1007/0-306-47025-X_36
Plane<int32_t> FillNearest(const Plane<int32_t>& raster) {
  const Rect& rect = raster.rect();
  const Plane<int32_t> rows = NearestRows(raster);
  Plane<int32_t> filled(rect);
  // The columns that are nearest somewhere along the row, and from where on.
  std::vector<int64_t> column(static_cast<size_t>(rect.width()));
  std::vector<int64_t> start(static_cast<size_t>(rect.width()));
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const auto distance2 = [&](int64_t x, int64_t of) {
      const int64_t dy = y - *rows.At(of, y);
      return (x - of) * (x - of) + dy * dy;
    };
    size_t n = 0;
    for (int64_t u = rect.x0; u < rect.x1; ++u) {
      if (*rows.At(u, y) < 0) continue;
      while (n > 0 && distance2(start[n - 1], column[n - 1]) >
                          distance2(start[n - 1], u)) {
        --n;
      }
      int64_t from = rect.x0;
      if (n > 0) {
        const int64_t last = column[n - 1];
        // The last x at which `last` is no further away than u.
        const int64_t excess = distance2(0, u) - distance2(0, last);
        from = FloorDiv(excess, 2 * (u - last)) + 1;
      }
      if (from >= rect.x1) continue;
      column[n] = u;
      start[n] = from;
      ++n;
    }
    for (int64_t x = rect.x1 - 1; x >= rect.x0; --x) {
      while (start[n - 1] > x) --n;
      const int64_t nearest = column[n - 1];
      *filled.At(x, y) = *raster.At(nearest, *rows.At(nearest, y));
    }
  }
  return filled;
}

RasterGrid RasterGrid::Masked(std::shared_ptr<const RasterData> raster,
                              int64_t x, int64_t y, int level) {
  if (level == 0) return RasterGrid(std::move(raster), x, y, false);
  RasterGrid grid(nullptr, 0, 0, false);
  grid.own_ = Averaged(raster->quanta, x, y, level, 0);
  return grid;
}

RasterGrid RasterGrid::Filled(const RasterData& raster, int64_t x, int64_t y,
                              int level) {
  Plane<int32_t> filled = FillNearest(raster.quanta);
  if (level == 0) {
    RasterGrid grid(nullptr, x, y, true);
    grid.own_ = std::move(filled);
    return grid;
  }
  // Beyond one cell past the edge nothing changes any more.
  RasterGrid grid(nullptr, 0, 0, true);
  grid.own_ = Averaged(filled, x, y, level, 1);
  return grid;
}

void RasterGrid::Row(int64_t x0, int64_t y, int64_t n, int32_t* out) const {
  const Rect& rect = plane().rect();
  const int64_t row =
      filled_ ? std::clamp(y - y_, rect.y0, rect.y1 - 1) : y - y_;
  if (row < rect.y0 || row >= rect.y1) {
    std::fill_n(out, n, kNodata);
    return;
  }
  const int64_t first = std::clamp(rect.x0 + x_ - x0, int64_t{0}, n);
  const int64_t last = std::clamp(rect.x1 + x_ - x0, int64_t{0}, n);
  const int32_t* in = plane().Row(row);
  std::fill_n(out, first, filled_ ? in[0] : kNodata);
  std::copy(plane().At(rect.x0, row) + (x0 + first - x_ - rect.x0),
            plane().At(rect.x0, row) + (x0 + last - x_ - rect.x0), out + first);
  std::fill_n(out + last, n - last, filled_ ? in[rect.width() - 1] : kNodata);
}

}  // namespace talus

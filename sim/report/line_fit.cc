#include "sim/report/line_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace talus {

namespace {

using Row = std::array<double, 4>;

// Solves three equations in place; the fourth of each row becomes an unknown.
bool Solve(std::array<Row, 3>& rows) {
  for (size_t i = 0; i < 3; ++i) {
    size_t best = i;
    for (size_t r = i + 1; r < 3; ++r) {
      if (std::abs(rows[r][i]) > std::abs(rows[best][i])) best = r;
    }
    std::swap(rows[i], rows[best]);
    if (std::abs(rows[i][i]) < 1e-12) return false;
    for (size_t r = 0; r < 3; ++r) {
      if (r == i) continue;
      const double factor = rows[r][i] / rows[i][i];
      for (size_t c = i; c < 4; ++c) rows[r][c] -= factor * rows[i][c];
    }
  }
  for (size_t i = 0; i < 3; ++i) rows[i][3] /= rows[i][i];
  return true;
}

double ErrorsOf(const Bend& bend, const std::vector<Point>& points) {
  double sum = 0;
  for (const Point& p : points) {
    const double error =
        p.y - (p.x < bend.x ? bend.before.At(p.x) : bend.after.At(p.x));
    sum += error * error;
  }
  return sum;
}

// y = a + b (x - at) + c max(0, x - at).
std::optional<Bend> BendAt(double at, const std::vector<Point>& points) {
  std::array<Row, 3> rows{};
  for (const Point& p : points) {
    const Row terms = {1, p.x - at, std::max(0.0, p.x - at), p.y};
    for (size_t r = 0; r < 3; ++r) {
      for (size_t c = 0; c < 4; ++c) rows[r][c] += terms[r] * terms[c];
    }
  }
  if (!Solve(rows)) return std::nullopt;
  const double before = rows[1][3], after = rows[1][3] + rows[2][3];
  return Bend{at,
              {before, rows[0][3] - before * at},
              {after, rows[0][3] - after * at},
              0};
}

}  // namespace

std::optional<Line> FitLine(const std::vector<Point>& points) {
  if (points.size() < 3) return std::nullopt;
  Point mean;
  for (const Point& p : points) {
    mean.x += p.x / static_cast<double>(points.size());
    mean.y += p.y / static_cast<double>(points.size());
  }
  double xx = 0, xy = 0;
  for (const Point& p : points) {
    xx += (p.x - mean.x) * (p.x - mean.x);
    xy += (p.x - mean.x) * (p.y - mean.y);
  }
  if (xx == 0) return std::nullopt;
  return Line{xy / xx, mean.y - xy / xx * mean.x};
}

std::optional<Bend> FitBend(const std::vector<Point>& points, size_t least) {
  const auto line = FitLine(points);
  if (!line || points.size() < 2 * least + 1) return std::nullopt;
  const double of_line = ErrorsOf({points[0].x, *line, *line, 0}, points);
  std::optional<Bend> best;
  double of_best = of_line;
  for (size_t i = least; i + least < points.size(); ++i) {
    const auto bend = BendAt(points[i].x, points);
    if (!bend) continue;
    const double errors = ErrorsOf(*bend, points);
    if (best && errors >= of_best) continue;
    best = bend;
    of_best = errors;
  }
  if (best && of_line > 0) best->gain = 1 - of_best / of_line;
  return best;
}

std::vector<Point> BinMedians(std::vector<Point> points, double bin_width,
                              size_t least) {
  const auto bin = [&](const Point& p) { return std::floor(p.x / bin_width); };
  std::sort(points.begin(), points.end(), [&](const Point& a, const Point& b) {
    return bin(a) != bin(b) ? bin(a) < bin(b) : a.y < b.y;
  });
  std::vector<Point> medians;
  for (auto first = points.begin(); first != points.end();) {
    const auto last = std::find_if(first, points.end(), [&](const Point& p) {
      return bin(p) != bin(*first);
    });
    const auto n = static_cast<size_t>(last - first);
    if (n >= least) {
      medians.push_back({(bin(*first) + 0.5) * bin_width,
                         (first + static_cast<int64_t>(n / 2))->y});
    }
    first = last;
  }
  return medians;
}

}  // namespace talus

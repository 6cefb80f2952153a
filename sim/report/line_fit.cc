#include "sim/report/line_fit.h"

#include <algorithm>
#include <cmath>

namespace talus {

std::optional<double> SlopeOf(const std::vector<Point>& points) {
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
  return xy / xx;
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

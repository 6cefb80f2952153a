#ifndef TALUS_SIM_REPORT_LINE_FIT_H_
#define TALUS_SIM_REPORT_LINE_FIT_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace talus {

struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

// y = slope * x + at_zero.
struct Line {
  double slope = 0;
  double at_zero = 0;

  double At(double x) const { return slope * x + at_zero; }
};

// The least-squares line; nothing below three points or where all x are equal.
std::optional<Line> FitLine(const std::vector<Point>& points);

// Two lines that meet.
struct Bend {
  double x = 0;  // where
  Line before;
  Line after;
  double gain = 0;  // share of the squared errors of one line that is gone
};

// The least-squares bend at one of the points, with at least `least` points on
// either side of it; nothing where there are too few. REQUIRES: ascending x.
std::optional<Bend> FitBend(const std::vector<Point>& points, size_t least);

// Medians of y in bins of equal width in x, at the middle of each bin; bins of
// fewer than `least` points are left out.
std::vector<Point> BinMedians(std::vector<Point> points, double bin_width,
                              size_t least);

}  // namespace talus

#endif  // TALUS_SIM_REPORT_LINE_FIT_H_

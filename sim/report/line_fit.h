#ifndef TALUS_SIM_REPORT_LINE_FIT_H_
#define TALUS_SIM_REPORT_LINE_FIT_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace talus {

struct Point {
  double x = 0;
  double y = 0;
};

// Slope of the least-squares line; nothing below three points or where all x
// are equal.
std::optional<double> SlopeOf(const std::vector<Point>& points);

// Medians of y in bins of equal width in x, at the middle of each bin; bins of
// fewer than `least` points are left out.
std::vector<Point> BinMedians(std::vector<Point> points, double bin_width,
                              size_t least);

}  // namespace talus

#endif  // TALUS_SIM_REPORT_LINE_FIT_H_

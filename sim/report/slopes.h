#ifndef TALUS_SIM_REPORT_SLOPES_H_
#define TALUS_SIM_REPORT_SLOPES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/plane.h"
#include "sim/report/line_fit.h"

namespace talus {

// Slopes by central differences, over cells whose eight neighbours have data.
struct Slopes {
  static constexpr double kBinDeg = 2;    // of slopes
  static constexpr int kAspectBins = 32;  // of directions

  std::optional<double> median_deg;
  std::optional<double> steep_deg;  // 95th percentile
  // Share of cells a degree, at the middle of each bin of slopes.
  std::vector<Point> histogram;
  // Shares of the directions that slopes face, from east by south; each bin is
  // centred on a direction. Level cells face none.
  std::vector<double> aspects;
  // Amplitude of the 4-fold and 8-fold term of the directions, as a share of
  // their mean: what a grid's axes leave.
  std::optional<double> aspect_4_fold;
  std::optional<double> aspect_8_fold;
  // Root mean square of the bins' departures from even, as a share of even.
  std::optional<double> aspect_spread;
  // Cells lower than all their neighbours, as a share.
  std::optional<double> pit_fraction;
};

Slopes SlopesOf(const Plane<int32_t>& quanta, double cell_m);

// The value that a share of the values lies below; reorders them.
double Quantile(std::vector<double>& values, double share);

}  // namespace talus

#endif  // TALUS_SIM_REPORT_SLOPES_H_

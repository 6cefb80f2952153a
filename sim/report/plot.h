#ifndef TALUS_SIM_REPORT_PLOT_H_
#define TALUS_SIM_REPORT_PLOT_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/export/image.h"
#include "sim/report/line_fit.h"

namespace talus {

// One axis. On a log scale values are the log10 of what ticks say.
struct PlotAxis {
  std::string title;  // with its unit
  bool log = false;
  // Set where the data does not decide.
  std::optional<double> low;
  std::optional<double> high;
};

// Points of one kind.
struct PlotSeries {
  enum class Mark { kDot, kCircle, kLine, kDashes };

  std::string name;  // none: not in the legend
  Mark mark = Mark::kLine;
  Rgb color;
  std::vector<Point> points;
};

struct Plot {
  std::string title;
  PlotAxis x;
  PlotAxis y;
  std::vector<PlotSeries> series;  // later ones cover earlier ones
};

// A picture of 1000 by 850 pixels on white, its legend at the foot. Points
// outside the axes are left out.
RgbImage DrawPlot(const Plot& plot);

}  // namespace talus

#endif  // TALUS_SIM_REPORT_PLOT_H_

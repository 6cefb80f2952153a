#ifndef TALUS_SIM_REPORT_REPORT_PLOTS_H_
#define TALUS_SIM_REPORT_REPORT_PLOTS_H_

#include <string>
#include <vector>

#include "sim/report/plot.h"
#include "sim/report/terrain_measures.h"

namespace talus {

// A raster of a report: what it is called in legends, and its measures.
struct ReportColumn {
  std::string name;
  TerrainMeasures measures;
};

struct ReportPlot {
  std::string stem;  // of the file's name
  Plot plot;
};

// The curves of all columns on the same axes; the last is the one reported on.
// Curves that could not be measured are left out.
std::vector<ReportPlot> PlotsOf(const std::vector<ReportColumn>& columns);

}  // namespace talus

#endif  // TALUS_SIM_REPORT_REPORT_PLOTS_H_

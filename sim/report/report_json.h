#ifndef TALUS_SIM_REPORT_REPORT_JSON_H_
#define TALUS_SIM_REPORT_REPORT_JSON_H_

#include <string>
#include <vector>

#include "sim/report/report_plots.h"

namespace talus {

// All that a report says: `measures` of the last column and `before` of the one
// before it, in the order of MeasureRows; the points of their curves under
// `curves` and `before_curves`; and `real_land`, the ranges of the literature.
// A measure that is unset is null.
std::string ReportJson(const std::vector<ReportColumn>& columns);

}  // namespace talus

#endif  // TALUS_SIM_REPORT_REPORT_JSON_H_

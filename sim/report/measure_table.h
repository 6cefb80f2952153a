#ifndef TALUS_SIM_REPORT_MEASURE_TABLE_H_
#define TALUS_SIM_REPORT_MEASURE_TABLE_H_

#include <optional>
#include <span>
#include <string_view>

#include "sim/report/terrain_measures.h"

namespace talus {

// What real land has, and who measured it.
struct LiteratureRange {
  double low = 0;
  double high = 0;
  std::string_view source;
};

// One row of a report.
struct MeasureRow {
  std::string_view key;  // snake_case, for JSON
  std::string_view text;
  std::string_view unit;  // empty where it has none
  std::optional<double> (*value)(const TerrainMeasures&);
  std::optional<LiteratureRange> range;
};

std::span<const MeasureRow> MeasureRows();

}  // namespace talus

#endif  // TALUS_SIM_REPORT_MEASURE_TABLE_H_

#include "sim/report/report_json.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sim/report/measure_table.h"

namespace talus {
namespace {

std::string Measures(const TerrainMeasures& m) {
  std::string json = "{";
  const char* comma = "";
  for (const MeasureRow& row : MeasureRows()) {
    const std::optional<double> value = row.value(m);
    absl::StrAppendFormat(&json, "%s\n  \"%s\": %s", comma,
                          std::string(row.key),
                          value ? absl::StrFormat("%.9g", *value) : "null");
    comma = ",";
  }
  return json + "\n }";
}

std::string Curve(const std::vector<Point>& points) {
  std::string json = "[";
  const char* comma = "";
  for (const Point& p : points) {
    absl::StrAppendFormat(&json, "%s[%.6g, %.6g]", comma, p.x, p.y);
    comma = ", ";
  }
  return json + "]";
}

// Names say what x and y are; log10 of both where the name ends so.
std::string Curves(const TerrainMeasures& m) {
  std::vector<Point> aspects;
  for (size_t i = 0; i < m.slopes.aspects.size(); ++i) {
    aspects.push_back({360.0 / Slopes::kAspectBins * static_cast<double>(i),
                       m.slopes.aspects[i]});
  }
  return absl::StrCat(
      "{\n  \"slope_deg_share_per_deg\": ", Curve(m.slopes.histogram),
      ",\n  \"aspect_deg_share\": ", Curve(aspects),
      ",\n  \"area_share_relief_share\": ", Curve(m.hypsometric_curve),
      ",\n  \"frequency_power_log10\": ", Curve(m.spectrum.power),
      ",\n  \"area_slope_log10\": ", Curve(m.slope_area.points),
      ",\n  \"area_length_log10\": ", Curve(m.hack.points),
      ",\n  \"area_exceedance_log10\": ", Curve(m.flow_tail.points), "\n }");
}

std::string RealLand() {
  std::string json = "{";
  const char* comma = "";
  for (const MeasureRow& row : MeasureRows()) {
    if (!row.range) continue;
    absl::StrAppendFormat(
        &json, "%s\n  \"%s\": {\"low\": %g, \"high\": %g, \"source\": \"%s\"}",
        comma, std::string(row.key), row.range->low, row.range->high,
        std::string(row.range->source));
    comma = ",";
  }
  return json + "\n }";
}

}  // namespace

std::string ReportJson(const std::vector<ReportColumn>& columns) {
  std::string json = "{\n";
  for (size_t i = 0; i < columns.size(); ++i) {
    const bool last = i + 1 == columns.size();
    const TerrainMeasures& m = columns[i].measures;
    absl::StrAppend(&json, " \"", last ? "measures" : "before",
                    "\": ", Measures(m), ",\n");
    absl::StrAppend(&json, " \"", last ? "curves" : "before_curves",
                    "\": ", Curves(m), ",\n");
  }
  absl::StrAppend(&json, " \"real_land\": ", RealLand(), "\n}\n");
  return json;
}

}  // namespace talus

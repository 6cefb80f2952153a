#include "sim/report/report_plots.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace talus {
namespace {

using Mark = PlotSeries::Mark;

// Blue and vermilion of Okabe and Ito, which all eyes tell apart; the last
// column is vermilion.
constexpr Rgb kBefore = {0, 114, 178};
constexpr Rgb kAfter = {213, 94, 0};
constexpr Rgb kAfterPale = {250, 214, 186};
constexpr Rgb kEven = {90, 94, 100};

// Calls f(column, colour), the last one last.
template <typename F>
void ForColumns(const std::vector<ReportColumn>& columns, const F& f) {
  for (const ReportColumn& c : columns) {
    f(c, &c == &columns.back() ? kAfter : kBefore);
  }
}

// The line over the width of the points.
std::vector<Point> Along(const Line& line, double from, double to) {
  return {{from, line.At(from)}, {to, line.At(to)}};
}

void AddLaw(const PowerLaw& law, const std::string& name, Rgb color,
            const std::string& exponent, int sign, Plot& plot) {
  if (law.points.empty()) return;
  plot.series.push_back({name, Mark::kCircle, color, law.points});
  if (!law.line) return;
  plot.series.push_back(
      {absl::StrFormat("%s = %.2f", exponent, sign * law.line->slope),
       Mark::kDashes, color,
       Along(*law.line, law.points.front().x, law.points.back().x)});
}

Plot SlopeAreaPlot(const std::vector<ReportColumn>& columns) {
  Plot plot{.title = "Slope and drainage area of channels",
            .x = {.title = "drainage area A, m^2", .log = true},
            .y = {.title = "channel slope S, m/m", .log = true}};
  plot.series.push_back(
      {"", Mark::kDot, kAfterPale, columns.back().measures.slope_area_cells});
  ForColumns(columns, [&](const ReportColumn& c, Rgb color) {
    AddLaw(c.measures.slope_area, c.name + ", medians", color, "theta", -1,
           plot);
  });
  return plot;
}

Plot HackPlot(const std::vector<ReportColumn>& columns) {
  Plot plot{.title = "Hack's law",
            .x = {.title = "basin area A, m^2", .log = true},
            .y = {.title = "longest stream L, m", .log = true}};
  ForColumns(columns, [&](const ReportColumn& c, Rgb color) {
    AddLaw(c.measures.hack, c.name + ", medians", color, "h", 1, plot);
  });
  return plot;
}

Plot FlowTailPlot(const std::vector<ReportColumn>& columns) {
  Plot plot{.title = "Distribution of drainage areas",
            .x = {.title = "drainage area a, m^2", .log = true},
            .y = {.title = "share of cells with A > a", .log = true}};
  ForColumns(columns, [&](const ReportColumn& c, Rgb color) {
    AddLaw(c.measures.flow_tail, c.name, color, "tau", -1, plot);
  });
  return plot;
}

Plot HypsometryPlot(const std::vector<ReportColumn>& columns) {
  Plot plot{.title = "Hypsometric curve",
            .x = {.title = "share of area above, a/A", .low = 0, .high = 1},
            .y = {.title = "share of relief, h/H", .low = 0, .high = 1}};
  ForColumns(columns, [&](const ReportColumn& c, Rgb color) {
    const TerrainMeasures& m = c.measures;
    if (m.hypsometric_curve.empty()) return;
    const double integral = (m.mean_m - m.min_m) / (m.max_m - m.min_m);
    plot.series.push_back(
        {absl::StrFormat("%s, integral %.2f", c.name, integral), Mark::kLine,
         color, m.hypsometric_curve});
  });
  return plot;
}

Plot SpectrumPlot(const std::vector<ReportColumn>& columns) {
  Plot plot{.title = "Power spectrum of transects",
            .x = {.title = "frequency, cycles per m", .log = true},
            .y = {.title = "power, m^3", .log = true}};
  ForColumns(columns, [&](const ReportColumn& c, Rgb color) {
    const Spectrum& s = c.measures.spectrum;
    if (s.power.empty()) return;
    plot.series.push_back({c.name, Mark::kCircle, color, s.power});
    if (!s.exponent()) return;
    std::string name = absl::StrFormat("beta = %.2f", *s.exponent());
    const double from = s.power.front().x, to = s.power.back().x;
    std::vector<Point> fit = Along(*s.line, from, to);
    if (s.bend) {
      absl::StrAppendFormat(&name, ", roll-off at %.0f m",
                            std::pow(10, -s.bend->x));
      fit = {{from, s.bend->before.At(from)},
             {s.bend->x, s.bend->before.At(s.bend->x)},
             {to, s.bend->after.At(to)}};
    }
    plot.series.push_back({name, Mark::kDashes, color, fit});
  });
  return plot;
}

// Steps of a histogram with bins of one width.
std::vector<Point> StepsOf(const std::vector<Point>& bins, double width) {
  std::vector<Point> steps;
  for (const Point& bin : bins) {
    steps.push_back({bin.x - width / 2, bin.y});
    steps.push_back({bin.x + width / 2, bin.y});
  }
  return steps;
}

Plot SlopePlot(const std::vector<ReportColumn>& columns) {
  double steepest = 10;
  for (const ReportColumn& c : columns) {
    for (const Point& bin : c.measures.slopes.histogram) {
      if (bin.y > 1e-4) steepest = std::max(steepest, bin.x);
    }
  }
  Plot plot{.title = "Slopes",
            .x = {.title = "slope, degrees", .low = 0, .high = steepest + 1},
            .y = {.title = "share of cells per degree", .low = 0}};
  ForColumns(columns, [&](const ReportColumn& c, Rgb color) {
    const Slopes& s = c.measures.slopes;
    if (!s.median_deg) return;
    plot.series.push_back(
        {absl::StrFormat("%s, median %.1f", c.name, *s.median_deg), Mark::kLine,
         color, StepsOf(s.histogram, Slopes::kBinDeg)});
  });
  return plot;
}

Plot AspectPlot(const std::vector<ReportColumn>& columns) {
  constexpr double kBinDeg = 360.0 / Slopes::kAspectBins;
  Plot plot{.title = "Directions that slopes face",
            .x = {.title = "direction, degrees clockwise from east",
                  .low = -kBinDeg / 2,
                  .high = 360 - kBinDeg / 2},
            .y = {.title = "share of cells over an even share", .low = 0}};
  plot.series.push_back({"even",
                         Mark::kDashes,
                         kEven,
                         {{-kBinDeg / 2, 1}, {360 - kBinDeg / 2, 1}}});
  ForColumns(columns, [&](const ReportColumn& c, Rgb color) {
    const Slopes& s = c.measures.slopes;
    if (s.aspects.empty()) return;
    std::vector<Point> bins;
    for (size_t i = 0; i < s.aspects.size(); ++i) {
      bins.push_back({static_cast<double>(i) * kBinDeg,
                      s.aspects[i] * Slopes::kAspectBins});
    }
    plot.series.push_back(
        {absl::StrFormat("%s, 8-fold %.3f", c.name, *s.aspect_8_fold),
         Mark::kLine, color, StepsOf(bins, kBinDeg)});
  });
  return plot;
}

}  // namespace

std::vector<ReportPlot> PlotsOf(const std::vector<ReportColumn>& columns) {
  return {{"slope_area", SlopeAreaPlot(columns)},
          {"hack", HackPlot(columns)},
          {"flow_tail", FlowTailPlot(columns)},
          {"hypsometry", HypsometryPlot(columns)},
          {"spectrum", SpectrumPlot(columns)},
          {"slopes", SlopePlot(columns)},
          {"aspects", AspectPlot(columns)}};
}

}  // namespace talus

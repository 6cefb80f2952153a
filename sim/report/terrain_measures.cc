#include "sim/report/terrain_measures.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/base/status_macros.h"
#include "sim/flow/channels.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"

namespace talus {
namespace {

// Channels are followed this many cells to measure a slope: single steps of
// whole cells scatter.
constexpr int kReachCells = 5;
constexpr double kBinsPerDecade = 6;
constexpr size_t kLeastInBin = 10;
// Streams of an order that a ratio needs.
constexpr int64_t kLeastStreams = 3;
constexpr size_t kShownCells = 6000;  // as many as a plot can show
// Below, a grid's eight directions decide; above, few rivers are left.
constexpr double kTailFromCells = 10;
constexpr double kTailToShare = 0.01;
constexpr size_t kTailBins = 60;  // ten decades

void MeasureHeights(const Plane<int32_t>& quanta, TerrainMeasures& m) {
  const Rect& rect = quanta.rect();
  double sum = 0;
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const int32_t* row = quanta.Row(y);
    for (int64_t x = 0; x < rect.width(); ++x) {
      if (row[x] == Drainage::kNoData) continue;
      const double h = row[x] / static_cast<double>(kQuantaPerMeter);
      m.min_m = m.cells == 0 ? h : std::min(m.min_m, h);
      m.max_m = m.cells == 0 ? h : std::max(m.max_m, h);
      sum += h;
      ++m.cells;
    }
  }
  if (m.cells > 0) m.mean_m = sum / static_cast<double>(m.cells);
}

void MeasureHypsometricCurve(const Plane<int32_t>& quanta, TerrainMeasures& m) {
  constexpr size_t kSteps = 100;
  const double span = m.max_m - m.min_m;
  if (span <= 0) return;
  std::vector<int64_t> count(kSteps + 1);
  const Rect& rect = quanta.rect();
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      if (*quanta.At(x, y) == Drainage::kNoData) continue;
      const double h = *quanta.At(x, y) / static_cast<double>(kQuantaPerMeter);
      ++count[static_cast<size_t>((h - m.min_m) / span * kSteps)];
    }
  }
  int64_t above = m.cells;
  for (size_t i = 0; i <= kSteps; ++i) {
    m.hypsometric_curve.push_back(
        {static_cast<double>(above) / static_cast<double>(m.cells),
         static_cast<double>(i) / kSteps});
    above -= count[i];
  }
}

// What lies above each cell, itself counted.
struct Basins {
  std::vector<double> sum;
  std::vector<int32_t> lowest;
  std::vector<int32_t> highest;
};
Basins BasinsOf(const Drainage& d) {
  Basins b{std::vector<double>(d.size(), 0.0),
           std::vector<int32_t>(d.size(), INT32_MAX),
           std::vector<int32_t>(d.size(), INT32_MIN)};
  for (auto i = d.order.rbegin(); i != d.order.rend(); ++i) {
    const CellIndex c = *i;
    b.sum[c] += d.filled[c];
    b.lowest[c] = std::min(b.lowest[c], d.filled[c]);
    b.highest[c] = std::max(b.highest[c], d.filled[c]);
    const CellIndex to = d.receiver[c];
    if (to == Drainage::kNone) continue;
    b.sum[to] += b.sum[c];
    b.lowest[to] = std::min(b.lowest[to], b.lowest[c]);
    b.highest[to] = std::max(b.highest[to], b.highest[c]);
  }
  return b;
}

void MeasureHypsometry(const Drainage& d, std::span<const uint32_t> area,
                       const Channels& channels, TerrainMeasures& m) {
  const Basins basins = BasinsOf(d);
  std::vector<double> integrals;
  for (const Stream& s : channels.streams) {
    const CellIndex c = s.mouth;
    const double span =
        static_cast<double>(basins.highest[c]) - basins.lowest[c];
    if (s.order < 3 || span <= 0) continue;
    integrals.push_back((basins.sum[c] / area[c] - basins.lowest[c]) / span);
  }
  if (!integrals.empty()) m.hypsometric_integral = Quantile(integrals, 0.5);
}

// Medians of the points, and the line through them.
PowerLaw LawOf(std::vector<Point> points) {
  PowerLaw law;
  law.points = BinMedians(std::move(points), 1 / kBinsPerDecade, kLeastInBin);
  law.line = FitLine(law.points);
  return law;
}

void MeasureConcavity(const Drainage& d, std::span<const uint32_t> area,
                      const Channels& channels, double cell_m,
                      TerrainMeasures& m) {
  std::vector<Point> points;
  for (const CellIndex c : d.order) {
    if (channels.order[c] == 0) continue;
    CellIndex to = c, middle = c;
    double run = 0;
    int steps = 0;
    while (steps < kReachCells && d.receiver[to] != Drainage::kNone) {
      run += d.Distance(to, d.receiver[to]);
      to = d.receiver[to];
      ++steps;
      if (steps == kReachCells / 2) middle = to;
    }
    const double drop_m = (static_cast<double>(d.filled[c]) - d.filled[to]) /
                          static_cast<double>(kQuantaPerMeter);
    if (steps < kReachCells || drop_m <= 0) continue;
    points.push_back({std::log10(area[middle] * cell_m * cell_m),
                      std::log10(drop_m / (run * cell_m))});
  }
  const size_t step = points.size() / kShownCells + 1;
  for (size_t i = 0; i < points.size(); i += step) {
    m.slope_area_cells.push_back(points[i]);
  }
  m.slope_area = LawOf(std::move(points));
}

void MeasureHack(const Drainage& d, std::span<const uint32_t> area,
                 const Channels& channels, double cell_m, TerrainMeasures& m) {
  const std::vector<float> longest = LongestFlow(d);
  std::vector<Point> points;
  for (const Stream& s : channels.streams) {
    if (!s.complete || longest[s.mouth] <= 0) continue;
    points.push_back({std::log10(area[s.mouth] * cell_m * cell_m),
                      std::log10(longest[s.mouth] * cell_m)});
  }
  m.hack = LawOf(std::move(points));
}

// The tail from where flows gather to where the raster's size cuts them short.
void MeasureFlowTail(const Drainage& d, std::span<const uint32_t> area,
                     double cell_m, TerrainMeasures& m) {
  std::vector<int64_t> at_least(kTailBins + 1);
  const auto bin = [](double cells) {
    return static_cast<size_t>(std::floor(std::log10(cells) * kBinsPerDecade));
  };
  for (const CellIndex c : d.order) ++at_least[bin(area[c])];
  for (size_t i = kTailBins; i-- > 0;) at_least[i] += at_least[i + 1];
  const auto cells = static_cast<double>(d.order.size());
  std::vector<Point> fitted;
  for (size_t i = 0; i <= kTailBins && at_least[i] > 0; ++i) {
    const double log_cells = static_cast<double>(i) / kBinsPerDecade;
    const Point p = {log_cells + 2 * std::log10(cell_m),
                     std::log10(static_cast<double>(at_least[i]) / cells)};
    m.flow_tail.points.push_back(p);
    const double a = std::pow(10, log_cells);
    if (a >= kTailFromCells && a <= kTailToShare * cells) fitted.push_back(p);
  }
  m.flow_tail.line = FitLine(fitted);
}

void MeasureHorton(std::span<const uint32_t> area, const Channels& channels,
                   TerrainMeasures& m) {
  struct Order {
    int64_t streams = 0;
    double length = 0;
    double area = 0;
  };
  std::vector<Order> orders;
  for (const Stream& s : channels.streams) {
    if (!s.complete) continue;
    if (orders.size() < s.order) orders.resize(s.order);
    Order& o = orders[s.order - 1u];
    ++o.streams;
    o.length += s.length;
    o.area += area[s.mouth];
  }
  std::vector<Point> counts, lengths, areas;
  for (size_t i = 0; i < orders.size(); ++i) {
    const auto n = static_cast<double>(orders[i].streams);
    if (orders[i].streams < kLeastStreams) break;
    const auto order = static_cast<double>(i + 1);
    counts.push_back({order, std::log(n)});
    lengths.push_back({order, std::log(orders[i].length / n)});
    areas.push_back({order, std::log(orders[i].area / n)});
  }
  if (const auto line = FitLine(counts)) {
    m.bifurcation_ratio = std::exp(-line->slope);
    m.length_ratio = std::exp(FitLine(lengths)->slope);
    m.area_ratio = std::exp(FitLine(areas)->slope);
  }
}

// Parts of the work, as told to who waits; their costs are about equal.
constexpr int64_t kParts = 6;

}  // namespace

absl::StatusOr<TerrainMeasures> MeasureTerrain(
    const Plane<int32_t>& quanta, const MeasureOptions& options,
    const std::stop_token& stop, const MeasureProgress& progress) {
  TerrainMeasures m;
  int64_t parts = 0;
  // True where the work is to go on.
  const auto next = [&] {
    if (progress) progress(parts * m.cells, kParts * m.cells);
    ++parts;
    return !stop.stop_requested();
  };
  const absl::Status stopped = absl::CancelledError("cancelled");
  MeasureHeights(quanta, m);
  if (m.cells == 0) return m;
  if (!next()) return stopped;
  MeasureHypsometricCurve(quanta, m);
  m.slopes = SlopesOf(quanta, options.cell_m);
  if (!next()) return stopped;
  m.spectrum = SpectrumOf(TransectsOf(quanta), options.cell_m);
  if (!next()) return stopped;
  TALUS_ASSIGN_OR_RETURN(const Drainage d, DrainageOf(quanta, {}, stop));
  if (!next()) return stopped;
  double filled = 0;
  for (const CellIndex c : d.order) filled += d.filled[c];
  m.fill_m = filled / kQuantaPerMeter / static_cast<double>(m.cells) - m.mean_m;
  TALUS_ASSIGN_OR_RETURN(const auto area, DrainageArea(d, stop));
  MeasureFlowTail(d, area, options.cell_m, m);
  const double cell_area = options.cell_m * options.cell_m;
  const double threshold = std::ceil(options.channel_area_m2 / cell_area);
  const Channels channels =
      ChannelsOf(d, area,
                 static_cast<uint32_t>(std::clamp(
                     threshold, 2.0, static_cast<double>(UINT32_MAX))));
  double length = 0;
  for (const Stream& s : channels.streams) length += s.length;
  m.drainage_density_per_km = length * options.cell_m / 1000 /
                              (static_cast<double>(m.cells) * cell_area / 1e6);
  if (!next()) return stopped;
  MeasureHypsometry(d, area, channels, m);
  MeasureConcavity(d, area, channels, options.cell_m, m);
  if (!next()) return stopped;
  MeasureHack(d, area, channels, options.cell_m, m);
  MeasureHorton(area, channels, m);
  return m;
}

}  // namespace talus

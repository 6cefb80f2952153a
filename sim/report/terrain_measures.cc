#include "sim/report/terrain_measures.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/flow/channels.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"
#include "sim/report/line_fit.h"

namespace talus {
namespace {

// Channels are followed this many cells to measure a slope: single steps of
// whole cells scatter.
constexpr int kReachCells = 5;
constexpr double kBinsPerDecade = 6;
constexpr size_t kLeastInBin = 10;
// Streams of an order that a ratio needs.
constexpr int64_t kLeastStreams = 3;

double Quantile(std::vector<double>& values, double share) {
  const auto place =
      values.begin() +
      static_cast<int64_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

// Calls f(quanta of the cell, pointers to the cell in three rows) for cells
// whose eight neighbours have data.
template <typename F>
void ForInnerCells(const Plane<int32_t>& quanta, const F& f) {
  const Rect inner = Grow(quanta.rect(), -1);
  for (int64_t y = inner.y0; y < inner.y1; ++y) {
    for (int64_t x = inner.x0; x < inner.x1; ++x) {
      const int32_t* rows[3] = {quanta.At(x, y - 1), quanta.At(x, y),
                                quanta.At(x, y + 1)};
      bool whole = true;
      for (const int32_t* row : rows) {
        for (int k = -1; k <= 1; ++k) {
          whole = whole && row[k] != Drainage::kNoData;
        }
      }
      if (whole) f(rows);
    }
  }
}

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

void MeasureSlopes(const Plane<int32_t>& quanta, double cell_m,
                   TerrainMeasures& m) {
  std::vector<double> slopes;
  std::complex<double> four, eight;
  int64_t sloping = 0, pits = 0;
  ForInnerCells(quanta, [&](const int32_t* const rows[3]) {
    const double run = 2 * cell_m * kQuantaPerMeter;
    const double east = (static_cast<double>(rows[1][1]) - rows[1][-1]) / run;
    const double south = (static_cast<double>(rows[2][0]) - rows[0][0]) / run;
    slopes.push_back(std::hypot(east, south));
    if (slopes.back() > 0) {
      const double aspect = std::atan2(south, east);
      four += std::polar(1.0, 4 * aspect);
      eight += std::polar(1.0, 8 * aspect);
      ++sloping;
    }
    bool pit = true;
    for (int r = 0; r < 3; ++r) {
      for (int k = -1; k <= 1; ++k) {
        if (r == 1 && k == 0) continue;
        pit = pit && rows[1][0] < rows[r][k];
      }
    }
    pits += pit ? 1 : 0;
  });
  if (slopes.empty()) return;
  m.pit_fraction =
      static_cast<double>(pits) / static_cast<double>(slopes.size());
  const auto degrees = [](double slope) {
    return std::atan(slope) * 180 / M_PI;
  };
  m.slope_50_deg = degrees(Quantile(slopes, 0.5));
  m.slope_95_deg = degrees(Quantile(slopes, 0.95));
  if (sloping == 0) return;
  m.aspect_4_fold = 2 * std::abs(four) / static_cast<double>(sloping);
  m.aspect_8_fold = 2 * std::abs(eight) / static_cast<double>(sloping);
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

void MeasureHypsometry(const Drainage& d, const std::vector<uint32_t>& area,
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

void MeasureConcavity(const Drainage& d, const std::vector<uint32_t>& area,
                      const Channels& channels, TerrainMeasures& m) {
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
    const double drop = static_cast<double>(d.filled[c]) - d.filled[to];
    if (steps < kReachCells || drop <= 0) continue;
    points.push_back({std::log10(area[middle]), std::log10(drop / run)});
  }
  const auto slope =
      SlopeOf(BinMedians(std::move(points), 1 / kBinsPerDecade, kLeastInBin));
  if (slope) m.concavity = -*slope;
}

void MeasureHack(const Drainage& d, const std::vector<uint32_t>& area,
                 const Channels& channels, TerrainMeasures& m) {
  const std::vector<float> longest = LongestFlow(d);
  std::vector<Point> points;
  for (const Stream& s : channels.streams) {
    if (!s.complete || longest[s.mouth] <= 0) continue;
    points.push_back({std::log10(area[s.mouth]), std::log10(longest[s.mouth])});
  }
  m.hack_exponent =
      SlopeOf(BinMedians(std::move(points), 1 / kBinsPerDecade, kLeastInBin));
}

void MeasureHorton(const std::vector<uint32_t>& area, const Channels& channels,
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
  if (const auto slope = SlopeOf(counts)) {
    m.bifurcation_ratio = std::exp(-*slope);
    m.length_ratio = std::exp(*SlopeOf(lengths));
    m.area_ratio = std::exp(*SlopeOf(areas));
  }
}

}  // namespace

TerrainMeasures MeasureTerrain(const Plane<int32_t>& quanta,
                               const MeasureOptions& options) {
  TerrainMeasures m;
  MeasureHeights(quanta, m);
  if (m.cells == 0) return m;
  MeasureSlopes(quanta, options.cell_m, m);
  const Drainage d = *DrainageOf(quanta);
  double filled = 0;
  for (const CellIndex c : d.order) filled += d.filled[c];
  m.fill_m = filled / kQuantaPerMeter / static_cast<double>(m.cells) - m.mean_m;
  const std::vector<uint32_t> area = DrainageArea(d);
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
  MeasureHypsometry(d, area, channels, m);
  MeasureConcavity(d, area, channels, m);
  MeasureHack(d, area, channels, m);
  MeasureHorton(area, channels, m);
  return m;
}

}  // namespace talus

// Based on: Perron, Kirchner, Dietrich. Spectral signatures of characteristic
// spatial scales and nonfractal structure in landscapes. JGR 113, F04003, 2008.
// doi:10.1029/2007JF000866 (detrending, the Hann window, the roll-off)
//   Goertzel. An algorithm for the evaluation of finite trigonometric series.
//   American Mathematical Monthly 65(1), 1958. doi:10.2307/2310304
// Departs from them: transects instead of the plane, so that holes without data
// cost only the transects they cut; and forty frequencies an even way apart on
// the log scale, each summed by itself. A line is fitted to just such points,
// and that needs no library of Fourier transforms.

#include "sim/report/spectrum.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "sim/base/fixed.h"
#include "sim/flow/drainage.h"

namespace talus {
namespace {

constexpr int64_t kShortest = 64;  // cells of a transect
constexpr int64_t kLongest = 4096;
constexpr int64_t kLeastTransects = 8;
constexpr int64_t kMostLines = 512;  // each way
constexpr int kFrequencies = 40;
// Hann's window spreads the trend's rest over the first waves; the last are
// shaped by how the raster was sampled.
constexpr int64_t kFirstWave = 3;
constexpr double kFittedWaveCells = 4;
// A bend is one where it takes this share of the line's errors away and the
// slope changes by so much; noise of a pure power law does neither.
constexpr double kPlainGain = 0.5;
constexpr double kPlainChange = 0.6;
constexpr size_t kLeastBesideBend = 6;

// Pieces of `n` cells of every `step`-th row, or column.
void Cut(const Plane<int32_t>& quanta, bool rows, int64_t n, Transects& out) {
  const Rect& r = quanta.rect();
  const int64_t lines = rows ? r.height() : r.width();
  const int64_t cells = rows ? r.width() : r.height();
  const int64_t step = std::max<int64_t>(1, lines / kMostLines);
  for (int64_t line = step / 2; line < lines; line += step) {
    std::vector<double> piece;
    for (int64_t i = 0; i < cells; ++i) {
      const int32_t h = rows ? *quanta.At(r.x0 + i, r.y0 + line)
                             : *quanta.At(r.x0 + line, r.y0 + i);
      if (h == Drainage::kNoData) {
        piece.clear();
        continue;
      }
      piece.push_back(h / static_cast<double>(kQuantaPerMeter));
      if (static_cast<int64_t>(piece.size()) < n) continue;
      out.push_back(piece);
      piece.clear();
    }
  }
}

// Takes the least-squares line off and lays the window over.
std::vector<double> Windowed(const std::vector<double>& transect,
                             const std::vector<double>& window) {
  std::vector<Point> points(transect.size());
  for (size_t i = 0; i < points.size(); ++i) {
    points[i] = {static_cast<double>(i), transect[i]};
  }
  const Line line = FitLine(points).value_or(Line{});
  std::vector<double> values(transect.size());
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = (points[i].y - line.At(points[i].x)) * window[i];
  }
  return values;
}

// |X|^2 of some waves, all in step so that they fill vectors.
class Goertzel {
 public:
  Goertzel(const std::vector<double>& waves, double n) {
    for (const double wave : waves) {
      factor_.push_back(2 * std::cos(2 * M_PI * wave / n));
    }
  }
  void Add(const std::vector<double>& values, std::vector<double>& power) {
    one_.assign(factor_.size(), 0);
    two_.assign(factor_.size(), 0);
    for (const double value : values) {
      for (size_t k = 0; k < factor_.size(); ++k) {
        const double next = value + factor_[k] * one_[k] - two_[k];
        two_[k] = one_[k];
        one_[k] = next;
      }
    }
    for (size_t k = 0; k < factor_.size(); ++k) {
      power[k] += one_[k] * one_[k] + two_[k] * two_[k] -
                  factor_[k] * one_[k] * two_[k];
    }
  }

 private:
  std::vector<double> factor_, one_, two_;
};

// Whole waves a transect, evenly apart on the log scale.
std::vector<double> Waves(int64_t n) {
  std::set<int64_t> waves;
  const double first = kFirstWave, last = static_cast<double>(n / 2 - 1);
  for (int i = 0; i < kFrequencies; ++i) {
    waves.insert(
        std::llround(first * std::pow(last / first, i / (kFrequencies - 1.0))));
  }
  return {waves.begin(), waves.end()};
}

void Fit(double cell_m, Spectrum& s) {
  std::vector<Point> fitted = s.power;
  std::erase_if(fitted, [&](const Point& p) {
    return p.x > -std::log10(kFittedWaveCells * cell_m);
  });
  s.line = FitLine(fitted);
  const auto bend = FitBend(fitted, kLeastBesideBend);
  if (bend && bend->gain > kPlainGain &&
      bend->before.slope - bend->after.slope > kPlainChange) {
    s.bend = bend;
  }
}

}  // namespace

Transects TransectsOf(const Plane<int32_t>& quanta) {
  const Rect& r = quanta.rect();
  Transects transects;
  for (int64_t n = std::min({r.width(), r.height(), kLongest}); n >= kShortest;
       n /= 2) {
    Cut(quanta, true, n, transects);
    Cut(quanta, false, n, transects);
    if (static_cast<int64_t>(transects.size()) >= kLeastTransects) break;
    transects.clear();
  }
  return transects;
}

Spectrum SpectrumOf(const Transects& transects, double cell_m) {
  Spectrum s;
  if (transects.empty()) return s;
  const size_t n = transects[0].size();
  std::vector<double> window(n);
  double squares = 0;
  for (size_t i = 0; i < n; ++i) {
    window[i] = 0.5 - 0.5 * std::cos(2 * M_PI * (static_cast<double>(i) + 0.5) /
                                     static_cast<double>(n));
    squares += window[i] * window[i];
  }
  const std::vector<double> waves = Waves(static_cast<int64_t>(n));
  std::vector<double> power(waves.size());
  Goertzel goertzel(waves, static_cast<double>(n));
  for (const auto& transect : transects) {
    goertzel.Add(Windowed(transect, window), power);
  }
  for (size_t k = 0; k < waves.size(); ++k) {
    const double mean =
        2 * cell_m * power[k] / squares / static_cast<double>(transects.size());
    if (mean <= 0) continue;
    s.power.push_back({std::log10(waves[k] / (static_cast<double>(n) * cell_m)),
                       std::log10(mean)});
  }
  Fit(cell_m, s);
  return s;
}

}  // namespace talus

#include "sim/report/slopes.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "sim/base/fixed.h"
#include "sim/flow/drainage.h"

namespace talus {
namespace {

// Calls f(pointers to the cell in three rows) for cells whose eight neighbours
// have data.
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

bool IsPit(const int32_t* const rows[3]) {
  for (int r = 0; r < 3; ++r) {
    for (int k = -1; k <= 1; ++k) {
      if ((r != 1 || k != 0) && rows[1][0] >= rows[r][k]) return false;
    }
  }
  return true;
}

// Directions that slopes face.
class Aspects {
 public:
  void Add(double east, double south) {
    const double aspect = std::atan2(south, east);
    four_ += std::polar(1.0, 4 * aspect);
    eight_ += std::polar(1.0, 8 * aspect);
    const double turn = aspect / (2 * M_PI) * Slopes::kAspectBins;
    const int64_t bin = std::llround(turn) + Slopes::kAspectBins;
    ++counts_[static_cast<size_t>(bin % Slopes::kAspectBins)];
    ++count_;
  }

  void Write(Slopes& s) const {
    if (count_ == 0) return;
    s.aspect_4_fold = 2 * std::abs(four_) / count_;
    s.aspect_8_fold = 2 * std::abs(eight_) / count_;
    double squares = 0;
    for (const double count : counts_) {
      s.aspects.push_back(count / count_);
      const double apart = s.aspects.back() * Slopes::kAspectBins - 1;
      squares += apart * apart;
    }
    s.aspect_spread = std::sqrt(squares / Slopes::kAspectBins);
  }

 private:
  std::complex<double> four_, eight_;
  std::vector<double> counts_ = std::vector<double>(Slopes::kAspectBins, 0.0);
  double count_ = 0;
};

double Degrees(double slope) { return std::atan(slope) * 180 / M_PI; }

std::vector<Point> HistogramOf(const std::vector<double>& slopes) {
  const auto bins = static_cast<size_t>(90 / Slopes::kBinDeg);
  std::vector<Point> histogram(bins);
  for (size_t i = 0; i < bins; ++i) {
    histogram[i].x = (static_cast<double>(i) + 0.5) * Slopes::kBinDeg;
  }
  const double each =
      1 / (static_cast<double>(slopes.size()) * Slopes::kBinDeg);
  for (const double slope : slopes) {
    const auto bin = static_cast<size_t>(Degrees(slope) / Slopes::kBinDeg);
    histogram[std::min(bin, bins - 1)].y += each;
  }
  return histogram;
}

}  // namespace

double Quantile(std::vector<double>& values, double share) {
  const auto place =
      values.begin() +
      static_cast<int64_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

Slopes SlopesOf(const Plane<int32_t>& quanta, double cell_m) {
  Slopes s;
  std::vector<double> slopes;
  Aspects aspects;
  int64_t pits = 0;
  const double run = 2 * cell_m * kQuantaPerMeter;
  ForInnerCells(quanta, [&](const int32_t* const rows[3]) {
    const double east = (static_cast<double>(rows[1][1]) - rows[1][-1]) / run;
    const double south = (static_cast<double>(rows[2][0]) - rows[0][0]) / run;
    slopes.push_back(std::hypot(east, south));
    if (slopes.back() > 0) aspects.Add(-east, -south);
    pits += IsPit(rows) ? 1 : 0;
  });
  if (slopes.empty()) return s;
  s.pit_fraction =
      static_cast<double>(pits) / static_cast<double>(slopes.size());
  s.histogram = HistogramOf(slopes);
  s.median_deg = Degrees(Quantile(slopes, 0.5));
  s.steep_deg = Degrees(Quantile(slopes, 0.95));
  aspects.Write(s);
  return s;
}

}  // namespace talus

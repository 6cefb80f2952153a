#ifndef TALUS_TESTS_SIM_PLAN_LAND_LIKENESS_H_
#define TALUS_TESTS_SIM_PLAN_LAND_LIKENESS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/plane.h"
#include "sim/base/status_macros.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"

// How alike the same land is on cells of two sizes.
namespace talus::testing {

// Heights averaged over square blocks of cells, in metres.
struct BlockMeans {
  int64_t width = 0;  // blocks
  int64_t height = 0;
  std::vector<double> mean_m;

  double At(int64_t x, int64_t y) const {
    return mean_m[static_cast<size_t>(y * width + x)];
  }
};

// REQUIRES: the raster is a whole number of blocks wide and high.
inline BlockMeans BlockMeansOf(const Plane<int32_t>& quanta, int64_t block) {
  const Rect& r = quanta.rect();
  BlockMeans means{r.width() / block, r.height() / block, {}};
  means.mean_m.resize(static_cast<size_t>(means.width * means.height));
  const double share =
      1.0 / (static_cast<double>(block * block) * kQuantaPerMeter);
  for (int64_t y = r.y0; y < r.y1; ++y) {
    for (int64_t x = r.x0; x < r.x1; ++x) {
      const int64_t at = (y - r.y0) / block * means.width + (x - r.x0) / block;
      means.mean_m[static_cast<size_t>(at)] += share * *quanta.At(x, y);
    }
  }
  return means;
}

// Steps of height from block to block, eastward and southward.
inline std::vector<double> StepsOf(const BlockMeans& m) {
  std::vector<double> steps;
  for (int64_t y = 0; y + 1 < m.height; ++y) {
    for (int64_t x = 0; x + 1 < m.width; ++x) {
      steps.push_back(m.At(x + 1, y) - m.At(x, y));
      steps.push_back(m.At(x, y + 1) - m.At(x, y));
    }
  }
  return steps;
}

// Pearson's. REQUIRES: as many of each, not all the same.
inline double Correlation(const std::vector<double>& a,
                          const std::vector<double>& b) {
  const double n = static_cast<double>(a.size());
  double mean_a = 0, mean_b = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    mean_a += a[i] / n;
    mean_b += b[i] / n;
  }
  double ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

// A piece of channel: where it is, from the corner of the raster, and how long.
struct ChannelPiece {
  double x_m = 0;
  double y_m = 0;
  double length_m = 0;
};

// The cells through which at least `area_m2` of the raster drain.
inline absl::StatusOr<std::vector<ChannelPiece>> MainChannels(
    const Plane<int32_t>& quanta, double cell_m, double area_m2) {
  TALUS_ASSIGN_OR_RETURN(const Drainage drainage, DrainageOf(quanta));
  TALUS_ASSIGN_OR_RETURN(const auto cells, DrainageArea(drainage));
  std::vector<ChannelPiece> pieces;
  for (CellIndex i = 0; i < cells.size(); ++i) {
    if (cells[i] * cell_m * cell_m < area_m2) continue;
    const CellIndex to = drainage.receiver[i];
    const double length = to == Drainage::kNone ? 1 : drainage.Distance(i, to);
    const auto x = static_cast<double>(i % drainage.width);
    const auto y = static_cast<double>(i / drainage.width);
    pieces.push_back({(x + 0.5) * cell_m, (y + 0.5) * cell_m, length * cell_m});
  }
  return pieces;
}

// Share of the length of `a` that lies no further than `distance_m` from `b`.
inline double LengthNear(const std::vector<ChannelPiece>& a,
                         const std::vector<ChannelPiece>& b,
                         double distance_m) {
  double near = 0, all = 0;
  for (const ChannelPiece& piece : a) {
    all += piece.length_m;
    if (std::any_of(b.begin(), b.end(), [&](const ChannelPiece& other) {
          const double x = other.x_m - piece.x_m, y = other.y_m - piece.y_m;
          return x * x + y * y <= distance_m * distance_m;
        })) {
      near += piece.length_m;
    }
  }
  return all > 0 ? near / all : 0;
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_PLAN_LAND_LIKENESS_H_

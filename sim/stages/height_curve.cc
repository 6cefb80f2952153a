// Based on: F. N. Fritsch, R. E. Carlson. Monotone Piecewise Cubic
//   Interpolation. SIAM J. Numer. Anal. 17(2), 1980. doi:10.1137/0717021
// Departs from it: goes straight on beyond the ends, with the end's slope.
#include <cmath>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "sim/base/fixed.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/pointwise.h"

namespace talus {
namespace {

// From height `from` on: to + d (c1 + d (c2 + d c3)), d = height - from, all in
// quanta.
struct Segment {
  int32_t from;
  double to;
  double c1;
  double c2;
  double c3;
};

struct CurveArgs {
  const Segment* segments;
  size_t segment_count;
  const int32_t* in;
  int64_t n;
  int32_t* out;
};

TALUS_INLINE void CurveBody(const CurveArgs& a) {
  const int32_t* __restrict in = a.in;
  int32_t* __restrict out = a.out;
  const int64_t n = a.n;
  for (size_t k = 0; k < a.segment_count; ++k) {
    const Segment s = a.segments[k];
    for (int64_t i = 0; i < n; ++i) {
      const double d = static_cast<double>(in[i]) - s.from;
      const double to = s.to + d * (s.c1 + d * (s.c2 + d * s.c3));
      const double low = to < -kMaxQuanta ? -kMaxQuanta : to;
      const double held = low > kMaxQuanta ? kMaxQuanta : low;
      const int32_t curved =
          static_cast<int32_t>(held + (held < 0.0 ? -0.5 : 0.5));
      out[i] = ((k == 0) | (in[i] >= s.from)) ? curved : out[i];
    }
  }
}
TALUS_KERNEL(CurveKernel, CurveBody, CurveArgs)

// Slopes at the points, such that the curve between two of them never leaves
// their heights' range.
std::vector<double> MonotoneSlopes(const std::vector<double>& from,
                                   const std::vector<double>& to) {
  const size_t n = from.size();
  std::vector<double> secant(n - 1);
  for (size_t k = 0; k + 1 < n; ++k) {
    secant[k] = (to[k + 1] - to[k]) / (from[k + 1] - from[k]);
  }
  std::vector<double> slope(n);
  slope[0] = secant[0];
  slope[n - 1] = secant[n - 2];
  for (size_t k = 1; k + 1 < n; ++k) {
    slope[k] =
        secant[k - 1] * secant[k] > 0 ? (secant[k - 1] + secant[k]) / 2 : 0;
  }
  for (size_t k = 0; k + 1 < n; ++k) {
    if (secant[k] == 0) {
      slope[k] = slope[k + 1] = 0;
      continue;
    }
    const double a = slope[k] / secant[k];
    const double b = slope[k + 1] / secant[k];
    const double square = a * a + b * b;
    if (square > 9) {
      const double shrink = 3 / std::sqrt(square);
      slope[k] = shrink * a * secant[k];
      slope[k + 1] = shrink * b * secant[k];
    }
  }
  return slope;
}

std::vector<Segment> Segments(const v1::HeightCurve& p) {
  std::vector<double> from;
  std::vector<double> to;
  for (const v1::CurvePoint& point : p.points()) {
    from.push_back(QuantaFromMeters(point.from_m()));
    to.push_back(QuantaFromMeters(point.to_m()));
  }
  const std::vector<double> slope = MonotoneSlopes(from, to);
  const size_t last = from.size() - 1;
  std::vector<Segment> segments;
  segments.push_back({static_cast<int32_t>(from[0]), to[0], slope[0], 0, 0});
  for (size_t k = 0; k < last; ++k) {
    const double length = from[k + 1] - from[k];
    const double secant = (to[k + 1] - to[k]) / length;
    segments.push_back(
        {static_cast<int32_t>(from[k]), to[k], slope[k],
         (3 * secant - 2 * slope[k] - slope[k + 1]) / length,
         (slope[k] + slope[k + 1] - 2 * secant) / (length * length)});
  }
  segments.push_back(
      {static_cast<int32_t>(from[last]), to[last], slope[last], 0, 0});
  return segments;
}

class HeightCurveStage final : public PointwiseStage {
 public:
  explicit HeightCurveStage(const v1::HeightCurve& p)
      : PointwiseStage({.name = "height_curve",
                        .halo_cells = 0,
                        .reads = {Layer::kHeight},
                        .writes = {Layer::kHeight}}),
        segments_(Segments(p)) {}

  void WriteRow(const Window& window, const LayerRows& in, int64_t y,
                const LayerRows& out) const override {
    CurveKernel({segments_.data(), segments_.size(),
                 in.Quanta(Layer::kHeight, y), window.rect.width(),
                 out.Quanta(Layer::kHeight, y)});
  }

 private:
  const std::vector<Segment> segments_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeHeightCurve(
    const v1::HeightCurve& params, const StageContext&) {
  if (params.points_size() < 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "points has ", params.points_size(), " points; a curve needs 2 to 64"));
  }
  for (int k = 1; k < params.points_size(); ++k) {
    const double before = params.points(k - 1).from_m();
    const double here = params.points(k).from_m();
    if (QuantaFromMeters(here) <= QuantaFromMeters(before)) {
      return absl::InvalidArgumentError(
          absl::StrCat("points[", k, "].from_m = ", here,
                       " must be greater than that of the point before, ",
                       before, ": list the points by rising from_m"));
    }
  }
  return std::make_unique<HeightCurveStage>(params);
}

}  // namespace talus

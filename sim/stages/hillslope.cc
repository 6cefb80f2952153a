#include "sim/stages/hillslope.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "sim/base/math.h"
#include "sim/stages/repose.h"

namespace talus {
namespace {

struct SlopeArgs {
  float angle;  // in half turns
  int64_t n;
  float* factors;
};

TALUS_INLINE void SlopeRowBody(const SlopeArgs& a) {
  float* __restrict factors = a.factors;
  const float angle = a.angle;
  const float tangent = HeldTangent(angle);
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    factors[i] = HeldTangent(angle * factors[i]) / tangent;
  }
}
TALUS_KERNEL(RunSlopeRow, SlopeRowBody, SlopeArgs)

constexpr int32_t kUnknown = INT32_MAX;

}  // namespace

Hillslope::Hillslope(double degrees, double cell_m)
    : steepest(TanDegrees(degrees) * cell_m * double{kQuantaPerMeter}),
      angle(static_cast<float>(degrees / 180)) {}

void Hillslope::TurnToSlopes(std::span<float> factors) const {
  RunSlopeRow({angle, static_cast<int64_t>(factors.size()), factors.data()});
}

double HighestOver(std::span<const int32_t> surface, const Drainage& drainage,
                   CellIndex i, double steepest) {
  // The lower one across the sides in x, and in y.
  std::array<int32_t, 2> along = {kUnknown, kUnknown};
  drainage.ForNeighbours(i, [&](size_t k, CellIndex side) {
    if (kNeighbourX[k] != 0 && kNeighbourY[k] != 0) return;
    const int32_t level = drainage.filled[side];
    const bool lower = level < drainage.filled[i] && level != Drainage::kNoData;
    if (!lower && side != drainage.receiver[i]) return;
    int32_t& low = along[kNeighbourX[k] != 0 ? 0 : 1];
    low = std::min(low, surface[side]);
  });
  const double low = std::min(along[0], along[1]);
  const double apart = std::max(along[0], along[1]) - low;
  if (apart >= steepest) return low + steepest;
  return low + (apart + std::sqrt(2 * steepest * steepest - apart * apart)) / 2;
}

}  // namespace talus

#include "sim/stages/factor_row.h"

#include <algorithm>

#include "sim/base/isa.h"

namespace talus {
namespace {

struct FactorArgs {
  const float* shares;
  const ParameterScale* scale;
  int64_t n;
  float* factors;
};

TALUS_INLINE void FactorRowBody(const FactorArgs& a) {
  const float* __restrict shares = a.shares;
  float* __restrict factors = a.factors;
  const float at_zero = a.scale->at_zero;
  const float span = a.scale->at_one - at_zero;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    factors[i] = at_zero + span * HeldShare(shares[i]);
  }
}
TALUS_KERNEL(RunFactorRow, FactorRowBody, FactorArgs)

struct HoldArgs {
  float per_factor;
  float most;
  int64_t n;
  float* factors;
};

TALUS_INLINE void HoldRowBody(const HoldArgs& a) {
  float* __restrict factors = a.factors;
  const float per_factor = a.per_factor;
  const float most = a.most;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    const float asked = factors[i] * per_factor;
    factors[i] = asked < most ? asked : most;
  }
}
TALUS_KERNEL(RunHoldRow, HoldRowBody, HoldArgs)

// Units larger than that are no floats.
constexpr double kMostUnits = 1e30;

}  // namespace

std::optional<ParameterScale> ScaleRead(const StageContext& context,
                                        std::string_view parameter,
                                        StageInfo* info) {
  const ParameterScale* scale = context.ScaleOf(parameter);
  if (scale == nullptr) return std::nullopt;
  info->reads.Add(scale->layer);
  return *scale;
}

void FillFactors(const std::optional<ParameterScale>& scale,
                 const LayerRows& in, int64_t y, int64_t first, int64_t last,
                 float* factors) {
  if (!scale) return std::fill(factors + first, factors + last, 1.0f);
  FillFactors(*scale, in.Real(scale->layer, y) + first, last - first,
              factors + first);
}

void FillFactors(const ParameterScale& scale, const float* shares, int64_t n,
                 float* factors) {
  RunFactorRow({shares, &scale, n, factors});
}

HeldNumber::HeldNumber(double asked, double most_held)
    : held(std::min(asked, most_held)) {
  if (held <= 0) return;
  per_factor = static_cast<float>(std::min(asked / held, kMostUnits));
  most = static_cast<float>(std::min(most_held / held, kMostUnits));
}

void FillHeldFactors(const std::optional<ParameterScale>& scale,
                     const HeldNumber& number, const LayerRows& in, int64_t y,
                     int64_t first, int64_t last, float* factors) {
  FillFactors(scale, in, y, first, last, factors);
  RunHoldRow({number.per_factor, number.most, last - first, factors + first});
}

}  // namespace talus

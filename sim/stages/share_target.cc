#include "sim/stages/share_target.h"

#include <vector>

namespace talus {
namespace {

struct CombineArgs {
  const float* values;
  const float* before;
  int64_t n;
  float* out;
};

template <v1::Combine kCombine>
TALUS_INLINE void CombineBody(const CombineArgs& a) {
  const float* __restrict values = a.values;
  const float* __restrict before = a.before;
  float* __restrict out = a.out;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    const float v = values[i], b = before[i];
    float share = v;
    if constexpr (kCombine == v1::COMBINE_ADD) share = b + v;
    if constexpr (kCombine == v1::COMBINE_MULTIPLY) share = b * v;
    if constexpr (kCombine == v1::COMBINE_MIN) share = b < v ? b : v;
    if constexpr (kCombine == v1::COMBINE_MAX) share = b > v ? b : v;
    out[i] = HeldShare(share);
  }
}
TALUS_INLINE void ReplaceBody(const CombineArgs& a) {
  CombineBody<v1::COMBINE_REPLACE>(a);
}
TALUS_INLINE void AddBody(const CombineArgs& a) {
  CombineBody<v1::COMBINE_ADD>(a);
}
TALUS_INLINE void MultiplyBody(const CombineArgs& a) {
  CombineBody<v1::COMBINE_MULTIPLY>(a);
}
TALUS_INLINE void MinBody(const CombineArgs& a) {
  CombineBody<v1::COMBINE_MIN>(a);
}
TALUS_INLINE void MaxBody(const CombineArgs& a) {
  CombineBody<v1::COMBINE_MAX>(a);
}
TALUS_KERNEL(ReplaceKernel, ReplaceBody, CombineArgs)
TALUS_KERNEL(AddKernel, AddBody, CombineArgs)
TALUS_KERNEL(MultiplyKernel, MultiplyBody, CombineArgs)
TALUS_KERNEL(MinKernel, MinBody, CombineArgs)
TALUS_KERNEL(MaxKernel, MaxBody, CombineArgs)

}  // namespace

void ShareTarget::Write(const float* values, int64_t n, const LayerRows& in,
                        int64_t y, const LayerRows& out) const {
  CombineArgs args = {values, values, n, out.Real(layer, y)};
  if (combine == v1::COMBINE_REPLACE) return ReplaceKernel(args);
  std::vector<float> unwritten;
  if (in.Has(layer)) {
    args.before = in.Real(layer, y);
  } else {
    unwritten.resize(static_cast<size_t>(n));
    args.before = unwritten.data();
  }
  switch (combine) {
    case v1::COMBINE_ADD:
      return AddKernel(args);
    case v1::COMBINE_MULTIPLY:
      return MultiplyKernel(args);
    case v1::COMBINE_MIN:
      return MinKernel(args);
    default:
      return MaxKernel(args);
  }
}

}  // namespace talus

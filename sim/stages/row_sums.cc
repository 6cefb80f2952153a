#include "sim/stages/row_sums.h"

namespace talus {
namespace {

struct RiseArgs {
  const int32_t* from;
  const int32_t* to;
  const int32_t* sum;
  int64_t n;
  int32_t* sum_out;
};

// Adds to a sum what a height rose by.
TALUS_INLINE void AddRise(const RiseArgs& a) {
  const int32_t* __restrict from = a.from;
  const int32_t* __restrict to = a.to;
  const int32_t* __restrict sum = a.sum;
  int32_t* __restrict sum_out = a.sum_out;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    const int32_t rise = to[i] - from[i];
    sum_out[i] = AddToSum(sum[i], static_cast<uint32_t>(rise > 0 ? rise : 0));
  }
}
TALUS_KERNEL(RunAddRise, AddRise, RiseArgs)

struct MoreArgs {
  const int32_t* more;  // not negative
  const int32_t* sum;
  int64_t n;
  int32_t* sum_out;
};

TALUS_INLINE void AddMore(const MoreArgs& a) {
  const int32_t* __restrict more = a.more;
  const int32_t* __restrict sum = a.sum;
  int32_t* __restrict sum_out = a.sum_out;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    sum_out[i] = AddToSum(sum[i], static_cast<uint32_t>(more[i]));
  }
}
TALUS_KERNEL(RunAddMore, AddMore, MoreArgs)

}  // namespace

void AddWearAndDeposition(const LayerRows& in, int64_t y, const LayerRows& out,
                          int64_t first, int64_t n) {
  const int32_t* before = in.Quanta(Layer::kHeight, y) + first;
  const int32_t* after = out.Quanta(Layer::kHeight, y) + first;
  const auto add = [&](Layer layer, const int32_t* from, const int32_t* to) {
    if (!in.Has(layer)) return;
    RunAddRise({from, to, in.Quanta(layer, y) + first, n,
                out.Quanta(layer, y) + first});
  };
  add(Layer::kDeposition, before, after);
  add(Layer::kWear, after, before);
}

void AddToSums(Layer sum, const LayerRows& in, int64_t y, const LayerRows& out,
               int64_t first, std::span<const int32_t> more) {
  if (!in.Has(sum)) return;
  RunAddMore({more.data(), in.Quanta(sum, y) + first,
              static_cast<int64_t>(more.size()), out.Quanta(sum, y) + first});
}

}  // namespace talus

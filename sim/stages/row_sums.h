#ifndef TALUS_SIM_STAGES_ROW_SUMS_H_
#define TALUS_SIM_STAGES_ROW_SUMS_H_

#include <cstdint>
#include <span>

#include "sim/base/isa.h"
#include "sim/stage/stage.h"

namespace talus {

struct DifferenceArgs {
  const int32_t* a;
  const int32_t* b;
  int64_t n;
  int64_t* sum;
};

TALUS_INLINE void SumDifferenceBody(const DifferenceArgs& args) {
  const int32_t* __restrict a = args.a;
  const int32_t* __restrict b = args.b;
  const int64_t n = args.n;
  int64_t sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += int64_t{a[i]} - int64_t{b[i]};
  *args.sum = sum;
}

// Adds to a sum of what happened on the way (wear, deposition, runoff), which
// is never negative. It ends at INT32_MAX.
TALUS_INLINE int32_t AddToSum(int32_t sum, uint32_t more) {
  const uint32_t room = static_cast<uint32_t>(INT32_MAX - sum);
  return sum + static_cast<int32_t>(more < room ? more : room);
}

// Adds to wear and deposition, where they are asked for, what the ground of
// columns [first, first + n) of row y sank and rose by.
void AddWearAndDeposition(const LayerRows& in, int64_t y, const LayerRows& out,
                          int64_t first, int64_t n);

// Adds to a sum, where it is asked for, quanta >= 0 of columns [first, first +
// more.size()) of row y.
void AddToSums(Layer sum, const LayerRows& in, int64_t y, const LayerRows& out,
               int64_t first, std::span<const int32_t> more);

// Columns of row y that the ledger counts, as indices from the window's first
// column; empty where first >= last.
struct CountedColumns {
  int64_t first = 0;
  int64_t last = 0;
};
inline CountedColumns CountedIn(const Window& window, int64_t y) {
  if (y < window.counted.y0 || y >= window.counted.y1) return {};
  return {window.counted.x0 - window.rect.x0,
          window.counted.x1 - window.rect.x0};
}

}  // namespace talus

#endif  // TALUS_SIM_STAGES_ROW_SUMS_H_

#include "sim/stages/quanta_row.h"

#include "sim/base/fixed.h"
#include "sim/base/isa.h"

namespace talus {
namespace {

TALUS_INLINE void QuantaBody(const QuantaRowArgs& a) {
  const float* __restrict values = a.values;
  int32_t* __restrict out = a.out;
  const float quanta_per_unit = a.quanta_per_unit;
  const int32_t base = a.base;
  const int64_t n = a.n;
  for (int64_t i = 0; i < n; ++i) {
    const float q = values[i] * quanta_per_unit;
    const float low = q < -1.07e9f ? -1.07e9f : q;
    const float held = low > 1.07e9f ? 1.07e9f : low;
    const int32_t whole =
        static_cast<int32_t>(held + (held < 0.0f ? -0.5f : 0.5f));
    const int32_t sum = whole + base;
    const int32_t floored = sum < -kMaxQuanta ? -kMaxQuanta : sum;
    out[i] = floored > kMaxQuanta ? kMaxQuanta : floored;
  }
}
TALUS_KERNEL(QuantaKernel, QuantaBody, QuantaRowArgs)

}  // namespace

void RunQuantaRow(const QuantaRowArgs& a) { QuantaKernel(a); }

}  // namespace talus

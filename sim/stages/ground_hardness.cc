#include "sim/stages/ground_hardness.h"

#include "sim/base/isa.h"

namespace talus {
namespace {

struct HideArgs {
  const float* rock;
  const int32_t* loose;
  int64_t n;
  float* hardness;
};

TALUS_INLINE void HideBody(const HideArgs& a) {
  const float* __restrict rock = a.rock;
  const int32_t* __restrict loose = a.loose;
  float* __restrict hardness = a.hardness;
  const int64_t n = a.n;
  constexpr float kShare = 1.0f / static_cast<float>(kHidingCover);
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    const float bare = 1.0f - static_cast<float>(loose[i]) * kShare;
    hardness[i] = rock[i] * (bare > 0.0f ? bare : 0.0f);
  }
}
TALUS_KERNEL(RunHide, HideBody, HideArgs)

}  // namespace

const float* HardnessOfGround(const LayerRows& in, int64_t y, int64_t first,
                              std::span<float> room) {
  if (!in.Has(Layer::kHardness)) return room.data();
  const float* rock = in.Real(Layer::kHardness, y) + first;
  if (!in.Has(Layer::kLoose)) return rock;
  RunHide({rock, in.Quanta(Layer::kLoose, y) + first,
           static_cast<int64_t>(room.size()), room.data()});
  return room.data();
}

}  // namespace talus

#include "sim/plan/resample.h"

#include "sim/base/fixed.h"
#include "sim/stage/stage.h"

namespace talus {
namespace {

// Calls put(y, i, c, cx, cy, cxy) for each fine cell with the values of the
// coarse cell that holds it, its neighbours along x and y, and the diagonal
// one.
template <typename T, typename Put>
void ForEachFine(const Plane<int32_t>& coarse, const Plane<int32_t>* mask,
                 const Rect& rect, Put&& put) {
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const int64_t cy = y >> 1;
    const int64_t ny = cy + ((y & 1) != 0 ? 1 : -1);
    const T* near = reinterpret_cast<const T*>(coarse.Row(cy));
    const T* far = reinterpret_cast<const T*>(coarse.Row(ny));
    const int32_t* near_kind = mask ? mask->Row(cy) : nullptr;
    const int32_t* far_kind = mask ? mask->Row(ny) : nullptr;
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      const int64_t step = (x & 1) != 0 ? 1 : -1;
      const int64_t i = (x >> 1) - coarse.rect().x0;
      T c = near[i], cx = near[i + step], cv = far[i], cxy = far[i + step];
      if (mask != nullptr) {
        // The mask may cover other cells than the values do.
        const int64_t m = (x >> 1) - mask->rect().x0;
        if (near_kind[m + step] != kInside) cx = c;
        if (far_kind[m] != kInside) cv = c;
        if (far_kind[m + step] != kInside) cxy = c;
      }
      put(x, y, c, cx, cv, cxy);
    }
  }
}

}  // namespace

Rect CoarseRectOf(const Rect& fine) {
  return {(fine.x0 >> 1) - 1, (fine.y0 >> 1) - 1, ((fine.x1 - 1) >> 1) + 2,
          ((fine.y1 - 1) >> 1) + 2};
}

void AddUpsampled(const Plane<int32_t>& coarse, const Plane<int32_t>* mask,
                  const Rect& rect, Plane<int32_t>& fine) {
  ForEachFine<int32_t>(coarse, mask, rect,
                       [&](int64_t x, int64_t y, int64_t c, int64_t cx,
                           int64_t cy, int64_t cxy) {
                         const int64_t sum = 9 * c + 3 * (cx + cy) + cxy;
                         int32_t* cell = fine.At(x, y);
                         *cell = Saturated(*cell + ((sum + 8) >> 4));
                       });
}

void UpsampleFlow(const Plane<int32_t>& coarse, const Plane<int32_t>* mask,
                  const Rect& rect, Plane<int32_t>& fine) {
  ForEachFine<float>(
      coarse, mask, rect,
      [&](int64_t x, int64_t y, float c, float cx, float cy, float cxy) {
        *reinterpret_cast<float*>(fine.At(x, y)) =
            (9.0f * c + 3.0f * (cx + cy) + cxy) * (0.5f / 16.0f);
      });
}

}  // namespace talus

#include "sim/stages/domain_ground.h"

#include <algorithm>

#include "sim/flow/drainage.h"

namespace talus {
namespace {

// Whether one of the eight neighbours lies behind an OPEN border.
bool TouchesOpen(const Plane<int32_t>& mask, int64_t x, int64_t y) {
  const Rect around = Intersect({x - 1, y - 1, x + 2, y + 2}, mask.rect());
  for (int64_t v = around.y0; v < around.y1; ++v) {
    const int32_t* row = mask.At(around.x0, v);
    if (std::any_of(row, row + around.width(),
                    [](int32_t kind) { return kind == kOpen; })) {
      return true;
    }
  }
  return false;
}

}  // namespace

DomainGround ReadDomain(const Window& window, const LayerRows& in,
                        const Rect& domain) {
  DomainGround ground{Plane<int32_t>(domain),
                      std::vector<uint8_t>(static_cast<size_t>(domain.area()))};
  uint8_t* rim = ground.rim.data();
  for (int64_t y = domain.y0; y < domain.y1; ++y) {
    if (window.stop.stop_requested()) break;
    int32_t* to = ground.quanta.Row(y);
    for (int64_t x = domain.x0; x < domain.x1; ++x, ++to, ++rim) {
      if (!window.IsInside(x, y)) {
        *to = Drainage::kNoData;
        continue;
      }
      // A row without a cell inside may not be there.
      *to = in.Quanta(Layer::kHeight, y)[x - window.rect.x0];
      *rim = window.mask != nullptr && TouchesOpen(*window.mask, x, y);
    }
  }
  return ground;
}

}  // namespace talus

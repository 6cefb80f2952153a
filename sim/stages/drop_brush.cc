#include "sim/stages/drop_brush.h"

#include <cmath>

namespace talus::drops {

Brush::Brush(int radius) : reach(radius - 1), width(reach <= 3 ? 8 : 16) {
  const auto weight = [&](int dx, int dy) {
    const double distance = std::sqrt(static_cast<double>(dx * dx + dy * dy));
    return distance < radius ? radius - distance : 0.0;
  };
  double sum = 0;
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) sum += weight(dx, dy);
  }
  double before = 0;
  size_t j = 0;
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int i = 0; i < width; ++i, ++j) {
      const int dx = i - reach;
      from[j] = j == 0 ? 0.0f : to[j - 1];
      if (dx <= reach) before += weight(dx, dy);
      to[j] = static_cast<float>(before / sum);
    }
  }
  // The shares end at one, whatever the sums rounded to.
  const float last = to[j - 1];
  for (size_t k = 0; k < j; ++k) {
    if (to[k] == last) to[k] = 1.0f;
    if (from[k] == last) from[k] = 1.0f;
  }
}

}  // namespace talus::drops

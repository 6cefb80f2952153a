#include "sim/stages/upwind_ray.h"

#include <algorithm>
#include <cmath>

#include "sim/base/math.h"

namespace talus {

UpwindRay::UpwindRay(double from_deg, double reach_cells) {
  // By quadrants, so that the ray turns with the wind: quadrant 0 goes from
  // north (0, -1) to east (1, 0).
  const int quadrant = static_cast<int>(from_deg / 90) % 4;
  const double turned = from_deg - 90 * std::floor(from_deg / 90);
  // Of the two axes that bound the quadrant the ray is nearer to the first, or
  // to the second.
  const bool second = turned > 45;
  const double slant = std::min(1.0, TanDegrees(second ? 90 - turned : turned));
  constexpr int64_t kAxis[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  const int next = (quadrant + 1) % 4;
  const int64_t* along = kAxis[second ? next : quadrant];
  const int64_t* aside = kAxis[second ? quadrant : next];
  const double length = std::sqrt(1 + slant * slant);
  const auto steps =
      std::max(static_cast<int64_t>(reach_cells / length), int64_t{1});
  for (int64_t k = 1; k <= steps; ++k) {
    const double off = slant * static_cast<double>(k);
    const double whole = std::floor(off);
    const auto w = static_cast<int64_t>(whole);
    const int64_t between = off > whole ? 1 : 0;
    steps_.push_back(
        {.dx = k * along[0] + w * aside[0],
         .dy = k * along[1] + w * aside[1],
         .beside_x = between * aside[0],
         .beside_y = between * aside[1],
         .share = static_cast<float>(off - whole),
         .distance = static_cast<float>(length * static_cast<double>(k))});
  }
}

}  // namespace talus

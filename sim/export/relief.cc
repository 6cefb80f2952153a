#include "sim/export/relief.h"

#include <cmath>

#include "sim/base/fixed.h"
#include "sim/export/color_ramp.h"

namespace talus {
namespace {

// How much the water of a depth hides the ground, in [0, 1].
float WaterShare(int32_t quanta, const ReliefOptions& options) {
  const float depth = ToMeters(quanta) - static_cast<float>(options.shallow_m);
  if (quanta == kNoHeight || depth <= 0) return 0;
  const float share =
      std::sqrt(depth / static_cast<float>(options.deep_m - options.shallow_m));
  return share > 1 ? 1 : share;
}

}  // namespace

// Most of what a depth changes lies near the shore.
Rgb SeaColor(float depth_m, uint8_t shade) {
  constexpr float kAbyssM = 400;
  const Rgb color =
      ColorAt(SeaRamp(), std::sqrt(depth_m < kAbyssM ? depth_m / kAbyssM : 1));
  return Mix(color, Lit(color, shade), 0.6f);
}

RgbImage Relief(const GridView<int32_t>& heights,
                const GridView<int32_t>& water, const GrayImage& shade,
                const ReliefOptions& options) {
  RgbImage image(heights.width, heights.height, kPaper);
  const float low = static_cast<float>(options.low_m);
  const float range = static_cast<float>(options.high_m - options.low_m);
  const float per_meter = range > 0 ? 1.0f / range : 0.0f;
  for (int64_t y = 0; y < image.height; ++y) {
    const int32_t* height = heights.Row(y);
    const int32_t* depth = water.data == nullptr ? nullptr : water.Row(y);
    const uint8_t* light = shade.Row(y);
    Rgb* out = image.Row(y);
    for (int64_t x = 0; x < image.width; ++x) {
      if (height[x] == kNoHeight) continue;
      const float above = options.sea_m ? ToMeters(height[x]) -
                                              static_cast<float>(*options.sea_m)
                                        : 1;
      if (above < 0) {
        out[x] = SeaColor(-above, light[x]);
        continue;
      }
      const float t = (ToMeters(height[x]) - low) * per_meter;
      Rgb color = Lit(ColorAt(HeightRamp(), t), light[x]);
      if (depth != nullptr) {
        const float share = WaterShare(depth[x], options);
        // Half the light still shows what lies under the water.
        const Rgb wet = ColorAt(WaterRamp(), 0.35f + 0.5f * share);
        color = Mix(color, Mix(wet, Lit(wet, light[x]), 0.5f), share);
      }
      out[x] = color;
    }
  }
  return image;
}

}  // namespace talus

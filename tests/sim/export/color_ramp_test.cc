#include "sim/export/color_ramp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace talus {
namespace {

// CIE lightness of an sRGB colour.
double Lightness(Rgb c) {
  const auto linear = [](uint8_t v) {
    const double s = v / 255.0;
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  const double y =
      0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
  return 116 * std::cbrt(y) - 16;
}

TEST(ColorRamp, EveryRampRunsOneWayInLightnessInEvenSteps) {
  struct Case {
    std::string name;
    ColorRamp ramp;
    bool rising;
  };
  for (const Case& c :
       {Case{"height", HeightRamp(), true}, Case{"water", WaterRamp(), false},
        Case{"sediment", SedimentRamp(), false},
        Case{"flow", FlowRamp(), false}, Case{"sea", SeaRamp(), false},
        Case{"rain", RainRamp(), false}, Case{"plant", PlantRamp(), false},
        Case{"uplift", UpliftRamp(), false}, Case{"grey", GreyRamp(), false}}) {
    double last = Lightness(ColorAt(c.ramp, 0));
    const double total = std::fabs(Lightness(ColorAt(c.ramp, 1)) - last);
    EXPECT_GT(total, 40) << c.name;
    for (int i = 1; i <= 10; ++i) {
      const double next =
          Lightness(ColorAt(c.ramp, static_cast<float>(i) / 10));
      const double step = c.rising ? next - last : last - next;
      EXPECT_GT(step, 0.03 * total) << c.name << " at " << i;
      EXPECT_LT(step, 0.2 * total) << c.name << " at " << i;
      last = next;
    }
  }
}

TEST(ColorRamp, ValuesOutsideTheRampAreClamped) {
  EXPECT_EQ(ColorAt(WaterRamp(), -3), WaterRamp().front());
  EXPECT_EQ(ColorAt(WaterRamp(), 3), WaterRamp().back());
}

TEST(ColorRamp, MixHalfwayIsTheMiddle) {
  EXPECT_EQ(Mix({0, 100, 200}, {100, 200, 0}, 0.5f), (Rgb{50, 150, 100}));
}

TEST(ColorRamp, ShadowKeepsTheHueTowardBlueAndLightDoesNotOverflow) {
  const Rgb shadow = Lit({200, 200, 200}, 1);
  EXPECT_GT(shadow.b, shadow.r);
  EXPECT_EQ(Lit({255, 255, 255}, 255), (Rgb{255, 255, 255}));
}

}  // namespace
}  // namespace talus

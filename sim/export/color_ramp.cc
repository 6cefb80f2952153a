#include "sim/export/color_ramp.h"

#include <cmath>
#include <cstddef>

namespace talus {
namespace {

constexpr Rgb kHeight[] = {
    {74, 103, 84},   {106, 130, 90},  {146, 155, 102}, {178, 169, 116},
    {194, 176, 136}, {206, 190, 160}, {220, 209, 191}, {242, 239, 233},
};
constexpr Rgb kWater[] = {
    {226, 243, 247}, {170, 214, 233}, {107, 174, 214},
    {56, 128, 189},  {24, 84, 150},   {10, 42, 92},
};
constexpr Rgb kSediment[] = {
    {255, 245, 219}, {249, 216, 151}, {234, 166, 84},
    {200, 113, 46},  {147, 68, 29},   {88, 35, 18},
};
constexpr Rgb kFlow[] = {
    {236, 240, 247}, {188, 205, 230}, {140, 160, 208},
    {110, 105, 178}, {92, 49, 138},   {58, 12, 84},
};
constexpr Rgb kSea[] = {{178, 217, 214},
                        {117, 178, 196},
                        {66, 130, 169},
                        {33, 83, 130},
                        {18, 50, 92}};
constexpr Rgb kRain[] = {{244, 241, 222},
                         {196, 221, 208},
                         {126, 184, 187},
                         {62, 128, 160},
                         {27, 70, 116}};
constexpr Rgb kPlant[] = {{243, 236, 214},
                          {208, 217, 160},
                          {146, 184, 105},
                          {78, 136, 64},
                          {28, 78, 38}};
constexpr Rgb kUplift[] = {{247, 240, 238},
                           {240, 200, 188},
                           {221, 142, 130},
                           {178, 78, 84},
                           {108, 28, 50}};
constexpr Rgb kGrey[] = {{250, 250, 250}, {40, 40, 40}};

uint8_t MixByte(uint8_t a, uint8_t b, float t) {
  const float from = a;
  return static_cast<uint8_t>(
      std::lround(from + (static_cast<float>(b) - from) * t));
}

float Unit(float t) { return t < 0 ? 0 : (t > 1 ? 1 : t); }

}  // namespace

ColorRamp HeightRamp() { return kHeight; }
ColorRamp WaterRamp() { return kWater; }
ColorRamp SedimentRamp() { return kSediment; }
ColorRamp FlowRamp() { return kFlow; }
ColorRamp SeaRamp() { return kSea; }
ColorRamp RainRamp() { return kRain; }
ColorRamp PlantRamp() { return kPlant; }
ColorRamp UpliftRamp() { return kUplift; }
ColorRamp GreyRamp() { return kGrey; }

Rgb Mix(Rgb under, Rgb over, float share) {
  const float t = Unit(share);
  return {MixByte(under.r, over.r, t), MixByte(under.g, over.g, t),
          MixByte(under.b, over.b, t)};
}

Rgb ColorAt(ColorRamp ramp, float t) {
  const float place = Unit(t) * static_cast<float>(ramp.size() - 1);
  const size_t low = static_cast<size_t>(place);
  if (low + 1 >= ramp.size()) return ramp.back();
  return Mix(ramp[low], ramp[low + 1], place - static_cast<float>(low));
}

Rgb Lit(Rgb color, uint8_t shade) {
  // Black takes these shares of a colour, and white those: deep shadow keeps
  // blue longest, full light gives red first.
  constexpr float kShadow[] = {0.16f, 0.20f, 0.32f};
  constexpr float kLight[] = {1.20f, 1.17f, 1.08f};
  const float t = static_cast<float>(shade) / 255.0f;
  const auto channel = [t](uint8_t value, float shadow, float light) {
    const float lit =
        static_cast<float>(value) * (shadow + (light - shadow) * t) + 0.5f;
    return static_cast<uint8_t>(lit > 255 ? 255 : lit);
  };
  return {channel(color.r, kShadow[0], kLight[0]),
          channel(color.g, kShadow[1], kLight[1]),
          channel(color.b, kShadow[2], kLight[2])};
}

}  // namespace talus

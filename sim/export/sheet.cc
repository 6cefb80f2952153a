#include "sim/export/sheet.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sim/export/bitmap_font.h"
#include "sim/export/relief.h"

namespace talus {
namespace {

constexpr int64_t kMargin = 28;
constexpr int kTextScale = 2;
constexpr int64_t kLine = kGlyphHeight * kTextScale;
constexpr int64_t kTitleHeight = kLine + 12;
constexpr int64_t kBarHeight = 16;
constexpr int64_t kLegendHeight = 12 + kBarHeight + 8 + kLine;
constexpr int64_t kMinPanelWidth = 300;  // a legend needs as much
constexpr Rgb kInk = {38, 42, 48};
constexpr Rgb kFaint = {120, 124, 130};

struct Range {
  float low = 0;
  float high = 0;
  bool more_below = false;  // than low
  bool more_above = false;
};

bool UnderSea(const SheetPanel& panel, float value) {
  return panel.sea && value < *panel.sea;
}

Range RobustRange(const SheetPanel& panel) {
  std::vector<float> values;
  for (const float value : panel.values.values) {
    if (value == kNoValue || UnderSea(panel, value)) continue;
    values.push_back(value);
  }
  if (values.empty()) return {};
  const auto quantile = [&](double share) {
    const auto place =
        values.begin() +
        static_cast<int64_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
  };
  const float low = quantile(0.002), high = quantile(0.998);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {low, high, (*least < low), (*most > high)};
}

float Share(float value, const Range& range, int roots) {
  const float span = range.high - range.low;
  float t = span > 0 ? (value - range.low) / span : 0;
  t = t < 0 ? 0 : (t > 1 ? 1 : t);
  for (int i = 0; i < roots; ++i) t = std::sqrt(t);
  return t;
}

// The value at a place of the legend: Share turned round.
float ValueAt(float t, const Range& range, int roots) {
  for (int i = 0; i < roots; ++i) t *= t;
  return range.low + t * (range.high - range.low);
}

std::string Number(float value) {
  const float size = std::fabs(value);
  if (size >= 1e9f) return absl::StrFormat("%.1fG", value / 1e9f);
  if (size >= 1e6f) return absl::StrFormat("%.1fM", value / 1e6f);
  if (size >= 1e5f) return absl::StrFormat("%.0fk", value / 1e3f);
  if (size >= 100 || size == 0) return absl::StrFormat("%.0f", value);
  if (size >= 1) return absl::StrFormat("%.1f", value);
  if (size >= 0.01f) return absl::StrFormat("%.2f", value);
  return absl::StrFormat("%.4f", value);
}

void FillRect(RgbImage& image, int64_t x, int64_t y, int64_t width,
              int64_t height, Rgb color) {
  for (int64_t row = y; row < y + height; ++row) {
    std::fill_n(image.Row(row) + x, width, color);
  }
}

Rgb PanelColor(const SheetPanel& panel, float value, const Range& range,
               uint8_t shade) {
  if (UnderSea(panel, value)) return SeaColor(*panel.sea - value, shade);
  const float t = Share(value, range, panel.roots);
  const Rgb color = ColorAt(panel.ramp, t);
  if (panel.shows_ground <= 0) return Lit(color, shade);
  // Pale ground, so that the layer's colour is what one sees.
  const Rgb ground = Mix(Lit({214, 211, 203}, shade), {255, 255, 255}, 0.25f);
  // Squared, so that what is everywhere a little does not veil the rest.
  const float share = t / panel.shows_ground;
  return Mix(ground, Lit(color, static_cast<uint8_t>(128 + shade / 2)),
             value > 0 ? share * share : 0);
}

void DrawMap(RgbImage& image, int64_t left, int64_t top, const GrayImage& shade,
             const SheetPanel& panel, const Range& range) {
  for (int64_t y = 0; y < shade.height; ++y) {
    Rgb* out = image.Row(top + y) + left;
    for (int64_t x = 0; x < shade.width; ++x) {
      const float value = panel.values.At(x, y);
      if (value == kNoValue || shade.At(x, y) == 0) {
        out[x] = {226, 224, 218};
      } else {
        out[x] = PanelColor(panel, value, range, shade.At(x, y));
      }
    }
  }
}

// The unit, and how colours go by the value where that is not evenly.
std::string Scale(const SheetPanel& panel) {
  if (panel.roots == 0) return panel.unit;
  if (panel.roots == 1) return panel.unit + ", sqrt scale";
  return absl::StrCat(panel.unit, ", ", 1 << panel.roots, "th root");
}

void DrawLegend(RgbImage& image, int64_t left, int64_t top, int64_t width,
                const SheetPanel& panel, const Range& range) {
  for (int64_t x = 0; x < width; ++x) {
    const float t = static_cast<float>(x) / static_cast<float>(width - 1);
    FillRect(image, left + x, top, 1, kBarHeight, ColorAt(panel.ramp, t));
  }
  const int64_t text_y = top + kBarHeight + 8;
  for (const float t : {0.0f, 0.5f, 1.0f}) {
    const bool cut =
        (t == 0 && range.more_below) || (t == 1 && range.more_above);
    const std::string label =
        absl::StrCat(cut ? (t == 0 ? "<" : ">") : "",
                     Number(ValueAt(t, range, panel.roots)));
    const int64_t text = TextWidth(label, kTextScale);
    const int64_t place =
        static_cast<int64_t>(t * static_cast<float>(width - 1));
    const int64_t x =
        left + std::clamp<int64_t>(place - text / 2, 0, width - text);
    FillRect(image, left + place, top + kBarHeight, 1, 5, kInk);
    DrawText(image, x, text_y, label, kTextScale, kInk);
  }
}

// A length of 1, 2 or 5 times a power of ten that takes about a quarter of the
// panel.
void DrawScaleBar(RgbImage& image, int64_t right, int64_t y,
                  int64_t panel_width, double pixel_m) {
  const double longest = static_cast<double>(panel_width) * pixel_m / 3;
  double length = 0.001;
  for (double step = 0.001; step <= longest; step *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (step * factor <= longest) length = step * factor;
    }
  }
  const std::string label = length >= 1000
                                ? absl::StrFormat("%g km", length / 1000)
                                : absl::StrFormat("%g m", length);
  const int64_t pixels = std::llround(length / pixel_m);
  FillRect(image, right - pixels, y + kLine / 2 - 2, pixels, 4, kInk);
  DrawText(image, right - pixels - 10 - TextWidth(label, kTextScale), y, label,
           kTextScale, kInk);
}

}  // namespace

int64_t SheetFactor(int64_t width, int64_t height, int64_t edge) {
  return std::max<int64_t>(1, (std::max(width, height) + edge / 2) / edge);
}

RgbImage Sheet(const GrayImage& shade, const std::vector<SheetPanel>& panels,
               const SheetOptions& options) {
  const int64_t cell = std::max(shade.width, kMinPanelWidth);
  const int64_t count = static_cast<int64_t>(panels.size());
  const int64_t map_top = kMargin + kTitleHeight;
  const int64_t legend_top = map_top + shade.height + 12;
  const int64_t foot_top = legend_top + kLegendHeight + 8;
  RgbImage image(kMargin + count * (cell + kMargin),
                 foot_top + kLine + kMargin / 2, kPaper);
  for (int64_t i = 0; i < count; ++i) {
    const SheetPanel& panel = panels[static_cast<size_t>(i)];
    const Range range = RobustRange(panel);
    const int64_t left = kMargin + i * (cell + kMargin);
    DrawText(image, left, kMargin, panel.title, kTextScale, kInk);
    DrawText(image, left + TextWidth(panel.title + " ", kTextScale), kMargin,
             Scale(panel), kTextScale, kFaint);
    DrawMap(image, left, map_top, shade, panel, range);
    DrawLegend(image, left, legend_top, cell, panel, range);
  }
  DrawText(image, kMargin, foot_top, options.caption, kTextScale, kFaint);
  DrawScaleBar(image, image.width - kMargin, foot_top, cell, options.pixel_m);
  return image;
}

}  // namespace talus

#ifndef TALUS_SIM_EXPORT_BITMAP_FONT_H_
#define TALUS_SIM_EXPORT_BITMAP_FONT_H_

#include <string_view>

#include "sim/export/image.h"

namespace talus {

// Letters of 5 by 7 pixels, some hanging two lower, in cells of 6 by 10, drawn
// `scale` times as large.
// Characters without a glyph are drawn as a box.
inline constexpr int kGlyphWidth = 6;
inline constexpr int kGlyphHeight = 10;

// Width of a line of text in pixels.
inline int64_t TextWidth(std::string_view text, int scale) {
  return static_cast<int64_t>(text.size()) * kGlyphWidth * scale;
}

// Draws a line with its top left corner at (x, y). What lies outside the image
// is left out.
void DrawText(RgbImage& image, int64_t x, int64_t y, std::string_view text,
              int scale, Rgb color);

}  // namespace talus

#endif  // TALUS_SIM_EXPORT_BITMAP_FONT_H_

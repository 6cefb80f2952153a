#include "sim/export/bitmap_font.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace talus {
namespace {

constexpr Rgb kInk = {1, 2, 3};

std::vector<bool> Drawn(char c) {
  RgbImage image(kGlyphWidth, kGlyphHeight);
  DrawText(image, 0, 0, std::string(1, c), 1, kInk);
  std::vector<bool> ink;
  ink.reserve(image.pixels.size());
  for (const Rgb& pixel : image.pixels) ink.push_back(pixel == kInk);
  return ink;
}

TEST(BitmapFont, CharactersOfLegendsDifferFromEachOtherAndFromTheBox) {
  std::set<std::vector<bool>> seen = {Drawn('\x01')};
  const std::string characters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 "
      ".,:-+/%()=^_'<>*";
  for (const char c : characters)
    EXPECT_TRUE(seen.insert(Drawn(c)).second) << c;
}

TEST(BitmapFont, ScaledLettersAreTheSameLettersLarger) {
  RgbImage small(6, 10), large(18, 30);
  DrawText(small, 0, 0, "g", 1, kInk);
  DrawText(large, 0, 0, "g", 3, kInk);
  for (int64_t y = 0; y < 30; ++y) {
    for (int64_t x = 0; x < 18; ++x)
      EXPECT_EQ(large.At(x, y), small.At(x / 3, y / 3));
  }
}

TEST(BitmapFont, TextThatLeavesTheImageIsCut) {
  RgbImage image(4, 4);
  DrawText(image, -2, -3, "HHH", 1, kInk);
  EXPECT_EQ(image.At(2, 0), kInk);
  EXPECT_EQ(TextWidth("HHH", 2), 36);
}

}  // namespace
}  // namespace talus

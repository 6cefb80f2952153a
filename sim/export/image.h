#ifndef TALUS_SIM_EXPORT_IMAGE_H_
#define TALUS_SIM_EXPORT_IMAGE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace talus {

// A colour in sRGB.
struct Rgb {
  uint8_t r = 0;
  uint8_t g = 0;
  uint8_t b = 0;
  bool operator==(const Rgb&) const = default;
};

// A picture, row-major, top row first; without padding.
template <typename Pixel>
struct Image {
  int64_t width = 0;
  int64_t height = 0;
  std::vector<Pixel> pixels;

  Image() = default;
  Image(int64_t w, int64_t h, Pixel fill = {})
      : width(w), height(h), pixels(static_cast<size_t>(w * h), fill) {}

  Pixel* Row(int64_t y) { return pixels.data() + y * width; }
  const Pixel* Row(int64_t y) const { return pixels.data() + y * width; }
  Pixel& At(int64_t x, int64_t y) { return Row(y)[x]; }
  const Pixel& At(int64_t x, int64_t y) const { return Row(y)[x]; }
};

using GrayImage = Image<uint8_t>;
using RgbImage = Image<Rgb>;
static_assert(sizeof(Rgb) == 3);

}  // namespace talus

#endif  // TALUS_SIM_EXPORT_IMAGE_H_

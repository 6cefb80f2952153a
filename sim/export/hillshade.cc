#include "sim/export/hillshade.h"

#include <cmath>
#include <vector>

#include "sim/base/fixed.h"

// Based on: Horn. Hill Shading and the Reflectance Map. Proc. IEEE 69(1), 1981
// (gradient); Mark. Multidirectional, Oblique-Weighted, Shaded-Relief Image.
// USGS OFR 92-422, 1992 (several lights).
// Departs from it: the weights of the lights are fixed, so that a plane has one
// closed-form value and the north-west stays dominant.

namespace talus {
namespace {

// Direction to a light (east, south, up) and its share.
struct Light {
  float east, south, up, weight;
};

constexpr float kHalfRoot = 0.70710678f;
// North-west at 40 degrees, west and north at 50, and the sky overhead. Shares
// tuned by eye on alpine and on flat land: ridges crisp, shadows readable.
constexpr Light kLights[] = {
    {-0.76604444f * kHalfRoot, -0.76604444f * kHalfRoot, 0.64278761f, 0.54f},
    {-0.64278761f, 0.0f, 0.76604444f, 0.15f},
    {0.0f, -0.64278761f, 0.76604444f, 0.15f},
    {0.0f, 0.0f, 1.0f, 0.16f},
};

// The value of level ground is brought to this grey, so that plains are light
// and slopes toward the light have room above them.
constexpr float kLevelGrey = 0.74f;

constexpr float LevelLight() {
  float sum = 0;
  for (const Light& light : kLights) sum += light.up * light.weight;
  return sum;
}

// The rows above, at and below a row of pixels, one cell wider on each side,
// with what is missing filled by the cell's own height at the time of use.
struct Neighbourhood {
  const int32_t* rows[3];
};

TALUS_INLINE float HeightOr(int32_t height, int32_t own) {
  return static_cast<float>(height == kNoHeight ? 0 : height - own);
}

// Copies row y of the grid with one more cell on each side.
void CopyRow(const GridView<int32_t>& grid, int64_t y,
             std::vector<int32_t>& to) {
  const int64_t width = grid.width;
  to.assign(static_cast<size_t>(width + 2), kNoHeight);
  if (y < 0 || y >= grid.height) return;
  const int32_t* from = grid.Row(y);
  std::copy(from, from + width, to.begin() + 1);
}

}  // namespace

uint8_t ShadeOfSlope(float east, float south) {
  const float length = std::sqrt(1.0f + east * east + south * south);
  float sum = 0;
  for (const Light& light : kLights) {
    const float lit =
        (light.up - east * light.east - south * light.south) / length;
    sum += light.weight * (lit < 0 ? 0 : lit);
  }
  const float grey = sum * (kLevelGrey / LevelLight());
  const float value = 255.0f * grey + 0.5f;
  return static_cast<uint8_t>(value < 1 ? 1 : (value > 255 ? 255 : value));
}

GrayImage Hillshade(const GridView<int32_t>& heights,
                    const HillshadeOptions& options) {
  const int64_t apron = options.has_apron ? 1 : 0;
  GrayImage image(heights.width - 2 * apron, heights.height - 2 * apron);
  // Horn's sums weigh eight cells, and two cells lie between the sides.
  const float scale =
      static_cast<float>(options.z_factor / options.cell_m / 8) *
      kMetersPerQuantum;
  std::vector<int32_t> rows[3];
  for (int64_t y = 0; y < image.height; ++y) {
    for (int64_t dy = -1; dy <= 1; ++dy) {
      CopyRow(heights, y + apron + dy, rows[dy + 1]);
    }
    uint8_t* out = image.Row(y);
    for (int64_t x = 0; x < image.width; ++x) {
      const size_t i = static_cast<size_t>(x + apron + 1);
      const int32_t own = rows[1][i];
      if (own == kNoHeight) {
        out[x] = 0;
        continue;
      }
      const auto at = [&](int dy, int dx) {
        return HeightOr(rows[dy + 1][i + static_cast<size_t>(dx)], own);
      };
      const float east = (at(-1, 1) - at(-1, -1)) + 2 * (at(0, 1) - at(0, -1)) +
                         (at(1, 1) - at(1, -1));
      const float south = (at(1, -1) - at(-1, -1)) +
                          2 * (at(1, 0) - at(-1, 0)) + (at(1, 1) - at(-1, 1));
      out[x] = ShadeOfSlope(east * scale, south * scale);
    }
  }
  return image;
}

}  // namespace talus

#ifndef TALUS_CLIENT_PICTURES_H_
#define TALUS_CLIENT_PICTURES_H_

#include <optional>
#include <string>
#include <utility>

#include "client/mosaic.h"
#include "sim/export/image.h"

namespace talus {

// What pictures are made of. The mosaic covers the region and, where the world
// goes on there, one cell more on each side.
struct PictureSource {
  const Mosaic& mosaic;
  Rect region;
  double cell_m = 10;
  std::string caption;  // of the sheet
  // Altitudes of the first and last colour of a relief; the region's own span
  // where unset.
  std::optional<std::pair<double, double>> tint_m;
  std::optional<double> sea_m;  // altitude of the sea
  double z_factor = 1;          // heights count this much in the light
};

// Layers that the pictures show, of those that a recipe makes.
LayerSet LayersOfRelief(LayerSet made);
LayerSet LayersOfSheet(LayerSet made);

GrayImage HillshadeOf(const PictureSource& source);
RgbImage ReliefOf(const PictureSource& source);
// A layer of shares over the light; its colours span from 0 to 1.
RgbImage SharesOf(const PictureSource& source, Layer layer);
// Height, water or flow, and what was moved, side by side.
RgbImage SheetOf(const PictureSource& source);

}  // namespace talus

#endif  // TALUS_CLIENT_PICTURES_H_

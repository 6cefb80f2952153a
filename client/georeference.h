#ifndef TALUS_CLIENT_GEOREFERENCE_H_
#define TALUS_CLIENT_GEOREFERENCE_H_

#include <array>
#include <string>

#include "sim/base/rect.h"

namespace talus {

// Where the pixels of a raster lie.
struct Georeference {
  std::string wkt;  // coordinate system; empty where there is none
  // As in GDAL: x = t[0] + column * t[1], y = t[3] + row * t[5]; never rotated.
  std::array<double, 6> transform = {0, 1, 0, 0, 0, -1};
};

// Of a region of a made-up world: metres east and north of the world's origin.
Georeference WorldGeoreference(const Rect& region, double cell_m);

// Of a region at a level of a world whose level-0 cell (0, 0) is the first cell
// of a raster.
Georeference RasterGeoreference(const Georeference& raster, const Rect& region,
                                int level);

}  // namespace talus

#endif  // TALUS_CLIENT_GEOREFERENCE_H_

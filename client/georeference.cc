#include "client/georeference.h"

#include <gdal_priv.h>
#include <ogr_spatialref.h>

namespace talus {

Georeference WorldGeoreference(const Rect& region, double cell_m) {
  Georeference geo;
  OGRSpatialReference crs;
  crs.SetLocalCS("talus world");
  crs.SetLinearUnits(SRS_UL_METER, 1.0);
  char* wkt = nullptr;
  if (crs.exportToWkt(&wkt) == OGRERR_NONE) geo.wkt = wkt;
  CPLFree(wkt);
  geo.transform = {static_cast<double>(region.x0) * cell_m,  cell_m, 0,
                   static_cast<double>(-region.y0) * cell_m, 0,      -cell_m};
  return geo;
}

Georeference RasterGeoreference(const Georeference& raster, const Rect& region,
                                int level) {
  Georeference geo = raster;
  const double cells = static_cast<double>(int64_t{1} << level);
  geo.transform[1] *= cells;
  geo.transform[5] *= cells;
  geo.transform[0] += static_cast<double>(region.x0) * geo.transform[1];
  geo.transform[3] += static_cast<double>(region.y0) * geo.transform[5];
  return geo;
}

}  // namespace talus

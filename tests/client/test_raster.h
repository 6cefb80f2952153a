#ifndef TALUS_TESTS_CLIENT_TEST_RASTER_H_
#define TALUS_TESTS_CLIENT_TEST_RASTER_H_

#include <gdal_priv.h>
#include <gtest/gtest.h>
#include <ogr_spatialref.h>

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "client/gdal_session.h"

namespace talus {

// What a test raster is made of; a small DEM by default.
struct RasterSpec {
  int width = 40;
  int height = 30;
  GDALDataType type = GDT_Float32;
  std::array<double, 6> transform = {390000, 30, 0, 3800000, 0, -30};
  int epsg = 32611;  // 0: no coordinate system
  std::optional<double> nodata;
  std::string unit;
  double scale = 1;
  std::function<double(int, int)> value = [](int x, int y) {
    return 900 + 300 * std::sin(x * 0.3) + 0.25 * y;
  };
};

// Writes it as a GeoTIFF by GDAL.
inline void WriteRaster(const std::string& path, const RasterSpec& spec) {
  GDALAllRegister();
  const Dataset dataset(
      GetGDALDriverManager()->GetDriverByName("GTiff")->Create(
          path.c_str(), spec.width, spec.height, 1, spec.type, nullptr));
  ASSERT_NE(dataset, nullptr);
  std::array<double, 6> transform = spec.transform;
  dataset->SetGeoTransform(transform.data());
  if (spec.epsg != 0) {
    OGRSpatialReference crs;
    crs.importFromEPSG(spec.epsg);
    dataset->SetSpatialRef(&crs);
  }
  GDALRasterBand& band = *dataset->GetRasterBand(1);
  if (spec.nodata) band.SetNoDataValue(*spec.nodata);
  if (!spec.unit.empty()) band.SetUnitType(spec.unit.c_str());
  if (spec.scale != 1) band.SetScale(spec.scale);
  for (int y = 0; y < spec.height; ++y) {
    std::vector<double> row;
    for (int x = 0; x < spec.width; ++x) row.push_back(spec.value(x, y));
    ASSERT_EQ(band.RasterIO(GF_Write, 0, y, spec.width, 1, row.data(),
                            spec.width, 1, GDT_Float64, 0, 0, nullptr),
              CE_None);
  }
}

}  // namespace talus

#endif  // TALUS_TESTS_CLIENT_TEST_RASTER_H_

#ifndef TALUS_TESTS_CLIENT_GDAL_READER_H_
#define TALUS_TESTS_CLIENT_GDAL_READER_H_

#include <gdal_priv.h>

#include <memory>
#include <string>
#include <vector>

#include "client/gdal_session.h"

namespace talus {

// Opens a file by GDAL's own drivers, as any other program would.
inline Dataset OpenWithGdal(const std::string& path) {
  GDALAllRegister();
  return Dataset(GDALDataset::Open(path.c_str(), GDAL_OF_RASTER));
}

// All values of a band.
inline std::vector<double> ReadBand(GDALDataset& dataset, int band = 1) {
  const int width = dataset.GetRasterXSize();
  const int height = dataset.GetRasterYSize();
  std::vector<double> values(static_cast<size_t>(width) *
                             static_cast<size_t>(height));
  if (dataset.GetRasterBand(band)->RasterIO(
          GF_Read, 0, 0, width, height, values.data(), width, height,
          GDT_Float64, 0, 0, nullptr) != CE_None) {
    values.clear();
  }
  return values;
}

}  // namespace talus

#endif  // TALUS_TESTS_CLIENT_GDAL_READER_H_

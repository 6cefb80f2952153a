#include "client/geotiff_writer.h"

#include <cpl_string.h>
#include <gdal_priv.h>

#include <vector>

#include "client/gdal_session.h"
#include "client/pending_file.h"
#include "sim/base/status_macros.h"
#include "sim/plan/engine.h"

namespace talus {
namespace {

int CopyProgress(double, const char*, void* stop) {
  return static_cast<const std::stop_token*>(stop)->stop_requested() ? FALSE
                                                                     : TRUE;
}

absl::Status Cancelled() { return absl::CancelledError("writing was stopped"); }

absl::Status WriteBand(GDALDataset* dataset, const std::string& path,
                       const LayerImage& image, float nodata,
                       const std::stop_token& stop, const GdalSession& gdal) {
  const int width = static_cast<int>(image.words.width);
  std::vector<float> row(static_cast<size_t>(width));
  GDALRasterBand* band = dataset->GetRasterBand(1);
  for (int64_t y = 0; y < image.words.height; ++y) {
    if (stop.stop_requested()) return Cancelled();
    EncodeRowF32(image, nodata, y, row.data());
    if (band->RasterIO(GF_Write, 0, static_cast<int>(y), width, 1, row.data(),
                       width, 1, GDT_Float32, 0, 0, nullptr) != CE_None) {
      return gdal.Error("cannot write", path);
    }
  }
  return absl::OkStatus();
}

// Writes the plain file that both kinds begin with.
absl::Status WritePlain(const std::string& path, const LayerImage& image,
                        const GeoTiffOptions& options,
                        const std::stop_token& stop, const GdalSession& gdal) {
  CPLStringList creation;
  creation.SetNameValue("TILED", "YES");
  creation.SetNameValue("BIGTIFF", "IF_SAFER");
  if (!options.cloud_optimized) {
    creation.SetNameValue("COMPRESS", "DEFLATE");
    creation.SetNameValue("PREDICTOR", "3");
  }
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  Dataset dataset(driver->Create(
      path.c_str(), static_cast<int>(image.words.width),
      static_cast<int>(image.words.height), 1, GDT_Float32, creation.List()));
  if (dataset == nullptr) return gdal.Error("cannot write", path);
  std::array<double, 6> transform = options.georeference.transform;
  dataset->SetGeoTransform(transform.data());
  if (!options.georeference.wkt.empty()) {
    dataset->SetProjection(options.georeference.wkt.c_str());
  }
  GDALRasterBand* band = dataset->GetRasterBand(1);
  band->SetDescription(std::string(LayerName(image.layer)).c_str());
  band->SetUnitType(LayerUnit(image.layer).c_str());
  if (options.nodata) band->SetNoDataValue(*options.nodata);
  TALUS_RETURN_IF_ERROR(WriteBand(dataset.get(), path, image,
                                  options.nodata.value_or(kNodataValue), stop,
                                  gdal));
  CPLErrorReset();
  dataset.reset();  // flushes; a full disk shows here
  if (CPLGetLastErrorType() >= CE_Failure) {
    return gdal.Error("cannot write", path);
  }
  return absl::OkStatus();
}

absl::Status CopyToCog(const std::string& from, const std::string& to,
                       const std::stop_token& stop, const GdalSession& gdal) {
  CPLStringList creation;
  creation.SetNameValue("COMPRESS", "DEFLATE");
  creation.SetNameValue("PREDICTOR", "YES");
  creation.SetNameValue("OVERVIEW_RESAMPLING", "AVERAGE");
  Dataset plain(GDALDataset::Open(from.c_str(), GDAL_OF_RASTER));
  if (plain == nullptr) return gdal.Error("cannot read", from);
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("COG");
  CPLErrorReset();
  Dataset cog(driver->CreateCopy(to.c_str(), plain.get(), FALSE,
                                 creation.List(), CopyProgress,
                                 const_cast<std::stop_token*>(&stop)));
  if (stop.stop_requested()) return Cancelled();
  if (cog == nullptr) return gdal.Error("cannot write", to);
  cog.reset();
  if (CPLGetLastErrorType() >= CE_Failure)
    return gdal.Error("cannot write", to);
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteGeoTiff(const std::string& path, const LayerImage& image,
                          const GeoTiffOptions& options, std::stop_token stop) {
  const GdalSession gdal;
  PendingFile file(path);
  if (!options.cloud_optimized) {
    TALUS_RETURN_IF_ERROR(
        WritePlain(file.temporary(), image, options, stop, gdal));
    return file.Commit();
  }
  const PendingFile plain(path + ".plain.tif");
  TALUS_RETURN_IF_ERROR(
      WritePlain(plain.temporary(), image, options, stop, gdal));
  TALUS_RETURN_IF_ERROR(
      CopyToCog(plain.temporary(), file.temporary(), stop, gdal));
  return file.Commit();
}

}  // namespace talus

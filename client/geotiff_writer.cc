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

// A file on its way: what it will be called, and where it is written.
struct Target {
  const std::string& path;
  const std::string& temporary;
};

absl::Status WriteBand(GDALDataset* dataset, const Target& target,
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
      return gdal.WriteError(target.path, target.temporary);
    }
  }
  return absl::OkStatus();
}

// Writes the plain file that both kinds begin with.
absl::Status WritePlain(const Target& target, const LayerImage& image,
                        const GeoTiffOptions& options,
                        const std::stop_token& stop, GdalSession& gdal) {
  CPLStringList creation;
  creation.SetNameValue("TILED", "YES");
  creation.SetNameValue("BIGTIFF", "IF_SAFER");
  if (!options.cloud_optimized) {
    creation.SetNameValue("COMPRESS", "DEFLATE");
    creation.SetNameValue("PREDICTOR", "3");
  }
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  Dataset dataset(driver->Create(
      target.temporary.c_str(), static_cast<int>(image.words.width),
      static_cast<int>(image.words.height), 1, GDT_Float32, creation.List()));
  if (dataset == nullptr) {
    return gdal.WriteError(target.path, target.temporary);
  }
  std::array<double, 6> transform = options.georeference.transform;
  dataset->SetGeoTransform(transform.data());
  if (!options.georeference.wkt.empty()) {
    dataset->SetProjection(options.georeference.wkt.c_str());
  }
  GDALRasterBand* band = dataset->GetRasterBand(1);
  band->SetDescription(std::string(LayerName(image.layer)).c_str());
  band->SetUnitType(LayerUnit(image.layer).c_str());
  if (options.nodata) band->SetNoDataValue(*options.nodata);
  gdal.Forget();
  TALUS_RETURN_IF_ERROR(WriteBand(dataset.get(), target, image,
                                  options.nodata.value_or(kNodataValue), stop,
                                  gdal));
  dataset.reset();  // flushes; a full disk shows here
  if (gdal.failed()) return gdal.WriteError(target.path, target.temporary);
  return absl::OkStatus();
}

absl::Status CopyToCog(const std::string& from, const Target& to,
                       const std::stop_token& stop, GdalSession& gdal) {
  CPLStringList creation;
  creation.SetNameValue("COMPRESS", "DEFLATE");
  creation.SetNameValue("PREDICTOR", "YES");
  creation.SetNameValue("OVERVIEW_RESAMPLING", "AVERAGE");
  Dataset plain(GDALDataset::Open(from.c_str(), GDAL_OF_RASTER));
  if (plain == nullptr) return gdal.ReadError(to.path);
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("COG");
  gdal.Forget();
  Dataset cog(driver->CreateCopy(to.temporary.c_str(), plain.get(), FALSE,
                                 creation.List(), CopyProgress,
                                 const_cast<std::stop_token*>(&stop)));
  if (stop.stop_requested()) return Cancelled();
  if (cog == nullptr) return gdal.WriteError(to.path, to.temporary);
  cog.reset();
  if (gdal.failed()) return gdal.WriteError(to.path, to.temporary);
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteGeoTiff(const std::string& path, const LayerImage& image,
                          const GeoTiffOptions& options, std::stop_token stop) {
  GdalSession gdal;
  PendingFile file(path);
  const Target target{path, file.temporary()};
  if (!options.cloud_optimized) {
    TALUS_RETURN_IF_ERROR(WritePlain(target, image, options, stop, gdal));
    return file.Commit();
  }
  const PendingFile plain(path + ".plain.tif");
  TALUS_RETURN_IF_ERROR(
      WritePlain({path, plain.temporary()}, image, options, stop, gdal));
  TALUS_RETURN_IF_ERROR(CopyToCog(plain.temporary(), target, stop, gdal));
  return file.Commit();
}

}  // namespace talus

#include "client/raster_import.h"

#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/gdal_session.h"
#include "sim/base/digest.h"
#include "sim/base/fixed.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

constexpr double kMaxHeightM = 16000;

absl::StatusOr<Dataset> OpenRaster(const std::string& path,
                                   const ImportOptions& options,
                                   const GdalSession& gdal) {
  Dataset dataset(
      GDALDataset::Open(path.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY));
  if (dataset == nullptr) return gdal.Error("cannot read", path);
  const int64_t cells =
      int64_t{dataset->GetRasterXSize()} * dataset->GetRasterYSize();
  if (cells > options.max_cells) {
    return absl::ResourceExhaustedError(absl::StrCat(
        path, " has ", dataset->GetRasterXSize(), " x ",
        dataset->GetRasterYSize(), " cells; at most ", options.max_cells,
        " are read: cut it with gdal_translate -srcwin, or shrink it"));
  }
  if (options.band < 1 || options.band > dataset->GetRasterCount()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--band ", options.band, " is not in ", path,
                     ", which has ", dataset->GetRasterCount()));
  }
  return dataset;
}

absl::StatusOr<Georeference> GeoreferenceOf(GDALDataset& dataset,
                                            const std::string& path) {
  Georeference geo;
  geo.wkt = dataset.GetProjectionRef();
  if (dataset.GetGeoTransform(geo.transform.data()) != CE_None) {
    geo.transform = {0, 1, 0, 0, 0, -1};
  }
  const auto& t = geo.transform;
  if (t[2] != 0 || t[4] != 0 || t[1] <= 0 || t[5] >= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, " is rotated or upside down (geotransform ", t[1],
                     ", ", t[2], ", ", t[4], ", ", t[5],
                     "); gdalwarp writes it with north up and west left"));
  }
  return geo;
}

// Edge of a cell in metres.
absl::StatusOr<double> CellSize(const GDALDataset& dataset,
                                const Georeference& geo,
                                const ImportOptions& options,
                                const std::string& path) {
  if (options.cell_size_m) return *options.cell_size_m;
  const OGRSpatialReference* crs = dataset.GetSpatialRef();
  if (crs != nullptr && crs->IsGeographic()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path,
        " counts in degrees; project it first (gdalwarp -t_srs EPSG:326xx) or "
        "give --cell-size METRES"));
  }
  if (crs == nullptr || !(crs->IsProjected() || crs->IsLocal())) {
    return absl::InvalidArgumentError(absl::StrCat(
        path,
        " does not say how large its cells are; give --cell-size METRES"));
  }
  const double unit = crs->GetLinearUnits();
  const double width = geo.transform[1] * unit;
  const double height = -geo.transform[5] * unit;
  if (std::fabs(width - height) > 1e-4 * width) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, " has cells of ", width, " by ", height,
                     " m; gdalwarp -tr makes them square, or give --cell-size "
                     "METRES"));
  }
  return width;
}

// Metres that a value of the band stands for: offset + scale * value.
struct Vertical {
  double offset = 0;
  double scale = 1;
};

absl::StatusOr<Vertical> VerticalOf(GDALRasterBand& band,
                                    const std::string& path) {
  const std::string unit =
      absl::AsciiStrToLower(band.GetUnitType() ? band.GetUnitType() : "");
  double meters = 1;
  if (unit == "ft" || unit == "foot" || unit == "feet") {
    meters = 0.3048;
  } else if (unit == "us survey foot" || unit == "us-ft" || unit == "ftus") {
    meters = 1200.0 / 3937;
  } else if (unit == "cm") {
    meters = 0.01;
  } else if (!unit.empty() && unit != "m" && unit != "metre" &&
             unit != "meter" && unit != "metres" && unit != "meters") {
    return absl::InvalidArgumentError(absl::StrCat(
        path, " has heights in '", unit, "'; metres and feet are read"));
  }
  return Vertical{band.GetOffset() * meters, band.GetScale() * meters};
}

absl::Status TooHigh(double meters, int64_t x, int64_t y,
                     const std::string& path) {
  return absl::InvalidArgumentError(absl::StrCat(
      path, " has a height of ", meters, " m at column ", x, ", row ", y,
      ", outside [-16000, 16000]; if it stands for no data, say so: "
      "gdal_translate -a_nodata ",
      meters));
}

// Reads the band into `data`; returns the number of cells without data.
absl::StatusOr<int64_t> ReadQuanta(GDALRasterBand& band,
                                   const Vertical& vertical,
                                   const std::string& path,
                                   const GdalSession& gdal, RasterData& data) {
  const int width = band.GetXSize();
  std::vector<double> values(static_cast<size_t>(width));
  std::vector<uint8_t> mask(static_cast<size_t>(width));
  GDALRasterBand* mask_band = band.GetMaskBand();
  int64_t nodata_cells = 0;
  for (int y = 0; y < band.GetYSize(); ++y) {
    if (band.RasterIO(GF_Read, 0, y, width, 1, values.data(), width, 1,
                      GDT_Float64, 0, 0, nullptr) != CE_None ||
        mask_band->RasterIO(GF_Read, 0, y, width, 1, mask.data(), width, 1,
                            GDT_Byte, 0, 0, nullptr) != CE_None) {
      return gdal.Error("cannot read", path);
    }
    int32_t* row = data.quanta.Row(y);
    for (int x = 0; x < width; ++x) {
      const double meters =
          vertical.offset + vertical.scale * values[static_cast<size_t>(x)];
      if (mask[static_cast<size_t>(x)] == 0 || !std::isfinite(meters)) {
        row[x] = RasterData::kNodata;
        ++nodata_cells;
        continue;
      }
      if (std::fabs(meters) > kMaxHeightM) return TooHigh(meters, x, y, path);
      row[x] = QuantaFromMeters(meters);
    }
  }
  return nodata_cells;
}

}  // namespace

std::string RasterDigest(const RasterData& data) {
  const Rect& rect = data.quanta.rect();
  const int32_t size[] = {static_cast<int32_t>(rect.width()),
                          static_cast<int32_t>(rect.height())};
  Sha256 hash;
  hash.Update(size, sizeof(size));
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    hash.Update(data.quanta.Row(y),
                static_cast<size_t>(rect.width()) * sizeof(int32_t));
  }
  return ToHex(hash.Finish());
}

absl::StatusOr<ImportedRaster> ImportRaster(const std::string& path,
                                            const ImportOptions& options) {
  const GdalSession gdal;
  TALUS_ASSIGN_OR_RETURN(const Dataset dataset,
                         OpenRaster(path, options, gdal));
  ImportedRaster raster;
  TALUS_ASSIGN_OR_RETURN(raster.georeference, GeoreferenceOf(*dataset, path));
  TALUS_ASSIGN_OR_RETURN(
      raster.cell_m, CellSize(*dataset, raster.georeference, options, path));
  GDALRasterBand& band = *dataset->GetRasterBand(options.band);
  TALUS_ASSIGN_OR_RETURN(const Vertical vertical, VerticalOf(band, path));
  int has_nodata = FALSE;
  const double nodata = band.GetNoDataValue(&has_nodata);
  if (has_nodata) raster.nodata = nodata;
  auto data = std::make_shared<RasterData>();
  data->quanta = Plane<int32_t>(Rect{0, 0, band.GetXSize(), band.GetYSize()});
  TALUS_ASSIGN_OR_RETURN(raster.nodata_cells,
                         ReadQuanta(band, vertical, path, gdal, *data));
  if (raster.nodata_cells == data->quanta.rect().area()) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, " has no data in band ", options.band));
  }
  raster.sha256 = RasterDigest(*data);
  raster.data = std::move(data);
  return raster;
}

}  // namespace talus

#include "client/raster_import.h"

#include <cpl_string.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/gdal_session.h"
#include "client/pending_file.h"
#include "sim/base/digest.h"
#include "sim/base/fixed.h"
#include "sim/base/format_bytes.h"
#include "sim/base/status_macros.h"
#include "sim/recipe/params.h"
#include "talus/v1/recipe.pb.h"

namespace talus {
namespace {

constexpr double kMaxHeightM = 16000;

// Blocks that GDAL keeps while a raster is read; one must fit in any case.
constexpr int64_t kCacheBytes = int64_t{8} << 20;

// GDAL's cache of blocks is global, and grows to a part of the machine's memory
// unless it is told.
class CacheLimit {
 public:
  explicit CacheLimit(int64_t bytes) : before_(GDALGetCacheMax64()) {
    GDALSetCacheMax64(bytes);
  }
  ~CacheLimit() { GDALSetCacheMax64(before_); }
  CacheLimit(const CacheLimit&) = delete;
  CacheLimit& operator=(const CacheLimit&) = delete;

 private:
  const GIntBig before_;
};

// Why GDAL opens no raster at `path`. Not every raster is a file, so this comes
// after the attempt.
absl::Status NoRaster(const std::string& path, const GdalSession& gdal) {
  std::error_code error;
  const bool exists = std::filesystem::exists(path, error);
  if (!exists && !gdal.failed()) {
    return FileError("cannot read", path, ENOENT);
  }
  if (exists && access(path.c_str(), R_OK) != 0) {
    return FileError("cannot read", path, errno);
  }
  if (std::filesystem::is_directory(path, error)) {
    return FileError("cannot read", path, EISDIR);
  }
  if (exists && std::filesystem::file_size(path, error) == 0 && !error) {
    return absl::AbortedError(
        absl::StrCat("cannot read ", path, ": the file is empty"));
  }
  if (!gdal.failed()) {
    return absl::AbortedError(absl::StrCat(
        "cannot read ", path, ": it is of no raster format that GDAL knows"));
  }
  return gdal.ReadError(path);
}

absl::Status CheckBand(GDALDataset& dataset, const ImportOptions& options,
                       const std::string& path) {
  if (options.band < 1 || options.band > dataset.GetRasterCount()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--band ", options.band, " is not in ", path,
                     ", which has ", dataset.GetRasterCount()));
  }
  const GDALDataType type =
      dataset.GetRasterBand(options.band)->GetRasterDataType();
  if (GDALDataTypeIsComplex(type)) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, " has complex values (", GDALGetDataTypeName(type),
        "), which are no heights; gdal_translate -ot Float32 keeps their real "
        "part"));
  }
  return absl::OkStatus();
}

// Bytes of the raster in memory and of what reading it takes beside: a block,
// in every band where the bands lie interleaved.
absl::Status CheckMemory(GDALDataset& dataset, const ImportOptions& options,
                         const std::string& path) {
  GDALRasterBand& band = *dataset.GetRasterBand(options.band);
  const int64_t cells = int64_t{band.GetXSize()} * band.GetYSize();
  int width = 0, height = 0;
  band.GetBlockSize(&width, &height);
  const int64_t block = int64_t{width} * height * dataset.GetRasterCount() *
                        GDALGetDataTypeSizeBytes(band.GetRasterDataType());
  const int64_t needed = 4 * cells + std::max(block, kCacheBytes);
  if (needed <= options.memory_bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      path, " has ", band.GetXSize(), " x ", band.GetYSize(),
      " cells, which take ", FormatUsed(needed, options.memory_bytes), " and ",
      FormatLimit(options.memory_bytes),
      " are left of --memory: allow more, cut it with gdal_translate -srcwin, "
      "or shrink it"));
}

absl::StatusOr<Dataset> OpenRaster(const std::string& path,
                                   const ImportOptions& options,
                                   GdalSession& gdal) {
  if (std::error_code error; std::filesystem::is_fifo(path, error) ||
                             std::filesystem::is_socket(path, error) ||
                             std::filesystem::is_character_file(path, error)) {
    return CheckRegularFile(path);
  }
  Dataset dataset(
      GDALDataset::Open(path.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY));
  if (dataset == nullptr) return NoRaster(path, gdal);
  const int64_t cells =
      int64_t{dataset->GetRasterXSize()} * dataset->GetRasterYSize();
  if (cells > options.max_cells) {
    return absl::ResourceExhaustedError(absl::StrCat(
        path, " has ", dataset->GetRasterXSize(), " x ",
        dataset->GetRasterYSize(), " cells; at most ", options.max_cells,
        " are read: cut it with gdal_translate -srcwin, or shrink it"));
  }
  TALUS_RETURN_IF_ERROR(CheckBand(*dataset, options, path));
  TALUS_RETURN_IF_ERROR(CheckMemory(*dataset, options, path));
  return dataset;
}

// Where the pixels lie; `placed` says whether the raster tells, and where it
// does not, they are those of a world of its own.
absl::StatusOr<Georeference> GeoreferenceOf(GDALDataset& dataset,
                                            const std::string& path,
                                            bool* placed) {
  Georeference geo;
  geo.wkt = dataset.GetProjectionRef();
  auto& t = geo.transform;
  *placed = dataset.GetGeoTransform(t.data()) == CE_None &&
            std::any_of(t.begin(), t.end(), [](double v) { return v != 0; });
  if (!*placed) t = {0, 1, 0, 0, 0, -1};
  if (t[2] != 0 || t[4] != 0 || !(t[1] > 0) || !(t[5] < 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, " is rotated or upside down (geotransform ", t[1],
                     ", ", t[2], ", ", t[4], ", ", t[5],
                     "); gdalwarp writes it with north up and west left"));
  }
  return geo;
}

// Edge of a cell in metres, as the raster has it.
absl::StatusOr<double> OwnCellSize(const GDALDataset& dataset,
                                   const Georeference& geo, bool placed,
                                   const std::string& path,
                                   const GdalSession& gdal) {
  const OGRSpatialReference* crs = dataset.GetSpatialRef();
  if (crs != nullptr && crs->IsGeographic()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path,
        " counts in degrees; project it first (gdalwarp -t_srs EPSG:326xx) or "
        "give --cell-size METRES"));
  }
  if (!placed || crs == nullptr || !(crs->IsProjected() || crs->IsLocal())) {
    // A damaged file often lacks just that.
    const std::string why =
        gdal.complaint().empty()
            ? ""
            : absl::StrCat(" (GDAL says of it: ", gdal.complaint(), ")");
    return absl::InvalidArgumentError(
        absl::StrCat(path, " does not say how large its cells are", why,
                     "; give --cell-size METRES"));
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

absl::StatusOr<double> CellSize(const GDALDataset& dataset,
                                const Georeference& geo, bool placed,
                                const ImportOptions& options,
                                const std::string& path,
                                const GdalSession& gdal) {
  const v1::Param& range =
      *ParamOf(*v1::Recipe::descriptor()->FindFieldByName("cell_size_m"));
  const auto fits = [&](double size) {
    return size >= range.min() && size <= range.max();
  };
  if (options.cell_size_m) {
    if (fits(*options.cell_size_m)) return *options.cell_size_m;
    return absl::InvalidArgumentError(
        absl::StrCat("--cell-size ", *options.cell_size_m, " is outside [",
                     range.min(), ", ", range.max(), "] metres"));
  }
  TALUS_ASSIGN_OR_RETURN(const double size,
                         OwnCellSize(dataset, geo, placed, path, gdal));
  if (fits(size)) return size;
  return absl::InvalidArgumentError(
      absl::StrCat(path, " has cells of ", size, " m, outside [", range.min(),
                   ", ", range.max(), "]; give --cell-size METRES"));
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

// Turns a row of a band into quanta; returns the number of cells without data,
// or why one is no height.
class RowReader {
 public:
  RowReader(GDALRasterBand& band, const Vertical& vertical,
            const std::string& path, const GdalSession& gdal)
      : band_(band),
        mask_band_(*band.GetMaskBand()),
        vertical_(vertical),
        path_(path),
        gdal_(gdal) {}

  absl::Status Read(int x0, int y, int width, int32_t* out) {
    values_.resize(static_cast<size_t>(width));
    mask_.resize(static_cast<size_t>(width));
    if (band_.RasterIO(GF_Read, x0, y, width, 1, values_.data(), width, 1,
                       GDT_Float64, 0, 0, nullptr) != CE_None ||
        mask_band_.RasterIO(GF_Read, x0, y, width, 1, mask_.data(), width, 1,
                            GDT_Byte, 0, 0, nullptr) != CE_None) {
      return gdal_.ReadError(path_);
    }
    for (int i = 0; i < width; ++i) {
      const double meters =
          vertical_.offset + vertical_.scale * values_[static_cast<size_t>(i)];
      if (mask_[static_cast<size_t>(i)] == 0 || !std::isfinite(meters)) {
        out[i] = RasterData::kNodata;
        ++nodata_cells_;
        continue;
      }
      if (std::fabs(meters) > kMaxHeightM) {
        return TooHigh(meters, x0 + i, y, path_);
      }
      out[i] = QuantaFromMeters(meters);
    }
    return absl::OkStatus();
  }

  int64_t nodata_cells() const { return nodata_cells_; }

 private:
  GDALRasterBand& band_;
  GDALRasterBand& mask_band_;
  const Vertical vertical_;
  const std::string& path_;
  const GdalSession& gdal_;
  std::vector<double> values_;
  std::vector<uint8_t> mask_;
  int64_t nodata_cells_ = 0;
};

// Reads the band into `data`, block by block: GDAL then needs to hold no more
// than one, however wide the raster is. Returns the number of cells without
// data.
absl::StatusOr<int64_t> ReadQuanta(GDALRasterBand& band,
                                   const Vertical& vertical,
                                   const std::string& path,
                                   const GdalSession& gdal, RasterData& data) {
  int block_width = 0, block_height = 0;
  band.GetBlockSize(&block_width, &block_height);
  RowReader reader(band, vertical, path, gdal);
  for (int y0 = 0; y0 < band.GetYSize(); y0 += block_height) {
    const int y1 = std::min(y0 + block_height, band.GetYSize());
    for (int x0 = 0; x0 < band.GetXSize(); x0 += block_width) {
      const int width = std::min(block_width, band.GetXSize() - x0);
      for (int y = y0; y < y1; ++y) {
        TALUS_RETURN_IF_ERROR(reader.Read(x0, y, width, data.quanta.At(x0, y)));
      }
    }
  }
  return reader.nodata_cells();
}

std::vector<std::string> FilesOf(GDALDataset& dataset) {
  std::vector<std::string> files;
  char** list = dataset.GetFileList();
  for (int i = 0; list != nullptr && list[i] != nullptr; ++i) {
    files.emplace_back(list[i]);
  }
  CSLDestroy(list);
  return files;
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
  GdalSession gdal;
  const CacheLimit cache(kCacheBytes);
  TALUS_ASSIGN_OR_RETURN(const Dataset dataset,
                         OpenRaster(path, options, gdal));
  ImportedRaster raster;
  bool placed = false;
  TALUS_ASSIGN_OR_RETURN(raster.georeference,
                         GeoreferenceOf(*dataset, path, &placed));
  TALUS_ASSIGN_OR_RETURN(raster.cell_m, CellSize(*dataset, raster.georeference,
                                                 placed, options, path, gdal));
  raster.files = FilesOf(*dataset);
  GDALRasterBand& band = *dataset->GetRasterBand(options.band);
  TALUS_ASSIGN_OR_RETURN(const Vertical vertical, VerticalOf(band, path));
  gdal.Forget();
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

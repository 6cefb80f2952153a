#include "client/region_writer.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "client/geotiff_writer.h"
#include "client/layer_image.h"
#include "client/output_files.h"
#include "client/pending_file.h"
#include "client/pictures.h"
#include "client/png_writer.h"
#include "client/raw_writer.h"
#include "client/sidecar.h"
#include "sim/base/digest.h"
#include "sim/base/status_macros.h"
#include "sim/plan/root_digest.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

bool WantsPicture(const ExportFormats& formats) {
  return std::any_of(formats.begin(), formats.end(), IsPicture);
}

// Writes the files of one region and notes them in a sidecar.
class RegionWriter {
 public:
  RegionWriter(const FinishedRegion& finished, const RegionQuery& query,
               const ExportOptions& options, std::stop_token stop)
      : finished_(finished),
        query_(query),
        options_(options),
        stop_(std::move(stop)) {}

  absl::StatusOr<std::vector<std::string>> Write();

 private:
  absl::Status CheckStop() const {
    if (!stop_.stop_requested()) return absl::OkStatus();
    return absl::CancelledError("writing was stopped");
  }
  std::string PathOf(const std::string& file) const {
    return (std::filesystem::path(options_.folder) / file).string();
  }
  void DescribeRegion();
  absl::Status WritePicture(ExportFormat format);
  absl::Status WriteLayer(Layer layer);
  absl::Status WriteValues(const LayerImage& image, ExportFormat format,
                           client::LayerEntry& entry);
  absl::Status Note(client::FileEntry& entry, const std::string& path);
  float NodataFor(const LayerRange& range) const;

  const FinishedRegion& finished_;
  const RegionQuery& query_;
  const ExportOptions& options_;
  const std::stop_token stop_;
  client::Sidecar sidecar_;
  std::vector<std::string> paths_;
};

// The imported raster's own nodata value, unless it could be a height.
float RegionWriter::NodataFor(const LayerRange& range) const {
  if (!options_.nodata) return kNodataValue;
  const double nodata = *options_.nodata;
  const bool taken = nodata >= range.min - 1 && nodata <= range.max + 1;
  const bool fits = std::isnan(nodata) ||
                    static_cast<double>(static_cast<float>(nodata)) == nodata;
  return taken || !fits ? kNodataValue : static_cast<float>(nodata);
}

absl::Status RegionWriter::Note(client::FileEntry& entry,
                                const std::string& path) {
  TALUS_ASSIGN_OR_RETURN(const std::string hash, HashFile(path));
  entry.set_file(std::filesystem::path(path).filename().string());
  entry.set_sha256(hash);
  paths_.push_back(path);
  return CheckStop();
}

absl::Status RegionWriter::WritePicture(ExportFormat format) {
  const std::string path = PathOf(PictureFile(options_.name, format));
  const PictureSource source{finished_.mosaic,       options_.region,
                             sidecar_.cell_size_m(), options_.caption,
                             options_.tint_m,        options_.sea_m,
                             options_.z_factor};
  absl::Status status;
  if (format == ExportFormat::kHillshade) {
    status = WritePng(path, HillshadeOf(source));
  } else if (format == ExportFormat::kRelief) {
    status = WritePng(path, ReliefOf(source));
  } else {
    status = WritePng(path, SheetOf(source));
  }
  TALUS_RETURN_IF_ERROR(status);
  client::FileEntry& entry = *sidecar_.add_pictures();
  entry.set_format(std::string(FormatName(format)));
  entry.set_sample("uint8");
  return Note(entry, path);
}

absl::Status RegionWriter::WriteValues(const LayerImage& image,
                                       ExportFormat format,
                                       client::LayerEntry& entry) {
  const std::string path =
      PathOf(ValuesFile(options_.name, image.layer, format));
  const SixteenBit coding = SixteenBitOf(image.range);
  const float nodata = NodataFor(image.range);
  const bool has_nodata = image.range.nodata_cells > 0 || options_.nodata;
  client::FileEntry& file = *entry.add_files();
  file.set_format(std::string(FormatName(format)));
  file.set_sample("float32");
  file.set_scale(1);
  if (has_nodata) file.set_nodata(kNodataValue);
  absl::Status status;
  switch (format) {
    case ExportFormat::kTiff:
    case ExportFormat::kCog: {
      GeoTiffOptions tiff;
      tiff.georeference = options_.georeference;
      if (has_nodata) {
        tiff.nodata = nodata;
        file.set_nodata(nodata);
      }
      tiff.cloud_optimized = format == ExportFormat::kCog;
      status = WriteGeoTiff(path, image, tiff, stop_);
      break;
    }
    case ExportFormat::kPng16:
    case ExportFormat::kR16:
      file.set_sample("uint16");
      file.set_offset(coding.offset);
      file.set_scale(coding.scale);
      file.clear_nodata();
      if (coding.has_nodata) file.set_nodata(0);
      status = format == ExportFormat::kR16 ? WriteRaw16(path, image, coding)
                                            : WritePng16(path, image, coding);
      break;
    case ExportFormat::kQ32:
      if (IsFixed(image.layer)) {
        file.set_sample("int32");
        file.set_scale(1.0 / 65536);
        if (has_nodata) file.set_nodata(kNodataQuanta);
      }
      status = WriteRawWords(path, image);
      break;
    default:
      status = WriteRawF32(path, image);
  }
  TALUS_RETURN_IF_ERROR(status);
  return Note(file, path);
}

absl::Status RegionWriter::WriteLayer(Layer layer) {
  LayerImage image;
  image.layer = layer;
  image.words = finished_.mosaic.View(layer, options_.region);
  image.range = RangeOf(layer, image.words);
  client::LayerEntry& entry = *sidecar_.add_layers();
  entry.set_layer(std::string(LayerName(layer)));
  entry.set_unit(LayerUnit(layer));
  entry.set_min(image.range.min);
  entry.set_max(image.range.max);
  entry.set_nodata_cells(static_cast<double>(image.range.nodata_cells));
  TALUS_ASSIGN_OR_RETURN(const LayerDigests digests,
                         DigestsOf(options_.region, image.words, stop_));
  entry.set_root_digest(ToHex(digests.root));
  for (const Sha256Digest& block : digests.blocks) {
    entry.add_blocks(ToHex(block));
  }
  for (const ExportFormat format : options_.formats) {
    if (IsPicture(format)) continue;
    TALUS_RETURN_IF_ERROR(WriteValues(image, format, entry));
  }
  return absl::OkStatus();
}

void RegionWriter::DescribeRegion() {
  const int level = query_.request.level;
  sidecar_.set_sidecar_version(kSidecarVersion);
  sidecar_.set_name(options_.name);
  sidecar_.set_engine_version(finished_.result.engine_version);
  sidecar_.set_recipe_digest(query_.recipe.digest);
  sidecar_.set_level(static_cast<uint32_t>(level));
  *sidecar_.mutable_region() = ToSidecar(options_.region);
  sidecar_.set_cell_size_m(query_.recipe.recipe.cell_size_m() *
                           static_cast<double>(int64_t{1} << level));
  sidecar_.set_byte_order("little");
  sidecar_.set_row_order("north_first");
  sidecar_.set_crs(options_.georeference.wkt);
  for (const double t : options_.georeference.transform) {
    sidecar_.add_geotransform(t);
  }
  sidecar_.set_block_size(static_cast<uint32_t>(RootDigest::kBlockCells));
  *sidecar_.mutable_ledger() = finished_.result.summary.ledger();
  *sidecar_.mutable_ledger_region() = ToSidecar(query_.request.region);
}

absl::StatusOr<std::vector<std::string>> RegionWriter::Write() {
  TALUS_RETURN_IF_ERROR(MakeFolder(options_.folder));
  const std::string sidecar_path = PathOf(SidecarFile(options_.name));
  TALUS_RETURN_IF_ERROR(RemoveFile(sidecar_path));
  DescribeRegion();
  for (const ExportFormat format : options_.formats) {
    if (!IsPicture(format)) continue;
    TALUS_RETURN_IF_ERROR(WritePicture(format));
  }
  absl::Status status;
  options_.layers.ForEach([&](Layer layer) {
    if (status.ok()) status = WriteLayer(layer);
  });
  TALUS_RETURN_IF_ERROR(status);
  sidecar_.set_recipe_file(RecipeFile(options_.name));
  TALUS_RETURN_IF_ERROR(WriteFile(PathOf(sidecar_.recipe_file()),
                                  RecipeToTextproto(query_.recipe.recipe)));
  TALUS_RETURN_IF_ERROR(CheckStop());
  TALUS_RETURN_IF_ERROR(WriteSidecar(sidecar_path, sidecar_));
  paths_.push_back(sidecar_path);
  return paths_;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> WriteRegion(
    const FinishedRegion& finished, const RegionQuery& query,
    const ExportOptions& options, std::stop_token stop) {
  return RegionWriter(finished, query, options, std::move(stop)).Write();
}

LayerSet LayersFor(const ExportFormats& formats, LayerSet values,
                   LayerSet made) {
  LayerSet layers = values;
  if (WantsPicture(formats)) layers.Add(Layer::kHeight);
  if (formats.count(ExportFormat::kRelief)) {
    layers = layers | LayersOfRelief(made);
  }
  if (formats.count(ExportFormat::kSheet)) {
    layers = layers | LayersOfSheet(made);
  }
  return layers;
}

Rect RegionFor(const ExportFormats& formats, const Rect& region, int level) {
  if (!WantsPicture(formats)) return region;
  const int64_t edge = kWorldEdge >> level;
  const Rect world = {-edge, -edge, edge, edge};
  const Rect grown = Intersect(Grow(region, 1), world);
  // What leaves the world is for the planner to refuse, as it was asked for.
  return world.Contains(region) && grown.width() <= kLargestRegion &&
                 grown.height() <= kLargestRegion
             ? grown
             : region;
}

}  // namespace talus

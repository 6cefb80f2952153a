#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "client/output_files.h"
#include "client/pending_file.h"
#include "client/progress_line.h"
#include "client/raster_import.h"
#include "client/river_map.h"
#include "client/vector_writer.h"
#include "sim/base/absl_view.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

class Rivers : public Command {
 public:
  explicit Rivers(CLI::App* app) : Command(app) {
    app->add_option("raster", path_, "Heights, in any file that GDAL reads")
        ->required();
    app->add_option("--out", folder_, "Folder for the files")->required();
    app->add_option("--name", name_,
                    "What files begin with (default: the raster's name)");
    app->add_option("--format", formats_, "gpkg, geojson (default gpkg)")
        ->delimiter(',')
        ->transform(CLI::CheckedTransformer(FormatsByName()));
    app->add_option("--cell-size", cell_size_m_,
                    "Metres, where the raster does not say");
    AddPositive("--channel-area", options_.channel_area_m2,
                "Square metres that drain through where rivers begin");
    AddPositive("--runoff", options_.runoff_m,
                "Metres of water that run off in a year");
    app->add_option("--sea-level", options_.sea_level_m,
                    "Metres; rivers end in what is not above it");
    AddPositive("--lake-area", options_.lake_area_m2,
                "Square metres; smaller lakes are left out");
    AddPositive("--lake-depth", options_.lake_depth_m,
                "Metres; lakes nowhere as deep are left out");
  }

  absl::Status Run(const Session& session) override {
    ImportOptions import;
    import.cell_size_m = cell_size_m_;
    TALUS_ASSIGN_OR_RETURN(const ImportedRaster land,
                           ImportRaster(path_, import));
    if (name_.empty()) name_ = std::filesystem::path(path_).stem().string();
    TALUS_RETURN_IF_ERROR(CheckOutputName(name_));
    TALUS_RETURN_IF_ERROR(CheckOutputs(folder_, FileNames(), land.files));
    TALUS_RETURN_IF_ERROR(MakeFolder(folder_));
    RemoveAbandoned(folder_);
    TALUS_ASSIGN_OR_RETURN(const RiverMap map, Make(session, land));
    TALUS_RETURN_IF_ERROR(Write(session, map, land.georeference.wkt));
    absl::FPrintF(session.err,
                  "%d reaches, %.4g km, to order %d; %d lakes, %.4g km2\n",
                  map.reaches, map.length_m / 1e3, map.largest_order, map.lakes,
                  map.lake_area_m2 / 1e6);
    return absl::OkStatus();
  }

 private:
  static std::map<std::string, VectorFormat> FormatsByName() {
    std::map<std::string, VectorFormat> formats;
    for (const VectorFormat format :
         {VectorFormat::kGeoPackage, VectorFormat::kGeoJson}) {
      formats.emplace(VectorFormatName(format), format);
    }
    return formats;
  }

  void AddPositive(const char* name, double& value, const char* text) {
    app_->add_option(name, value,
                     absl::StrFormat("%s (default %g)", text, value))
        ->check(CLI::PositiveNumber);
  }

  absl::StatusOr<RiverMap> Make(const Session& session,
                                const ImportedRaster& land) const {
    ProgressLine line(session.err, isatty(fileno(session.err)) != 0, name_);
    return MapRivers(land, options_, session.stop,
                     [&](int64_t done, int64_t total) {
                       // Nobody needs to be told of a short wait.
                       if (line.elapsed_s() >= 1) line.Update(done, total);
                     });
  }

  // Of a layer, or of all where the format holds them together.
  std::string FileName(std::string_view what, VectorFormat format) const {
    return absl::StrCat(name_, "_", ToAbsl(what), ".",
                        ToAbsl(VectorFormatName(format)));
  }

  std::vector<std::string> FileNames() const {
    std::vector<std::string> names;
    for (const VectorFormat format : formats_) {
      for (const char* what : {"rivers", "lakes"}) {
        names.push_back(FileName(what, format));
        if (HoldsLayers(format)) break;
      }
    }
    return names;
  }

  absl::Status Write(const Session& session, const RiverMap& map,
                     const std::string& wkt) const {
    for (const VectorFormat format : formats_) {
      const size_t together = HoldsLayers(format) ? map.layers.size() : 1;
      for (size_t i = 0; i < map.layers.size(); i += together) {
        const std::string path = (std::filesystem::path(folder_) /
                                  FileName(map.layers[i].name, format))
                                     .string();
        TALUS_RETURN_IF_ERROR(WriteVectors(
            path, format, std::span(map.layers).subspan(i, together), wkt,
            session.stop));
        absl::FPrintF(session.out, "%s\n", path);
      }
    }
    return absl::OkStatus();
  }

  std::string path_;
  std::string folder_;
  std::string name_;
  std::vector<VectorFormat> formats_ = {VectorFormat::kGeoPackage};
  std::optional<double> cell_size_m_;
  RiverOptions options_;
};

}  // namespace

std::unique_ptr<Command> AddRivers(CLI::App& root) {
  return std::make_unique<Rivers>(root.add_subcommand(
      "rivers", "Maps the rivers and lakes of a raster as lines and polygons"));
}

}  // namespace talus

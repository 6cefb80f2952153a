#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "client/gdal_session.h"
#include "client/layer_stats.h"
#include "client/raster_import.h"
#include "client/sidecar.h"
#include "client/written_files.h"
#include "sim/base/status_macros.h"
#include "sim/plan/root_digest.h"

namespace talus {
namespace {

class Inspect : public Command {
 public:
  explicit Inspect(CLI::App* app) : Command(app) {
    app->add_option("path", path_,
                    "Folder that talus wrote, its .json, or a raster")
        ->required();
  }

  absl::Status Run(const Session& session) override {
    std::error_code error;
    const std::filesystem::path path(path_);
    if (std::filesystem::is_directory(path, error) ||
        path.extension() == ".json") {
      return InspectFolder(session);
    }
    return InspectRaster(session);
  }

 private:
  absl::Status InspectFolder(const Session& session) {
    TALUS_ASSIGN_OR_RETURN(const std::string path, FindSidecar(path_));
    TALUS_ASSIGN_OR_RETURN(const client::Sidecar sidecar, ReadSidecar(path));
    const client::Region& r = sidecar.region();
    std::FILE* out = session.out;
    absl::FPrintF(out,
                  "%s: %d x %d cells of %g m from (%.0f, %.0f), level %d\n",
                  sidecar.name(), r.width(), r.height(), sidecar.cell_size_m(),
                  r.x(), r.y(), sidecar.level());
    absl::FPrintF(out, "recipe %s, engine version %d\n",
                  sidecar.recipe_digest(), sidecar.engine_version());
    int64_t wrong = 0;
    for (const client::LayerEntry& layer : sidecar.layers()) {
      absl::FPrintF(out, "%s: %g to %g %s, %.0f cells without data, root %s\n",
                    layer.layer(), layer.min(), layer.max(), layer.unit(),
                    layer.nodata_cells(), layer.root_digest());
      wrong += CheckRoot(session, layer);
    }
    for (const FileState& file : CheckWrittenFiles(path, sidecar)) {
      absl::FPrintF(out, "  %-10s %-8s %s: %s\n", file.format, file.sample,
                    file.file, file.verdict);
      wrong += file.holds ? 0 : 1;
    }
    if (wrong == 0) return absl::OkStatus();
    return absl::DataLossError(
        absl::StrCat(wrong, " entries of ", path, " do not hold"));
  }

  // 1 where the root digest is not that of the blocks.
  static int CheckRoot(const Session& session,
                       const client::LayerEntry& layer) {
    std::vector<Sha256Digest> blocks;
    for (const std::string& hex : layer.blocks()) {
      Sha256Digest digest{};
      if (IsSha256Hex(hex)) {
        for (size_t i = 0; i < digest.size(); ++i) {
          digest[i] = static_cast<uint8_t>(
              std::stoi(hex.substr(2 * i, 2), nullptr, 16));
        }
      }
      blocks.push_back(digest);
    }
    if (ToHex(RootDigest::RootOf(blocks)) == layer.root_digest()) return 0;
    absl::FPrintF(session.out, "  root digest is not that of its blocks\n");
    return 1;
  }

  absl::Status InspectRaster(const Session& session) {
    ImportOptions options;
    absl::StatusOr<ImportedRaster> raster = ImportRaster(path_, options);
    if (!raster.ok() && absl::IsInvalidArgument(raster.status())) {
      absl::FPrintF(session.err, "%s\n",
                    std::string(raster.status().message()));
      options.cell_size_m = 1;
      raster = ImportRaster(path_, options);
    }
    TALUS_RETURN_IF_ERROR(raster.status());
    const Plane<int32_t>& quanta = raster->data->quanta;
    const LayerRange range =
        RangeOf(Layer::kHeight, {quanta.Row(0), quanta.rect().width(),
                                 quanta.rect().height(), quanta.stride()});
    std::FILE* out = session.out;
    absl::FPrintF(out, "%s: %d x %d cells of %g m\n", path_,
                  quanta.rect().width(), quanta.rect().height(),
                  raster->cell_m);
    absl::FPrintF(out, "height: %g to %g m, %d cells without data\n", range.min,
                  range.max, range.nodata_cells);
    absl::FPrintF(out, "sha256 (as recipes name it): %s\n", raster->sha256);
    return absl::OkStatus();
  }

  std::string path_;
};

}  // namespace

std::unique_ptr<Command> AddInspect(CLI::App& root) {
  return std::make_unique<Inspect>(root.add_subcommand(
      "inspect",
      "Prints what written files hold and checks them against their "
      "description; or describes a raster"));
}

}  // namespace talus

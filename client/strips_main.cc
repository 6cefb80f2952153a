#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/embedded_source.h"
#include "client/param_strip.h"
#include "client/png_writer.h"
#include "client/raster_import.h"
#include "client/recipe_file.h"
#include "sim/base/status_macros.h"
#include "sim/recipe/shown_values.h"
#include "sim/recipe/stage_message.h"

namespace talus {
namespace {

// Strips whose pictures differ by less show nothing.
constexpr double kDullContrast = 4;

struct Folders {
  std::string recipes;
  std::string pictures;
};

// The recipe of the parameter itself, or else that of its stage.
absl::StatusOr<v1::Recipe> BaseOf(const std::string& folder,
                                  const std::string& stage,
                                  const std::string& strip) {
  std::string path = absl::StrCat(folder, "/", strip, ".textproto");
  if (!std::filesystem::exists(path)) {
    path = absl::StrCat(folder, "/", stage, ".textproto");
  }
  TALUS_ASSIGN_OR_RETURN(NamedRecipe named, LoadRecipe(path));
  return std::move(named.recipe);
}

// Writes the strip of a parameter. FAILED_PRECONDITION where it shows nothing.
absl::Status WriteStrip(RegionSource& source, const RasterSet& rasters,
                        const Folders& folders,
                        const google::protobuf::FieldDescriptor& process,
                        const ListedParam& param) {
  const std::string name = StripName(process.name(), param);
  TALUS_ASSIGN_OR_RETURN(const v1::Recipe base,
                         BaseOf(folders.recipes, process.name(), name));
  TALUS_ASSIGN_OR_RETURN(const ParamStrip strip,
                         MakeStrip(source, rasters, base, process, param));
  TALUS_RETURN_IF_ERROR(
      WritePng(absl::StrCat(folders.pictures, "/", name, ".png"), strip.image));
  absl::PrintF("%s %.1f\n", name, strip.contrast);
  std::fflush(stdout);
  if (strip.contrast >= kDullContrast) return absl::OkStatus();
  return absl::FailedPreconditionError("its pictures look the same");
}

// Returns how many strips could not be made or show nothing.
int WriteStrips(const RasterSet& rasters, const Folders& folders,
                const std::vector<std::string>& stages) {
  EmbeddedSource source({});
  int bad = 0;
  for (int i = 0; i < ProcessOneof().field_count(); ++i) {
    const auto& process = *ProcessOneof().field(i);
    for (const ListedParam& param : ParamsOf(*process.message_type())) {
      const std::string name = StripName(process.name(), param);
      const auto wanted = [&](const std::string& stage) {
        return stage == process.name() || stage == name;
      };
      if (ShownValues(*param.field).empty() ||
          (!stages.empty() &&
           std::none_of(stages.begin(), stages.end(), wanted))) {
        continue;
      }
      const absl::Status status =
          WriteStrip(source, rasters, folders, process, param);
      if (status.ok()) continue;
      absl::FPrintF(stderr, "%s: %s\n", name, status.message());
      ++bad;
    }
  }
  return bad;
}

int Run(const std::vector<std::string>& args) {
  if (args.size() < 3) {
    std::fputs(
        "Makes pictures of what parameters do.\n"
        "Usage: talus_strips RECIPES PICTURES RASTER [STAGE|STAGE.PARAM...]\n",
        stderr);
    return 2;
  }
  const absl::StatusOr<ImportedRaster> raster = ImportRaster(args[2], {});
  if (!raster.ok()) {
    absl::FPrintF(stderr, "%s\n", raster.status().message());
    return 5;
  }
  const RasterSet rasters = {{raster->sha256, raster->data}};
  const int bad =
      WriteStrips(rasters, {args[0], args[1]}, {args.begin() + 3, args.end()});
  return bad == 0 ? 0 : 1;
}

}  // namespace
}  // namespace talus

// Makes the strips of docs/stages.md; see scripts/strips.sh.
int main(int argc, char** argv) { return talus::Run({argv + 1, argv + argc}); }

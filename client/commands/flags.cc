#include "client/commands/flags.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/commands/export_job.h"
#include "client/embedded_source.h"
#include "client/output_files.h"
#include "client/raster_import.h"
#include "client/recipe_file.h"
#include "client/recipe_override.h"
#include "client/region_job.h"
#include "client/region_text.h"
#include "client/remote_source.h"
#include "sim/base/format_bytes.h"
#include "sim/base/status_macros.h"
#include "sim/recipe/raster_name.h"
#include "wire/address.h"

namespace talus {
namespace {

constexpr int kMaxThreads = 1024;

// Above any number of levels, stages or bands.
constexpr int kMaxIndex = 65536;

}  // namespace

CLI::Validator WholeNumber(int64_t low, int64_t high) {
  return CLI::Validator(
      [=](std::string& text) -> std::string {
        int64_t number = 0;
        if (absl::SimpleAtoi(text, &number) && number >= low &&
            number <= high) {
          return "";
        }
        return absl::StrCat("'", text, "' is no whole number of [", low, ", ",
                            high, "]");
      },
      "");
}

void SourceFlags::Add(CLI::App& app, bool with_server) {
  if (with_server) {
    app.add_option("--server", server,
                   "Address of a talusd (HOST:PORT or unix:PATH); this process "
                   "does the work where it is not given")
        ->check([](const std::string& address) {
          return std::string(CheckAddress(address).message());
        });
  }
  app.add_option("--threads", threads, "Threads that work; 0: all there are")
      ->check(WholeNumber(0, kMaxThreads))
      ->capture_default_str();
  app.add_option("--memory", memory,
                 "Most memory the work may take (512M, 4G); larger regions are "
                 "made in windows")
      ->capture_default_str();
}

absl::StatusOr<EngineOptions> SourceFlags::Options(int64_t raster_bytes) const {
  EngineOptions options;
  options.tiling.threads = threads;
  TALUS_ASSIGN_OR_RETURN(const int64_t all, ParseBytes(memory));
  options.memory_bytes = all - raster_bytes;
  if (options.memory_bytes > 0) return options;
  return absl::ResourceExhaustedError(
      absl::StrCat("the rasters need ", FormatUsed(raster_bytes, all),
                   " and --memory allows ", FormatLimit(all),
                   "; allow more, cut them with gdal_translate -srcwin, "
                   "or shrink them"));
}

absl::StatusOr<std::unique_ptr<RegionSource>> SourceFlags::Make(
    int64_t raster_bytes) const {
  TALUS_ASSIGN_OR_RETURN(const EngineOptions options, Options(raster_bytes));
  std::unique_ptr<RegionSource> source;
  if (server.empty()) {
    source = std::make_unique<EmbeddedSource>(options);
  } else {
    source = std::make_unique<RemoteSource>(server);
  }
  return source;
}

void RecipeFlags::Add(CLI::App& app, const std::string& what) {
  app.add_option("recipe", recipe, what)->required();
  app.add_option("--seed", seed,
                 "Seed: a number, a text, or random (drawn and printed)");
  app.add_option("--set", sets,
                 "Sets one parameter, PATH=VALUE: "
                 "stages[1].water_erosion.passes=80")
      ->allow_extra_args(false);
  app.add_option("--until-stage", until_stage,
                 "Runs only the first N stages of the recipe's list")
      ->check(WholeNumber(1, kMaxIndex));
  AddRasterFlag(app, rasters);
}

void AddRasterFlag(CLI::App& app, std::vector<std::string>& rasters) {
  app.add_option("--raster", rasters,
                 "Raster that a raster or layer_raster stage of the recipe "
                 "names")
      ->allow_extra_args(false);
}

absl::StatusOr<CanonicalRecipe> FinishRecipe(
    v1::Recipe recipe, const std::string& seed,
    const std::vector<std::string>& sets, std::optional<int> until_stage,
    const Session& session) {
  if (!seed.empty()) TALUS_RETURN_IF_ERROR(ApplySeed(seed, recipe));
  for (const std::string& set : sets) {
    TALUS_RETURN_IF_ERROR(ApplyOverride(set, recipe));
  }
  TALUS_ASSIGN_OR_RETURN(CanonicalRecipe canonical, Canonicalize(recipe));
  if (seed == "random") {
    absl::FPrintF(session.err, "seed %d\n", canonical.recipe.seed_number());
  }
  if (until_stage) return CutAfter(canonical, *until_stage);
  return canonical;
}

namespace {

bool Names(const v1::Recipe& recipe, const std::string& sha256) {
  return std::any_of(
      recipe.stages().begin(), recipe.stages().end(),
      [&](const v1::Stage& stage) { return RasterName(stage) == sha256; });
}

// Says where a recipe takes the cells of a raster for others than they are.
void RemarkOnScale(const Session& session, const std::string& path,
                   const ImportedRaster& raster, double cell_m) {
  const double own = raster.georeference.transform[1];
  if (raster.georeference.wkt.empty() || std::abs(own - cell_m) < 1e-6 * own) {
    return;
  }
  absl::FPrintF(session.err,
                "%s has cells of %g, the recipe takes them as %g m: set "
                "cell_size_m where that is not meant\n",
                path, own, cell_m);
}

}  // namespace

absl::Status BringRasters(const Session& session,
                          const std::vector<std::string>& paths,
                          int64_t memory_bytes, RegionQuery& query,
                          std::vector<std::string>& inputs) {
  const v1::Recipe& recipe = query.recipe.recipe;
  for (const std::string& path : paths) {
    // Only the content counts here; the recipe says how large a cell is.
    ImportOptions options;
    options.cell_size_m = recipe.cell_size_m();
    options.memory_bytes = memory_bytes - RasterBytes(query);
    TALUS_ASSIGN_OR_RETURN(const ImportedRaster raster,
                           ImportRaster(path, options));
    if (!Names(recipe, raster.sha256)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--raster ", path,
                       ": no raster or layer_raster stage of the "
                       "recipe has its sha256, ",
                       raster.sha256));
    }
    RemarkOnScale(session, path, raster, recipe.cell_size_m());
    query.rasters[raster.sha256] = raster.data;
    inputs.push_back(path);
    inputs.insert(inputs.end(), raster.files.begin(), raster.files.end());
  }
  return absl::OkStatus();
}

absl::StatusOr<RecipeFlags::Choice> RecipeFlags::Load(
    const Session& session, int64_t memory_bytes) const {
  TALUS_ASSIGN_OR_RETURN(NamedRecipe named, LoadRecipe(recipe));
  Choice choice;
  choice.name = named.name;
  choice.inputs.push_back(recipe);
  TALUS_ASSIGN_OR_RETURN(
      choice.query.recipe,
      FinishRecipe(std::move(named.recipe), seed, sets, until_stage, session));
  TALUS_RETURN_IF_ERROR(BringRasters(session, rasters, memory_bytes,
                                     choice.query, choice.inputs));
  return choice;
}

void RegionFlags::Add(CLI::App& app) {
  CLI::Option* by_region = app.add_option(
      "--region", region, "Cells to make: X,Y,WIDTH,HEIGHT at the level");
  app.add_option("--size", size, "Cells to make: N or WIDTHxHEIGHT")
      ->excludes(by_region);
  app.add_option("--level", level,
                 "Level: 0 is the finest, each next has cells twice as wide")
      ->check(WholeNumber(0, kMaxIndex))
      ->capture_default_str();
}

absl::Status RegionFlags::Fill(const Program& program,
                               RegionRequest& request) const {
  request.level = level;
  TALUS_ASSIGN_OR_RETURN(request.region, Resolve(program));
  const std::optional<Rect> domain = program.DomainAt(level);
  if (domain && Intersect(*domain, request.region).empty()) {
    return absl::OutOfRangeError(absl::StrCat(
        "the region lies outside the domain of the recipe, which is ",
        domain->x0, ",", domain->y0, ",", domain->width(), ",",
        domain->height(), " at level ", level));
  }
  return absl::OkStatus();
}

absl::StatusOr<Rect> RegionFlags::Resolve(const Program& program) const {
  if (level > program.max_level()) {
    return absl::OutOfRangeError(
        absl::StrCat("--level ", level, " is outside [0, ", program.max_level(),
                     "], the levels of this recipe"));
  }
  if (!region.empty()) return ParseRegion(region);
  const std::optional<Rect> domain = program.DomainAt(level);
  if (size.empty()) return domain.value_or(Rect{0, 0, 1024, 1024});
  TALUS_ASSIGN_OR_RETURN(const auto wanted, ParseSize(size));
  const int64_t x = domain ? domain->x0 : 0;
  const int64_t y = domain ? domain->y0 : 0;
  return Rect{x, y, x + wanted.first, y + wanted.second};
}

void OutputFlags::Add(CLI::App& app) {
  app.add_option("--out", out, "Folder for the files")->capture_default_str();
  app.add_option("--name", name,
                 "What the files are called after; else the recipe's name, or "
                 "<file>_eroded");
  app.add_option("--format", format, "Some of " + AllFormats())
      ->capture_default_str();
  app.add_option(
         "--layers", layers,
         "Layers whose values are written: some of " + AllLayers() + "; or all")
      ->capture_default_str();
  app.add_option(
      "--tint", tint,
      "LOW,HIGH: altitudes in metres of the first and last colour of a relief, "
      "so that neighbours match; else the region's own");
  app.add_option("--exaggerate", z_factor,
                 "Heights count this much in the light of pictures")
      ->capture_default_str();
}

absl::Status OutputFlags::Fill(const std::string& default_name,
                               ExportJob& job) const {
  TALUS_ASSIGN_OR_RETURN(job.formats, ParseFormats(format));
  if (!tint.empty()) {
    TALUS_ASSIGN_OR_RETURN(job.tint_m, ParseRange(tint));
  }
  if (!(z_factor >= 0.01 && z_factor <= 100)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--exaggerate ", z_factor, " is outside [0.01, 100]"));
  }
  job.z_factor = z_factor;
  job.name = name.empty() ? default_name : name;
  TALUS_RETURN_IF_ERROR(CheckOutputName(job.name));
  job.layers = layers;
  job.folder = out;
  return absl::OkStatus();
}

}  // namespace talus

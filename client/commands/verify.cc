#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/commands/command.h"
#include "client/commands/flags.h"
#include "client/embedded_source.h"
#include "client/layer_stats.h"
#include "client/odd_layout.h"
#include "client/progress_line.h"
#include "client/region_job.h"
#include "client/region_text.h"
#include "client/sidecar.h"
#include "client/written_files.h"
#include "sim/base/digest.h"
#include "sim/base/hash.h"
#include "sim/base/status_macros.h"
#include "sim/plan/root_digest.h"

namespace talus {
namespace {

// Digests of world blocks of a region, by layer, to hold others against.
struct Expected {
  RegionQuery query;  // its region is the one that the blocks cover
  std::map<Layer, std::vector<std::string>> blocks;  // hexadecimal
};

class Verify : public Command {
 public:
  explicit Verify(CLI::App* app) : Command(app) {
    recipe_.Add(*app,
                "Preset or recipe; or a folder that talus wrote, or its .json");
    region_.Add(*app);
    app->add_option("--layers", layers_, "Layers, as for generate")
        ->capture_default_str();
    app->add_option("--tiles", tiles_, "How many tiles are made again")
        ->check(WholeNumber(1, 1 << 20))
        ->capture_default_str();
    app->add_option("--pick", pick_,
                    "Number that the tiles and the layouts of work are drawn "
                    "from; drawn and printed where not given");
    source_.Add(*app);
  }

  absl::Status Run(const Session& session) override {
    TALUS_ASSIGN_OR_RETURN(const EngineOptions options, source_.Options());
    std::error_code error;
    std::filesystem::path path(recipe_.recipe);
    const bool written =
        std::filesystem::is_directory(path, error) ||
        (path.extension() == ".json" &&
         std::filesystem::exists(path.replace_extension(".recipe.textproto"),
                                 error));
    absl::StatusOr<Expected> expected =
        written ? FromFolder(session, options.memory_bytes)
                : FromRecipe(session, options.memory_bytes);
    TALUS_RETURN_IF_ERROR(expected.status());
    TALUS_ASSIGN_OR_RETURN(const EngineOptions left,
                           source_.Options(RasterBytes(expected->query)));
    return CheckTiles(session, *expected, left.memory_bytes);
  }

 private:
  // What a run of the whole region gives, here or at a server.
  absl::StatusOr<Expected> FromRecipe(const Session& session,
                                      int64_t memory_bytes) {
    TALUS_ASSIGN_OR_RETURN(RecipeFlags::Choice choice,
                           recipe_.Load(session, memory_bytes));
    const int64_t rasters = RasterBytes(choice.query);
    TALUS_ASSIGN_OR_RETURN(const std::unique_ptr<RegionSource> source,
                           source_.Make(rasters));
    TALUS_ASSIGN_OR_RETURN(const EngineOptions options,
                           source_.Options(rasters));
    TALUS_ASSIGN_OR_RETURN(const auto program, CompileQuery(choice.query));
    RegionRequest& request = choice.query.request;
    TALUS_RETURN_IF_ERROR(region_.Fill(*program, request));
    TALUS_ASSIGN_OR_RETURN(request.layers,
                           ParseLayers(layers_, program->layers()));
    ProgressLine progress(session.err, isatty(fileno(session.err)) != 0,
                          choice.name);
    TALUS_ASSIGN_OR_RETURN(
        const FinishedRegion whole,
        MakeRegion(*source, choice.query, options.memory_bytes / 2,
                   std::filesystem::temp_directory_path().string(),
                   session.stop, [&](int64_t done, int64_t total) {
                     progress.Update(done, total);
                   }));
    Expected expected;
    request.layers.ForEach([&](Layer layer) {
      const auto words = whole.mosaic.View(layer, request.region);
      for (const auto& block : DigestsOf(request.region, words).blocks) {
        expected.blocks[layer].push_back(ToHex(block));
      }
    });
    expected.query = std::move(choice.query);
    return expected;
  }

  // What the sidecar of written files states.
  absl::StatusOr<Expected> FromFolder(const Session& session,
                                      int64_t memory_bytes) {
    TALUS_ASSIGN_OR_RETURN(const std::string path, FindSidecar(recipe_.recipe));
    TALUS_ASSIGN_OR_RETURN(const client::Sidecar sidecar, ReadSidecar(path));
    if (sidecar.engine_version() != kEngineVersion) {
      return absl::FailedPreconditionError(
          absl::StrCat(path, " is of engine version ", sidecar.engine_version(),
                       "; this one is ", kEngineVersion));
    }
    TALUS_RETURN_IF_ERROR(CheckFiles(session, path, sidecar));
    RecipeFlags flags = recipe_;
    flags.recipe =
        (std::filesystem::path(path).parent_path() / sidecar.recipe_file())
            .string();
    TALUS_ASSIGN_OR_RETURN(RecipeFlags::Choice choice,
                           flags.Load(session, memory_bytes));
    Expected expected;
    expected.query = std::move(choice.query);
    if (expected.query.recipe.digest != sidecar.recipe_digest()) {
      return absl::DataLossError(absl::StrCat(
          flags.recipe, " has digest ", expected.query.recipe.digest, "; ",
          path, " states ", sidecar.recipe_digest()));
    }
    RegionRequest& request = expected.query.request;
    request.level = static_cast<int>(sidecar.level());
    request.region = FromSidecar(sidecar.region());
    request.layers = {};
    for (const client::LayerEntry& entry : sidecar.layers()) {
      TALUS_ASSIGN_OR_RETURN(const LayerSet one,
                             ParseLayers(entry.layer(), {}));
      request.layers = request.layers | one;
      one.ForEach([&](Layer layer) {
        expected.blocks[layer].assign(entry.blocks().begin(),
                                      entry.blocks().end());
      });
    }
    return expected;
  }

  // Tiles that agree say nothing of files that were changed since.
  static absl::Status CheckFiles(const Session& session,
                                 const std::string& path,
                                 const client::Sidecar& sidecar) {
    int64_t wrong = 0;
    for (const FileState& file : CheckWrittenFiles(path, sidecar)) {
      if (file.holds) continue;
      ++wrong;
      absl::FPrintF(session.out, "mismatch: %s: %s\n", file.file, file.verdict);
    }
    if (wrong == 0) return absl::OkStatus();
    return absl::DataLossError(
        absl::StrCat(wrong, " files of ", path, " are not as written"));
  }

  absl::Status CheckTiles(const Session& session, const Expected& expected,
                          int64_t memory_bytes) {
    const Rect& region = expected.query.request.region;
    const Rect blocks = BlocksOf(region, RootDigest::kBlockCells);
    const int64_t count = std::min<int64_t>(tiles_, blocks.area());
    const uint64_t pick = pick_.value_or(std::random_device()());
    absl::FPrintF(session.err, "%d of %d tiles again, each alone (--pick %d)\n",
                  count, blocks.area(), pick);
    int64_t wrong = 0;
    for (int64_t i = 0; i < count; ++i) {
      // Every block may come; with as many tiles as blocks, each comes once.
      const int64_t stride = static_cast<int64_t>(
          HashCombine(pick, 0) % static_cast<uint64_t>(blocks.area()));
      const int64_t index = (stride + i * Step(blocks.area())) % blocks.area();
      TALUS_ASSIGN_OR_RETURN(
          const int64_t layers,
          CheckTile(session, expected, blocks, index,
                    OddLayout(HashCombine(pick, 1 + static_cast<uint64_t>(i)),
                              memory_bytes)));
      wrong += layers;
    }
    if (wrong > 0) {
      return absl::DataLossError(absl::StrCat(
          wrong, " layers of tiles made alone differ from the region's"));
    }
    absl::FPrintF(session.out, "%d tiles agree\n", count);
    return absl::OkStatus();
  }

  // A stride through `count` blocks that meets each once: prime, so that it
  // divides no smaller count.
  static int64_t Step(int64_t count) {
    for (const int64_t prime : {7919, 104729, 1299709}) {
      if (count % prime != 0) return prime;
    }
    return 1;
  }

  // Makes one block alone; returns how many of its layers differ.
  absl::StatusOr<int64_t> CheckTile(const Session& session,
                                    const Expected& expected,
                                    const Rect& blocks, int64_t index,
                                    const EngineOptions& layout) {
    RegionQuery query = expected.query;
    const int64_t bx = blocks.x0 + index % blocks.width();
    const int64_t by = blocks.y0 + index / blocks.width();
    query.request.region =
        Intersect(CellsOf({bx, by, bx + 1, by + 1}, RootDigest::kBlockCells),
                  expected.query.request.region);
    EmbeddedSource source(layout);
    TALUS_ASSIGN_OR_RETURN(
        const FinishedRegion alone,
        MakeRegion(source, query, layout.memory_bytes, "", session.stop, {}));
    int64_t wrong = 0;
    for (const auto& [layer, digests] : expected.blocks) {
      const Rect& rect = query.request.region;
      const std::string digest =
          ToHex(DigestsOf(rect, alone.mosaic.View(layer, rect)).blocks[0]);
      const bool known = static_cast<size_t>(index) < digests.size();
      if (known && digest == digests[static_cast<size_t>(index)]) continue;
      ++wrong;
      absl::FPrintF(session.out,
                    "mismatch: %s of tile (%d, %d): alone (%s) %s, in the "
                    "region %s\n",
                    std::string(LayerName(layer)), bx, by,
                    DescribeLayout(layout), digest,
                    known ? digests[static_cast<size_t>(index)] : "none");
    }
    return wrong;
  }

  RecipeFlags recipe_;
  RegionFlags region_;
  std::string layers_ = "all";
  int64_t tiles_ = 8;
  std::optional<uint64_t> pick_;
  SourceFlags source_;
};

}  // namespace

std::unique_ptr<Command> AddVerify(CLI::App& root) {
  return std::make_unique<Verify>(root.add_subcommand(
      "verify",
      "Makes random tiles again, each alone and laid out otherwise, and "
      "compares digests"));
}

}  // namespace talus

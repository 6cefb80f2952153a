#ifndef TALUS_CLIENT_COMMANDS_FLAGS_H_
#define TALUS_CLIENT_COMMANDS_FLAGS_H_

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "client/commands/command.h"
#include "client/export_format.h"
#include "client/region_source.h"
#include "sim/plan/program.h"

// Flags that several commands share. Add() names them, the rest reads them.
namespace talus {

struct ExportJob;

// Refuses what is no whole number of [low, high], which it names.
CLI::Validator WholeNumber(int64_t low, int64_t high);

// Who makes regions.
struct SourceFlags {
  std::string server;
  int threads = 0;
  std::string memory = "4G";

  void Add(CLI::App& app, bool with_server = true);
  // INVALID_ARGUMENT where a flag makes no sense; RESOURCE_EXHAUSTED where the
  // memory does not reach for what the rasters of a query hold of it.
  absl::StatusOr<EngineOptions> Options(int64_t raster_bytes = 0) const;
  absl::StatusOr<std::unique_ptr<RegionSource>> Make(
      int64_t raster_bytes = 0) const;
};

// Which landscape.
struct RecipeFlags {
  std::string recipe;
  std::string seed;
  std::vector<std::string> sets;
  std::optional<int> until_stage;
  std::vector<std::string> rasters;

  void Add(CLI::App& app, const std::string& what);
  // Fills recipe and rasters of a query; a drawn seed is told to session.err.
  struct Choice {
    std::string name;
    RegionQuery query;
    std::vector<std::string> inputs;  // files that were read
  };
  // The rasters take at most `memory_bytes`.
  absl::StatusOr<Choice> Load(const Session& session,
                              int64_t memory_bytes) const;
};

// The flag that names rasters for stages of the recipe.
void AddRasterFlag(CLI::App& app, std::vector<std::string>& rasters);

// Brings the rasters at `paths`, which stages of the query's recipe name; with
// those that the query has already they take at most `memory_bytes`. Adds the
// files that were read to `inputs`.
absl::Status BringRasters(const Session& session,
                          const std::vector<std::string>& paths,
                          int64_t memory_bytes, RegionQuery& query,
                          std::vector<std::string>& inputs);

// Seed and overrides, then the canonical form.
absl::StatusOr<CanonicalRecipe> FinishRecipe(
    v1::Recipe recipe, const std::string& seed,
    const std::vector<std::string>& sets, std::optional<int> until_stage,
    const Session& session);

// Which cells.
struct RegionFlags {
  std::string region;
  std::string size;
  int level = 0;

  void Add(CLI::App& app);
  // Sets level and region of a request: the domain of a finite world, or 1024
  // by 1024 cells, where no flag says other; --size alone begins at the
  // domain's corner, or at the origin.
  absl::Status Fill(const Program& program, RegionRequest& request) const;

 private:
  absl::StatusOr<Rect> Resolve(const Program& program) const;
};

// What is written.
struct OutputFlags {
  std::string out = "out";
  std::string name;
  std::string format = "tiff,hillshade";
  std::string layers = "height";
  std::string tint;
  double z_factor = 1;

  void Add(CLI::App& app);
  // Sets what the flags say of a job; its name where --name is not given.
  absl::Status Fill(const std::string& default_name, ExportJob& job) const;
};

}  // namespace talus

#endif  // TALUS_CLIENT_COMMANDS_FLAGS_H_

#ifndef TALUS_SIM_PLAN_PROGRAM_H_
#define TALUS_SIM_PLAN_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/rect.h"
#include "sim/stage/layer.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// No recipe has a coarser level; the most that Multiscale.coarsest_level takes.
inline constexpr int kMaxLevel = 12;

// One pass of one stage.
struct Step {
  const Stage* stage = nullptr;
  int64_t pass = 0;
  int cost_row = 0;  // index into Section::paths; -1 for what no recipe names
};

// The steps of one section at one level.
struct LevelSteps {
  std::vector<std::unique_ptr<Stage>> stages;
  std::vector<Step> steps;
  int64_t halo = 0;  // of all steps together
  // One of the steps works on the whole domain: the section is made for all of
  // it at once.
  bool whole_domain = false;
};

// A stretch of a recipe's top list that is evaluated as one: sources and
// processes at one level, as far as the first that works on the whole domain,
// or one Multiscale group.
struct Section {
  bool multiscale = false;
  int coarsest_level = 0;  // of a Multiscale
  int first_stage = 0;     // top-level stages [first_stage, last_stage)
  int last_stage = 0;
  std::string digest;  // of the recipe up to and with last_stage - 1
  std::vector<std::string> paths;  // recipe path of each stage, by cost_row
  // By level, 0 first: up to the coarsest that is worked on, which can lie
  // above Program::max_level(); of a Multiscale, up to its coarsest_level.
  std::vector<LevelSteps> levels;
};

// A recipe made ready to run: its stages, at every level, in order. Immutable;
// shared between requests.
class Program {
 public:
  // `canonical` MUST be a canonical recipe (sim/recipe/canonical.h) and
  // `digest` its digest; a recipe cut at `until_stage` is another recipe. Fails
  // where stages do not suit the recipe's surroundings, or need rasters that
  // `rasters` lacks: FAILED_PRECONDITION.
  static absl::StatusOr<std::shared_ptr<const Program>> Compile(
      const v1::Recipe& canonical, const std::string& digest,
      RasterSet rasters);

  const std::string& digest() const { return digest_; }
  const std::vector<Section>& sections() const { return sections_; }
  // The coarsest level that may be asked for.
  int max_level() const { return max_level_; }
  // Edge of a cell of a level, in metres.
  double cell_m(int level) const {
    return cell_m_ * static_cast<double>(int64_t{1} << level);
  }
  // Layers that exist at the end.
  LayerSet layers() const { return layers_; }

  // The domain in cells of a level; none for an endless world.
  std::optional<Rect> DomainAt(int level) const;
  // The part of `rect` that lies in the domain.
  Rect Clip(int level, const Rect& rect) const;
  // The cells that a section makes where `rect` of it is wanted.
  Rect MadeFor(size_t section, int level, const Rect& rect) const;
  // Whether a region of the level takes work on the whole domain there.
  bool NeedsWholeDomain(int level) const;
  std::optional<int32_t> base_level() const { return base_level_; }
  // Kinds of the cells of `rect`; nullptr where all of them are inside.
  std::unique_ptr<Plane<int32_t>> MaskAt(int level, const Rect& rect) const;
  // Whether all cells of `rect` are inside without a look at each of them.
  bool LiesInside(int level, const Rect& rect) const;
  // Writes the kinds of the cells of `rect`, which `mask` covers; returns
  // whether all of them are inside.
  bool FillMask(int level, const Rect& rect, Plane<int32_t>& mask) const;

 private:
  Program() = default;
  friend class ProgramCompiler;

  std::string digest_;
  std::vector<Section> sections_;
  int max_level_ = 0;
  double cell_m_ = 10;
  LayerSet layers_;
  std::optional<Rect> domain_;  // cells of level 0
  CellKind border_ = kWall;
  std::optional<int32_t> base_level_;
  RasterSet rasters_;
  // Rasters whose cells without data lie outside the world.
  struct MaskRaster {
    std::shared_ptr<const RasterData> data;
    int64_t x, y;
  };
  std::vector<MaskRaster> masks_;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_PROGRAM_H_

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sim/base/fixed.h"
#include "sim/base/float_env.h"
#include "sim/base/hash.h"
#include "sim/base/status_macros.h"
#include "sim/plan/loose_keeper.h"
#include "sim/plan/program.h"
#include "sim/plan/rest.h"
#include "sim/plan/stage_scales.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/stage_message.h"
#include "sim/stage/registry.h"

namespace talus {

// Builds a Program from a recipe, section by section.
class ProgramCompiler {
 public:
  ProgramCompiler(const v1::Recipe& recipe, const std::string& digest,
                  RasterSet rasters)
      : recipe_(recipe), program_(new Program) {
    program_->digest_ = digest;
    program_->rasters_ = std::move(rasters);
    program_->cell_m_ = recipe.cell_size_m();
  }

  absl::StatusOr<std::shared_ptr<const Program>> Compile() {
    SetDomain();
    has_loose_ = AnyLoose(recipe_.stages());
    TALUS_RETURN_IF_ERROR(FindLevels());
    for (int i = 0; i < recipe_.stages_size(); ++i) {
      TALUS_RETURN_IF_ERROR(AddTopStage(i));
    }
    TALUS_RETURN_IF_ERROR(CheckVisits());
    TALUS_RETURN_IF_ERROR(NameSections());
    AddMasks();
    LayerSet made;
    for (const Section& section : program_->sections_) {
      for (const auto& stage : section.levels[0].stages) {
        made = made | stage->info().writes | stage->info().optional;
      }
    }
    made.Add(Layer::kHeight);
    program_->layers_ = made - kFluxLayers;
    return std::shared_ptr<const Program>(std::move(program_));
  }

 private:
  void SetDomain() {
    if (!recipe_.has_domain()) return;
    const v1::Domain& d = recipe_.domain();
    program_->domain_ =
        Rect{d.x(), d.y(), d.x() + d.width(), d.y() + d.height()};
    program_->border_ = d.border() == v1::BORDER_OPEN ? kOpen : kWall;
    if (d.has_base_level_m()) {
      program_->base_level_ = QuantaFromMeters(d.base_level_m());
    }
  }

  // Levels that may be asked for, and levels that are worked on.
  absl::Status FindLevels() {
    int asked = kMaxLevel;
    int worked = 0;
    int earlier = kMaxLevel;
    for (int i = 0; i < recipe_.stages_size(); ++i) {
      const v1::Stage& stage = recipe_.stages(i);
      if (!stage.has_multiscale()) continue;
      const int coarsest =
          static_cast<int>(stage.multiscale().coarsest_level());
      if (coarsest > earlier) {
        return absl::InvalidArgumentError(absl::StrCat(
            "stages[", i, "].multiscale.coarsest_level = ", coarsest,
            " is coarser than that of an earlier group (", earlier,
            "); give the earlier group at least the same level"));
      }
      earlier = coarsest;
      asked = std::min(asked, coarsest);
      worked = std::max(worked, coarsest);
    }
    if (program_->domain_) {
      const Rect& d = *program_->domain_;
      const auto bits = static_cast<uint64_t>(d.x0 | d.y0 | d.x1 | d.y1);
      const int multiple = bits == 0 ? kMaxLevel : std::countr_zero(bits);
      if (multiple < worked) {
        return absl::InvalidArgumentError(
            absl::StrCat("domain: its corners must be multiples of 2^", worked,
                         " cells, the coarsest cell of stages.multiscale"));
      }
      asked = std::min(asked, multiple);
    }
    program_->max_level_ = asked;
    levels_ = std::max(asked, worked) + 1;
    return absl::OkStatus();
  }

  // A level of a group asks for the section before it and for the next coarser
  // level, which asks for the section before it again: what a window visits
  // grows with the product of the levels of all groups.
  absl::Status CheckVisits() const {
    constexpr int64_t kMostVisits = 8192;
    std::vector<int64_t> visits(static_cast<size_t>(levels_) + 1, 0);
    for (const Section& section : program_->sections_) {
      for (int level = levels_ - 1; level >= 0; --level) {
        const auto l = static_cast<size_t>(level);
        const bool descends =
            section.multiscale && level < section.coarsest_level;
        visits[l] += 1 + (descends ? visits[l + 1] : 0);
        if (visits[l] > kMostVisits) {
          return absl::InvalidArgumentError(absl::StrCat(
              "stages: the levels of the multiscale groups up to stages[",
              section.last_stage - 1, "] ask for each other more than ",
              kMostVisits,
              " times a window; use fewer groups, or a lower coarsest_level "
              "in the later ones"));
        }
      }
    }
    return absl::OkStatus();
  }

  absl::Status AddTopStage(int index) {
    const v1::Stage& stage = recipe_.stages(index);
    const std::string path = absl::StrCat("stages[", index, "]");
    auto& sections = program_->sections_;
    const bool multiscale = stage.has_multiscale();
    if (multiscale || sections.empty() || sections.back().multiscale ||
        sections.back().levels[0].whole_domain) {
      Section section;
      section.multiscale = multiscale;
      section.first_stage = index;
      int levels = levels_;
      if (multiscale) {
        section.coarsest_level =
            static_cast<int>(stage.multiscale().coarsest_level());
        levels = section.coarsest_level + 1;
      }
      section.levels.resize(static_cast<size_t>(levels));
      sections.push_back(std::move(section));
    }
    Section& section = sections.back();
    section.last_stage = index + 1;
    for (int level = 0; level < static_cast<int>(section.levels.size());
         ++level) {
      LevelSteps& steps = section.levels[static_cast<size_t>(level)];
      if (multiscale) {
        TALUS_RETURN_IF_ERROR(AddElement(
            stage.multiscale().stages(), Rounds(stage.multiscale(), level),
            absl::StrCat(path, ".multiscale"), level, section, steps));
      } else if (stage.has_repeat()) {
        TALUS_RETURN_IF_ERROR(
            AddElement(stage.repeat().stages(), stage.repeat().count(),
                       absl::StrCat(path, ".repeat"), level, section, steps));
      } else {
        std::vector<Pending> order;
        TALUS_RETURN_IF_ERROR(
            AddStage(stage, path, level, section, steps, order));
        TALUS_RETURN_IF_ERROR(Unroll(order, 1, path, steps));
      }
    }
    return absl::OkStatus();
  }

  // Passes of a section at one level; keeps plans small enough to make at once.
  static constexpr int64_t kMaxPasses = 20000;

  static int64_t Rounds(const v1::Multiscale& group, int level) {
    const int last = group.rounds_size() - 1;
    return last < 0 ? 0 : group.rounds(std::min(level, last));
  }

  // A stage of a group, and how often in a row it runs within one round.
  struct Pending {
    Stage* stage;
    int row;
    int64_t repeat;              // of an inner Repeat
    std::vector<Pending> inner;  // of an inner Repeat; stage is null then
  };

  absl::Status AddElement(
      const google::protobuf::RepeatedPtrField<v1::Stage>& list, int64_t rounds,
      const std::string& path, int level, Section& section, LevelSteps& steps) {
    std::vector<Pending> order;
    for (int i = 0; i < list.size(); ++i) {
      TALUS_RETURN_IF_ERROR(AddStage(list[i],
                                     absl::StrCat(path, ".stages[", i, "]"),
                                     level, section, steps, order));
    }
    return Unroll(order, rounds, path, steps);
  }

  absl::Status AddStage(const v1::Stage& stage, const std::string& path,
                        int level, Section& section, LevelSteps& steps,
                        std::vector<Pending>& order) {
    if (level < static_cast<int>(stage.finest_level())) {
      return absl::OkStatus();
    }
    if (stage.has_repeat()) {
      Pending repeat{nullptr, 0, stage.repeat().count(), {}};
      for (int i = 0; i < stage.repeat().stages_size(); ++i) {
        TALUS_RETURN_IF_ERROR(
            AddStage(stage.repeat().stages(i),
                     absl::StrCat(path, ".repeat.stages[", i, "]"), level,
                     section, steps, repeat.inner));
      }
      order.push_back(std::move(repeat));
      return absl::OkStatus();
    }
    const RegistryRow* row = FindStage(stage.process_case());
    if (row == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, " has no process that can run here"));
    }
    StageContext context;
    context.seed =
        HashCombine(recipe_.seed_number(),
                    stage.has_seed() ? stage.seed() : HashText(path));
    context.level0_cell_m = recipe_.cell_size_m();
    context.level = level;
    context.domain = program_->DomainAt(level);
    context.rasters = &program_->rasters_;
    context.scales = ScalesOf(stage);
    TALUS_RETURN_IF_ERROR(CheckScaleLayers(context.scales, path));
    auto made = row->make(stage, context);
    if (!made.ok()) {
      return absl::Status(
          made.status().code(),
          absl::StrCat(path, ".", row->name, ": ", made.status().message()));
    }
    const std::string full = absl::StrCat(path, ".", row->name);
    auto known = std::find(section.paths.begin(), section.paths.end(), full);
    const int cost_row = static_cast<int>(known - section.paths.begin());
    if (known == section.paths.end()) section.paths.push_back(full);
    if (has_loose_ && Erodes(stage) &&
        !(*made)->info().writes.Has(Layer::kLoose)) {
      made = KeepLoose(*std::move(made));
    }
    steps.stages.push_back(*std::move(made));
    const StageInfo& info = steps.stages.back()->info();
    made_ = made_ | info.writes | info.optional;
    order.push_back({steps.stages.back().get(), cost_row, 1, {}});
    return absl::OkStatus();
  }

  // Whether a stage of the list, or of its groups, keeps loose material apart.
  static bool AnyLoose(
      const google::protobuf::RepeatedPtrField<v1::Stage>& stages) {
    return std::any_of(stages.begin(), stages.end(), [](const v1::Stage& s) {
      const auto* inner = StagesOf(s);
      return s.thermal_erosion().has_loose_talus_angle_deg() ||
             (inner != nullptr && AnyLoose(*inner));
    });
  }

  static bool Erodes(const v1::Stage& stage) {
    return StageDocOf(*ProcessField(stage)).kind() == v1::STAGE_KIND_EROSION;
  }

  // A layer that nobody wrote would scale the parameter as zeros do.
  absl::Status CheckScaleLayers(const std::vector<ParameterScale>& scales,
                                const std::string& path) const {
    for (size_t i = 0; i < scales.size(); ++i) {
      if (made_.Has(scales[i].layer)) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          path, ".scales[", i, "].layer: no stage before writes ",
          std::string(LayerName(scales[i].layer)),
          "; write it with a source, such as layer_noise, or name another"));
    }
    return absl::OkStatus();
  }

  // Passes of one round.
  static int64_t PassesOf(const std::vector<Pending>& order) {
    int64_t passes = 0;
    for (const Pending& p : order) {
      passes += p.stage == nullptr ? p.repeat * PassesOf(p.inner)
                                   : p.stage->info().passes;
    }
    return passes;
  }

  // Writes out the rounds of a group as steps. Flux starts at rest.
  static absl::Status Unroll(const std::vector<Pending>& order, int64_t rounds,
                             const std::string& path, LevelSteps& steps) {
    if (rounds == 0) return absl::OkStatus();
    const int64_t passes = rounds * PassesOf(order);
    if (passes > kMaxPasses - static_cast<int64_t>(steps.steps.size())) {
      return absl::InvalidArgumentError(absl::StrCat(
          path, " brings the passes at one level to more than ", kMaxPasses,
          " (it has ", passes, "); take fewer passes, rounds or repeats"));
    }
    if (UsesFlux(order)) {
      steps.stages.push_back(MakeRest());
      steps.steps.push_back({steps.stages.back().get(), 0, -1});
    }
    std::vector<std::pair<const Stage*, int64_t>> counters;
    for (int64_t r = 0; r < rounds; ++r) UnrollRound(order, counters, steps);
    return absl::OkStatus();
  }

  static bool UsesFlux(const std::vector<Pending>& order) {
    return std::any_of(order.begin(), order.end(), [](const Pending& p) {
      return p.stage == nullptr
                 ? UsesFlux(p.inner)
                 : !(p.stage->info().writes & kFluxLayers).empty();
    });
  }

  static void UnrollRound(const std::vector<Pending>& order,
                          std::vector<std::pair<const Stage*, int64_t>>& passes,
                          LevelSteps& steps) {
    for (const Pending& p : order) {
      if (p.stage == nullptr) {
        for (int64_t r = 0; r < p.repeat; ++r) {
          UnrollRound(p.inner, passes, steps);
        }
        continue;
      }
      auto counter = std::find_if(
          passes.begin(), passes.end(),
          [&](const auto& entry) { return entry.first == p.stage; });
      if (counter == passes.end()) {
        passes.emplace_back(p.stage, 0);
        counter = passes.end() - 1;
      }
      for (int i = 0; i < p.stage->info().passes; ++i) {
        steps.steps.push_back({p.stage, counter->second++, p.row});
        steps.halo += p.stage->info().halo_cells;
        steps.whole_domain |= p.stage->info().WholeDomain();
      }
    }
  }

  absl::Status NameSections() {
    CanonicalRecipe whole;
    whole.recipe = recipe_;
    for (Section& section : program_->sections_) {
      TALUS_ASSIGN_OR_RETURN(const CanonicalRecipe cut,
                             CutAfter(whole, section.last_stage));
      section.digest = cut.digest;
    }
    return absl::OkStatus();
  }

  void AddMasks() {
    for (const v1::Stage& stage : recipe_.stages()) {
      if (!stage.has_raster() ||
          stage.raster().nodata() != v1::NODATA_POLICY_MASK) {
        continue;
      }
      const auto found = program_->rasters_.find(stage.raster().sha256());
      if (found == program_->rasters_.end()) continue;
      program_->masks_.push_back(
          {found->second, stage.raster().x(), stage.raster().y()});
    }
  }

  const v1::Recipe& recipe_;
  std::shared_ptr<Program> program_;
  int levels_ = 1;
  LayerSet made_;  // by the stages so far
  bool has_loose_ = false;
};

absl::StatusOr<std::shared_ptr<const Program>> Program::Compile(
    const v1::Recipe& canonical, const std::string& digest, RasterSet rasters) {
  const ScopedFloatEnv float_env;  // stages fold their parameters
  return ProgramCompiler(canonical, digest, std::move(rasters)).Compile();
}

}  // namespace talus

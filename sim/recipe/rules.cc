#include "sim/recipe/rules.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "sim/base/rect.h"
#include "sim/recipe/params.h"
#include "sim/recipe/scale_rules.h"
#include "sim/recipe/stage_message.h"
#include "sim/recipe/stage_rules.h"
#include "sim/stage/drop_reach.h"

namespace talus {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::RepeatedPtrField;

// Walks the stages of a recipe, groups included.
class StageWalk {
 public:
  explicit StageWalk(Violations* out) : out_(out) {}

  // `group` is the process field of the group that holds the stages, nullptr
  // outside of groups; it runs them `times` times at a level, at most.
  void Visit(const RepeatedPtrField<v1::Stage>& stages,
             const FieldDescriptor* group, int64_t times,
             const std::string& path) {
    const int listed = std::min(stages.size(), kMaxStages);
    count_ += stages.size();
    for (int i = 0; i < listed; ++i) {
      VisitStage(stages[i], group, times, ElementPath(path, i));
    }
  }

  int count() const { return count_; }
  // The coarsest level of all Multiscale groups and the path of the first group
  // that has it.
  int coarsest_level() const { return coarsest_level_; }
  const std::string& coarsest_path() const { return coarsest_path_; }

 private:
  void VisitStage(const v1::Stage& stage, const FieldDescriptor* group,
                  int64_t times, const std::string& path) {
    const FieldDescriptor* process = ProcessField(stage);
    if (process == nullptr) {
      out_->Add(path, absl::StrCat("has no process; set one of ", AllNames()));
      return;
    }
    const std::string process_path = JoinPath(path, process->name());
    if (group != nullptr) CheckNesting(*process, *group, process_path);
    const auto& message = stage.GetReflection()->GetMessage(stage, process);
    CheckStageRules(message, process_path, out_);
    CheckScales(stage, message, path, out_);
    CheckFinestLevel(stage, path);
    if (stage.has_droplets()) {
      CheckReach(stage.droplets(), times, process_path);
    }
    if (stage.has_multiscale()) NoteLevels(stage.multiscale(), process_path);
    const std::optional<uint32_t> outer = coarsest_around_;
    if (stage.has_multiscale()) {
      coarsest_around_ = stage.multiscale().coarsest_level();
    }
    if (const auto* nested = StagesOf(stage)) {
      Visit(*nested, process, std::min(times * TimesOf(stage), kManyTimes),
            JoinPath(process_path, "stages"));
    }
    coarsest_around_ = outer;
  }

  // A stage may be left out of the finer levels of a group that has coarser
  // ones.
  void CheckFinestLevel(const v1::Stage& stage, const std::string& path) {
    if (stage.finest_level() == 0) return;
    const std::string field = JoinPath(path, "finest_level");
    if (!coarsest_around_) {
      out_->Add(field, absl::StrCat("= ", stage.finest_level(),
                                    " stands outside a multiscale group; "
                                    "leave it unset, or move the stage into "
                                    "one"));
    } else if (stage.finest_level() > *coarsest_around_) {
      out_->Add(field, absl::StrCat("= ", stage.finest_level(),
                                    " is above the group's coarsest_level = ",
                                    *coarsest_around_,
                                    ", so the stage would never run; lower "
                                    "it"));
    }
  }

  // How often a group runs its stages at the level where it does so most.
  static int64_t TimesOf(const v1::Stage& stage) {
    if (stage.has_repeat()) return stage.repeat().count();
    int64_t most = 0;
    for (const uint32_t rounds : stage.multiscale().rounds()) {
      most = std::max<int64_t>(most, rounds);
    }
    return most;
  }

  // Every pass of drops widens the ground that a region asks for by their way.
  void CheckReach(const v1::Droplets& drops, int64_t times,
                  const std::string& path) {
    constexpr int64_t kMostCells = 512;
    const int64_t reach = DropReach(drops);
    const int64_t passes = times * drops.passes();
    if (passes * reach <= kMostCells) return;
    out_->Add(JoinPath(path, "passes"),
              absl::StrCat("= ", drops.passes(), ", ", passes,
                           " at a level with those of its groups, reaches ",
                           passes * reach, " cells (", reach,
                           " a pass), more than ", kMostCells,
                           "; take fewer passes or rounds, or fewer steps"));
  }

  void CheckNesting(const FieldDescriptor& process,
                    const FieldDescriptor& group, const std::string& path) {
    const v1::StageKind kind = StageDocOf(process).kind();
    if (kind == v1::STAGE_KIND_SOURCE) {
      out_->Add(path, absl::StrCat("is a source inside a ", group.name(),
                                   " group; move it before the group"));
    }
    const bool repeat_in_multiscale =
        process.number() == v1::Stage::kRepeatFieldNumber &&
        group.number() == v1::Stage::kMultiscaleFieldNumber;
    if (kind == v1::STAGE_KIND_GROUP && !repeat_in_multiscale) {
      out_->Add(path, absl::StrCat("is a group inside a ", group.name(),
                                   " group; only a repeat inside a multiscale "
                                   "may nest: list its stages instead"));
    }
  }

  void NoteLevels(const v1::Multiscale& group, const std::string& path) {
    const int level =
        static_cast<int>(std::min(group.coarsest_level(), uint32_t{kMaxShift}));
    if (level <= coarsest_level_) return;
    coarsest_level_ = level;
    coarsest_path_ = path;
  }

  static std::string AllNames() {
    std::string names;
    for (int i = 0; i < ProcessOneof().field_count(); ++i) {
      absl::StrAppend(&names, i == 0 ? "" : ", ",
                      ProcessOneof().field(i)->name());
    }
    return names;
  }

  static constexpr int64_t kManyTimes = int64_t{1} << 20;  // more than any may
  static constexpr int kMaxShift =
      30;  // keeps 2^level an int64, whatever is set

  Violations* out_;
  int count_ = 0;
  int coarsest_level_ = 0;
  std::string coarsest_path_;
  // Of the Multiscale that the stages in visit lie in.
  std::optional<uint32_t> coarsest_around_;
};

void CheckMultiple(int64_t value, const StageWalk& walk,
                   const std::string& path, Violations* out) {
  const int64_t unit = int64_t{1} << walk.coarsest_level();
  const int64_t below = value - ((value % unit) + unit) % unit;
  if (value == below) return;
  out->Add(path, absl::StrCat("= ", value, " is no multiple of ", unit,
                              ", the width of a cell of the coarsest level of ",
                              walk.coarsest_path(), "; set ", below, " or ",
                              below + unit));
}

// Far-off values are the parameter check's; sums of them would overflow here.
bool Sane(int64_t value) {
  return value >= -2 * kWorldEdge && value <= 2 * kWorldEdge;
}

void CheckExtent(int64_t start, int64_t size, const std::string& path,
                 Violations* out) {
  if (start + size <= kWorldEdge) return;
  out->Add(path,
           absl::StrCat("= ", size, " reaches cell ", start + size, ", beyond ",
                        kWorldEdge, "; move the domain or make it smaller"));
}

void CheckDomain(const v1::Domain& domain, const StageWalk& walk,
                 const std::string& path, Violations* out) {
  if (!Sane(domain.x()) || !Sane(domain.y()) || !Sane(domain.width()) ||
      !Sane(domain.height())) {
    return;
  }
  CheckExtent(domain.x(), domain.width(), JoinPath(path, "width"), out);
  CheckExtent(domain.y(), domain.height(), JoinPath(path, "height"), out);
  CheckMultiple(domain.x(), walk, JoinPath(path, "x"), out);
  CheckMultiple(domain.y(), walk, JoinPath(path, "y"), out);
  CheckMultiple(domain.width(), walk, JoinPath(path, "width"), out);
  CheckMultiple(domain.height(), walk, JoinPath(path, "height"), out);
}

// A catchment is of a point in the world.
void CheckPoint(const v1::LayerCatchment& catchment, const v1::Domain& domain,
                const std::string& path, Violations* out) {
  const auto check = [&](const char* field, int64_t at, int64_t first,
                         int64_t size) {
    if (at >= first && at - first < size) return;
    out->Add(JoinPath(path, field),
             absl::StrCat("= ", at, " lies outside of the domain, [", first,
                          ", ", first + size, "); move the point"));
  };
  if (catchment.has_x()) {
    check("x", catchment.x(), domain.x(), domain.width());
  }
  if (catchment.has_y()) {
    check("y", catchment.y(), domain.y(), domain.height());
  }
}

}  // namespace

void CheckRules(const v1::Recipe& recipe, const std::string& path,
                Violations* violations) {
  StageWalk walk(violations);
  const std::string stages = JoinPath(path, "stages");
  walk.Visit(recipe.stages(), nullptr, 1, stages);
  if (walk.count() > kMaxStages && recipe.stages_size() <= kMaxStages) {
    violations->Add(stages, absl::StrCat("has ", walk.count(),
                                         " stages with nested ones, more than ",
                                         kMaxStages, "; remove some"));
  }
  if (!recipe.has_domain()) return;
  CheckDomain(recipe.domain(), walk, JoinPath(path, "domain"), violations);
  for (int i = 0; i < recipe.stages_size(); ++i) {
    if (!recipe.stages(i).has_layer_catchment()) continue;
    CheckPoint(recipe.stages(i).layer_catchment(), recipe.domain(),
               JoinPath(ElementPath(stages, i), "layer_catchment"), violations);
  }
}

}  // namespace talus

#include "tests/law/law_case.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/hash.h"
#include "sim/base/status_macros.h"
#include "sim/plan/stage_scales.h"
#include "sim/recipe/presets.h"
#include "sim/recipe/recipe_text.h"
#include "sim/recipe/stage_message.h"
#include "sim/stage/registry.h"
#include "tests/law/case_tables.h"

namespace talus::law {
namespace {

constexpr char kHills[] =
    "stages { gradient_noise { octaves: 6 wavelength_m: 1200 amplitude_m: 500 "
    "base_m: 400 } } stages { hardness { noise_wavelength_m: 300 } } ";

// Sets how often a stage that is no group runs, where it has passes.
void EditPasses(v1::Stage* stage,
                const std::function<uint32_t(uint32_t)>& edit) {
  google::protobuf::Message& process =
      *stage->GetReflection()->MutableMessage(stage, ProcessField(*stage));
  const auto* passes = process.GetDescriptor()->FindFieldByName("passes");
  if (passes == nullptr) return;
  const google::protobuf::Reflection& fields = *process.GetReflection();
  fields.SetUInt32(&process, passes, edit(fields.GetUInt32(process, passes)));
}

// Rounds and passes of a recipe, so few that its halo is that of a stage.
void CutDown(google::protobuf::RepeatedPtrField<v1::Stage>* stages) {
  const auto less = [](uint32_t count) {
    return std::clamp(count / 8, std::min(count, 1u), 6u);
  };
  for (v1::Stage& stage : *stages) {
    if (stage.has_repeat()) {
      v1::Repeat& group = *stage.mutable_repeat();
      group.set_count(less(group.count()));
      CutDown(group.mutable_stages());
    } else if (stage.has_multiscale()) {
      v1::Multiscale& group = *stage.mutable_multiscale();
      for (uint32_t& rounds : *group.mutable_rounds()) rounds = less(rounds);
      CutDown(group.mutable_stages());
    } else {
      EditPasses(&stage, less);
    }
  }
}

// The corners of the domain of finite worlds: no multiples of a block, around
// the origin.
void SetDomain(Border border, v1::Recipe* recipe) {
  if (border == Border::kNone) return;
  if (!recipe->has_domain()) {
    int64_t unit = 32;
    for (const v1::Stage& stage : recipe->stages()) {
      unit = std::max(unit, int64_t{1} << stage.multiscale().coarsest_level());
    }
    v1::Domain& domain = *recipe->mutable_domain();
    domain.set_x(-unit * CeilDiv(64, unit));
    domain.set_y(-unit * CeilDiv(32, unit));
    domain.set_width(unit * CeilDiv(320, unit));
    domain.set_height(unit * CeilDiv(192, unit));
  }
  recipe->mutable_domain()->set_border(
      border == Border::kWall ? v1::BORDER_WALL : v1::BORDER_OPEN);
}

}  // namespace

const char* BorderName(Border border) {
  switch (border) {
    case Border::kWall:
      return "WALL";
    case Border::kOpen:
      return "OPEN";
    case Border::kNone:
      break;
  }
  return "endless";
}

std::vector<LawCase> StageCases() {
  std::vector<LawCase> cases;
  for (const RegistryRow& row : Registry()) {
    LawCase plain{row.name, row.name, ""};
    for (const Required& r : kRequired) {
      if (plain.process == r.process) plain.params = r.params;
    }
    cases.push_back(plain);
    for (const Variant& v : kVariants) {
      if (plain.process != v.process) continue;
      cases.push_back(
          {absl::StrCat(row.name, "/", v.name), row.name, v.params, v.beside});
    }
  }
  return cases;
}

std::vector<LawCase> PresetCases() {
  std::vector<LawCase> cases;
  for (const Preset& preset : Presets()) {
    cases.push_back({absl::StrCat("preset/", std::string(preset.name)), "",
                     std::string(preset.text)});
  }
  return cases;
}

std::vector<LawCase> RecipeCases() {
  std::vector<LawCase> cases = PresetCases();
  for (const Mixture& m : kMixtures) {
    cases.push_back({absl::StrCat("recipe/", m.name), "",
                     absl::StrCat("seed_text: 'mix' ", kHills, m.stages)});
  }
  return cases;
}

std::vector<LawCase> AllCases() {
  std::vector<LawCase> cases = StageCases();
  for (LawCase& recipe : RecipeCases()) cases.push_back(std::move(recipe));
  return cases;
}

std::vector<LawCase> CasesWhere(
    const std::function<bool(const LawCase&)>& suits) {
  std::vector<LawCase> cases;
  for (LawCase& c : AllCases()) {
    if (suits(c)) cases.push_back(std::move(c));
  }
  return cases;
}

std::string TestName(const ::testing::TestParamInfo<LawCase>& info) {
  std::string name = info.param.name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

absl::StatusOr<CanonicalRecipe> CaseRecipe(const LawCase& c, Border border) {
  const std::string text =
      c.process.empty()
          ? c.params
          : absl::StrCat("seed_text: 'law' ", kHills, "stages { ", c.process,
                         " { ", c.params, " } ", c.beside, " }");
  TALUS_ASSIGN_OR_RETURN(v1::Recipe recipe, ParseRecipe(text));
  TALUS_ASSIGN_OR_RETURN(CanonicalRecipe filled, Canonicalize(recipe));
  recipe = std::move(filled.recipe);
  if (c.process.empty()) {
    CutDown(recipe.mutable_stages());
  } else {
    EditPasses(&*recipe.mutable_stages()->rbegin(),
               [](uint32_t passes) { return std::min(passes, 24u); });
  }
  SetDomain(border, &recipe);
  return Canonicalize(recipe);
}

absl::StatusOr<std::shared_ptr<const Program>> CompileCase(const LawCase& c,
                                                           Border border) {
  TALUS_ASSIGN_OR_RETURN(const CanonicalRecipe recipe, CaseRecipe(c, border));
  return Program::Compile(recipe.recipe, recipe.digest, LawRasters());
}

std::vector<Border> BordersOf(const LawCase& c) {
  std::vector<Border> borders(std::begin(kBorders), std::end(kBorders));
  if (absl::IsFailedPrecondition(CompileCase(c, Border::kNone).status())) {
    borders.erase(borders.begin());
  }
  return borders;
}

absl::StatusOr<std::unique_ptr<Stage>> MakeCaseStage(const LawCase& c,
                                                     StageContext around) {
  TALUS_ASSIGN_OR_RETURN(const CanonicalRecipe recipe,
                         CaseRecipe(c, Border::kNone));
  const v1::Stage& stage = *recipe.recipe.stages().rbegin();
  around.rasters = &LawRasters();
  around.scales = ScalesOf(stage);
  StageContext endless = around;
  endless.domain.reset();
  const RegistryRow& row = *FindStage(stage.process_case());
  auto made = row.make(stage, endless);
  if (absl::IsFailedPrecondition(made.status())) return row.make(stage, around);
  return made;
}

const RasterSet& LawRasters() {
  static const RasterSet rasters = [] {
    auto raster = std::make_shared<RasterData>(
        RasterData{Plane<int32_t>(Rect{0, 0, 230, 170})});
    // Steps and slopes, a hole inside, a ragged eastern edge without data.
    for (int64_t y = 0; y < 170; ++y) {
      for (int64_t x = 0; x < 230; ++x) {
        const bool hole = x > 60 && x < 75 && y > 50 && y < 80 + x / 8;
        const bool ragged =
            x > 200 + static_cast<int64_t>(
                          CellHash(7, static_cast<uint32_t>(y / 3)) % 20);
        const auto step =
            static_cast<int32_t>(CellHash(static_cast<uint32_t>(y / 9),
                                          static_cast<uint32_t>(x / 7)) %
                                 3000000u);
        *raster->quanta.At(x, y) =
            hole || ragged ? RasterData::kNodata
                           : step + static_cast<int32_t>(90000 * x + 40000 * y);
      }
    }
    return RasterSet{{std::string(64, '0'), std::move(raster)}};
  }();
  return rasters;
}

}  // namespace talus::law

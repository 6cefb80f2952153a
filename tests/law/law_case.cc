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

namespace talus::law {
namespace {

// What the stages that have required parameters need, and what keeps the halo
// of a pass over whole windows as small as the lands of this suite.
struct Required {
  const char* process;
  const char* params;
};
constexpr Required kRequired[] = {
    {"raster",
     "sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40"},
    {"height_curve",
     "points { from_m: 0 to_m: 50 } points { from_m: 300 to_m: 250 } "
     "points { from_m: 900 to_m: 1200 }"},
    {"layer_raster",
     "sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40 one: 300"},
    {"droplets", "steps: 4 radius: 3 drops_per_pass: 120000"},
};

// Sets of parameters that take other ways through a stage than its defaults do.
struct Variant {
  const char* process;
  const char* name;
  const char* params;
  const char* beside = "";  // what the stage has beside its process
};
constexpr Variant kVariants[] = {
    {"plane", "added",
     "slope_east: 0.3 slope_south: -0.2 combine: COMBINE_ADD"},
    {"gradient_noise", "finer_than_cells",
     "wavelength_m: 10 lacunarity: 4 octaves: 16"},
    {"gradient_noise", "warped_ridges",
     "basis: NOISE_BASIS_SIMPLEX fractal: NOISE_FRACTAL_RIDGED octaves: 6 "
     "wavelength_m: 900 warp { strength_m: 200 wavelength_m: 500 } "
     "combine: COMBINE_ADD"},
    {"gradient_noise", "cells",
     "basis: NOISE_BASIS_CELLULAR fractal: NOISE_FRACTAL_BILLOW octaves: 3 "
     "wavelength_m: 700 period: 5 combine: COMBINE_MAX"},
    {"gradient_noise", "values",
     "basis: NOISE_BASIS_VALUE octaves: 4 wavelength_m: 300 "
     "octave_offsets { x_m: 1e6 } combine: COMBINE_MIN"},
    {"hardness", "strata",
     "strata_amplitude: 0.5 strata_thickness_m: 40 strata_dip_east: 0.1"},
    {"layer_noise", "faint_rain",
     "layer: LAYER_RAIN wavelength_m: 300 low: 0.7 high: 0.2 contrast: 1 "
     "combine: COMBINE_ADD"},
    {"layer_height", "belt_of_hardness",
     "layer: LAYER_HARDNESS min_m: 150 max_m: 250 fade_m: 40 outside: 0.3 "
     "inside: 0.9 combine: COMBINE_MULTIPLY"},
    {"layer_height", "hard_rim", "min_m: 200 fade_m: 0"},
    {"layer_slope", "meadows",
     "layer: LAYER_VEGETATION min_deg: 0 max_deg: 40 fade_deg: 30 "
     "combine: COMBINE_MAX"},
    {"layer_curvature", "hard_hollows",
     "layer: LAYER_HARDNESS full_per_m: 0.3 combine: COMBINE_MIN"},
    {"layer_raster", "inverted_and_multiplied",
     "layer: LAYER_HARDNESS sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40 zero: 400 one: 20 "
     "combine: COMBINE_MULTIPLY"},
    {"gully_noise", "narrow_and_added",
     "wavelength_m: 900 octaves: 3 amplitude_m: 300 gully_width_m: 150 "
     "gully_octaves: 12 sharpness: 1 combine: COMBINE_ADD"},
    {"water_erosion", "flood",
     "passes: 24 initial_water_m: 5 rain_m_per_s: 0.05 courant: 0.7 "
     "evaporation_per_s: 0 base_level_m: 300"},
    {"water_erosion", "drizzle",
     "passes: 24 initial_water_m: 0 rain_m_per_s: 1e-5 capacity_s: 2 "
     "erosion_per_s: 3 evaporation_per_s: 0.3"},
    {"fluvial_incision", "soft_and_based",
     "passes: 24 erodibility: 1e-3 flow_exponent: 1 area_exponent: 0.4 "
     "slope_exponent: 1.5 diffusivity_m2_per_yr: 0.2 base_level_m: 250"},
    {"fluvial_incision", "laying_down",
     "passes: 24 flow_exponent: 2 deposition_m_per_yr: 1e-3 "
     "deposition_slope: 0.05"},
    {"fluvial_incision", "laying_down_most",
     "passes: 24 deposition_m_per_yr: 1 deposition_slope: 1 "
     "step_years: 1000000"},
    {"water_erosion", "scaled", "passes: 12",
     "scales { parameter: 'rain_m_per_s' layer: LAYER_HARDNESS at_zero: 9 } "
     "scales { parameter: 'erosion_per_s' layer: LAYER_HARDNESS at_zero: 4 "
     "at_one: 0.1 } scales { parameter: 'full_depth_m' layer: LAYER_HARDNESS "
     "at_zero: 0.1 }"},
    {"fluvial_incision", "lifted",
     "passes: 24 uplift_m_per_yr: 3e-4 base_level_m: 250",
     "scales { parameter: 'uplift_m_per_yr' layer: LAYER_HARDNESS at_zero: 2 "
     "at_one: 0.1 }"},
    {"fluvial_incision", "scaled",
     "passes: 24 deposition_m_per_yr: 1e-3 deposition_slope: 0.05",
     "scales { parameter: 'erodibility' layer: LAYER_HARDNESS at_zero: 20 } "
     "scales { parameter: 'diffusivity_m2_per_yr' layer: LAYER_HARDNESS "
     "at_zero: 5 at_one: 0 } "
     "scales { parameter: 'deposition_m_per_yr' layer: LAYER_HARDNESS "
     "at_zero: 0 at_one: 3 }"},
    {"stream_power", "spread_and_scaled",
     "passes: 4 routing: FLOW_ROUTING_MULTIPLE base_level_m: 5 "
     "slope_exponent: 1.4 hillslope_deg: 30",
     "scales { parameter: 'uplift_m_per_yr' layer: LAYER_HARDNESS at_zero: 3 } "
     "scales { parameter: 'erodibility' layer: LAYER_HARDNESS at_zero: 20 "
     "at_one: 0 }"},
    {"thermal_erosion", "banded",
     "passes: 12 talus_angle_deg: 10 hard_talus_angle_deg: 20 strength: 1 "
     "band_min_m: 200 band_max_m: 500"},
    {"thermal_erosion", "scaled",
     "passes: 12 talus_angle_deg: 10 hard_talus_angle_deg: 20 strength: 0.8 "
     "band_min_m: 200",
     "scales { parameter: 'talus_angle_deg' layer: LAYER_HARDNESS at_one: 3 } "
     "scales { parameter: 'hard_talus_angle_deg' layer: LAYER_HARDNESS "
     "at_zero: 0.5 } "
     "scales { parameter: 'strength' layer: LAYER_HARDNESS at_zero: 0.3 }"},
    {"thermal_erosion", "scree",
     "passes: 24 talus_angle_deg: 30 hard_talus_angle_deg: 50 strength: 1 "
     "loose_talus_angle_deg: 20 band_min_m: 200"},
    {"creep", "strong", "passes: 12 diffusion_m2: 1e6"},
    {"creep", "scaled", "passes: 12 diffusion_m2: 10",
     "scales { parameter: 'diffusion_m2' layer: LAYER_HARDNESS at_zero: 8 "
     "at_one: 0 }"},
    {"creep", "scaled_and_steepening",
     "passes: 12 diffusion_m2: 4 critical_slope_deg: 40",
     "scales { parameter: 'diffusion_m2' layer: LAYER_HARDNESS at_zero: 8 "
     "at_one: 0 }"},
    {"droplets", "four_corners",
     "steps: 3 brush: DROP_BRUSH_FOUR_CORNERS drops_per_pass: 262144 "
     "inertia: 0.5 evaporation: 0.3 cap_m: 0.5"},
    {"droplets", "scaled", "steps: 4 radius: 3 drops_per_pass: 120000",
     "scales { parameter: 'capacity' layer: LAYER_HARDNESS at_zero: 20 } "
     "scales { parameter: 'min_slope' layer: LAYER_HARDNESS at_zero: 9 } "
     "scales { parameter: 'erosion' layer: LAYER_HARDNESS at_zero: 3 } "
     "scales { parameter: 'deposition' layer: LAYER_HARDNESS at_zero: 0 }"},
    {"droplets", "wide_disc",
     "steps: 2 radius: 6 drops_per_pass: 100000 capacity: 40 erosion: 1 "
     "cap_m: 20"},
    {"creep", "steepening",
     "passes: 12 diffusion_m2: 4 critical_slope_deg: 40"},
    {"cellular_erosion", "flood",
     "passes: 24 initial_water_m: 3 rain_m_per_s: 0.05 rain_density: 0.5 "
     "outflow_share: 1 evaporation_per_s: 0 depth_exponent: 1.5 "
     "base_level_m: 300"},
    {"cellular_erosion", "cloudburst",
     "passes: 24 initial_water_m: 0 rain_m_per_s: 0.02 rain_density: 0.01 "
     "evaporation_per_s: 0.2 capacity: 20 depth_exponent: 0.5 "
     "erosion_per_s: 3 erosion_cap: 0.5 rock_erodibility: 0"},
    {"cellular_erosion", "scaled", "passes: 24 capacity: 2",
     "scales { parameter: 'rain_m_per_s' layer: LAYER_HARDNESS at_zero: 2 "
     "at_one: 0 } "
     "scales { parameter: 'evaporation_per_s' layer: LAYER_HARDNESS } "
     "scales { parameter: 'capacity' layer: LAYER_HARDNESS at_zero: 3 } "
     "scales { parameter: 'erosion_per_s' layer: LAYER_HARDNESS at_zero: 5 } "
     "scales { parameter: 'deposition_per_s' layer: LAYER_HARDNESS "
     "at_one: 0 }"},
    {"raster", "filled_and_added",
     "sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40 "
     "nodata: NODATA_POLICY_FILL combine: COMBINE_ADD"},
};

// Whole recipes after the hills: joints between sections, levels and groups
// that single stages do not have.
struct Mixture {
  const char* name;
  const char* stages;
};
constexpr Mixture kMixtures[] = {
    {"pyramid_of_everything",
     "stages { multiscale { coarsest_level: 3 rounds: [ 16, 24 ] "
     "stages { fluvial_incision { passes: 16 } } "
     "stages { repeat { count: 16 stages { water_erosion { passes: 16 } } "
     "stages { thermal_erosion { passes: 8 } } } } "
     "stages { creep { passes: 8 } } } }"},
    {"water_before_and_after_groups",
     "stages { water_erosion { passes: 32 } } "
     "stages { multiscale { coarsest_level: 2 rounds: [ 8, 16, 32 ] "
     "stages { fluvial_incision { passes: 8 } } } } "
     "stages { multiscale { coarsest_level: 1 rounds: [ 8 ] "
     "stages { water_erosion { passes: 24 } } } } "
     "stages { thermal_erosion { passes: 16 } }"},
    {"sources_between_processes",
     "stages { water_erosion { passes: 24 } } "
     "stages { plane { base_m: 350 slope_east: 0.1 combine: COMBINE_MIN } } "
     "stages { hardness { strata_amplitude: 0.4 } } "
     "stages { repeat { count: 16 stages { water_erosion { passes: 8 } } "
     "stages { creep { passes: 8 } } } } "
     "stages { plane { base_m: 300 slope_south: 0.2 } } "
     "stages { water_erosion { passes: 24 } } "
     "stages { fluvial_incision { passes: 16 } }"},
    {"raster_with_holes_under_everything",
     "stages { raster { sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40 } } "
     "stages { multiscale { coarsest_level: 2 rounds: [ 16, 24 ] "
     "stages { fluvial_incision { passes: 8 } } "
     "stages { water_erosion { passes: 16 } } "
     "stages { thermal_erosion { passes: 8 } } } } "
     "stages { creep { passes: 8 } } stages { water_erosion { passes: 24 } }"},
    {"rivers_of_the_domain_on_coarse_levels",
     "stages { multiscale { coarsest_level: 3 rounds: [ 8, 16 ] "
     "stages { stream_power { passes: 8 } finest_level: 1 } "
     "stages { fluvial_incision { passes: 8 } } "
     "stages { thermal_erosion { passes: 8 } finest_level: 0 } } } "
     "stages { stream_power { passes: 16 base_level_m: 300 } } "
     "stages { water_erosion { passes: 16 } }"},
    {"group_without_rounds_at_the_finest_level",
     "stages { multiscale { coarsest_level: 2 rounds: [ 0, 8, 24 ] "
     "stages { fluvial_incision { passes: 16 } } "
     "stages { water_erosion { passes: 8 } } } } "
     "stages { plane { base_m: 250 combine: COMBINE_MAX } } "
     "stages { water_erosion { passes: 8 } }"},
};

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

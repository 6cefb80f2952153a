#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus {
namespace {

using testing::World;

constexpr LayerSet kLayers =
    LayerSet{Layer::kHeight, Layer::kWater,      Layer::kSediment,
             Layer::kFlow,   Layer::kHardness,   Layer::kMask,
             Layer::kWear,   Layer::kDeposition, Layer::kLoose} |
    kFluxLayers;
constexpr Rect kDomain = {-40, -16, 40, 20};

// A stage that scales one of its parameters.
struct Scaled {
  const char* process;
  const char* params;
  const char* parameter;
  float other;  // a factor that makes a difference
  int reach;    // of a pass, in cells
};

void PrintTo(const Scaled& s, std::ostream* out) {
  *out << s.process << "." << s.parameter;
}

constexpr char kDrops[] =
    "passes: 1 steps: 6 radius: 3 drops_per_pass: 200000 capacity: 0.05";
constexpr char kRivers[] =
    "passes: 1 step_years: 20000 diffusivity_m2_per_yr: 0.001 "
    "deposition_m_per_yr: 1e-3 deposition_slope: 0.5";
constexpr Scaled kScaled[] = {
    {"creep", "diffusion_m2: 10", "diffusion_m2", 0.25f, 1},
    {"creep", "diffusion_m2: 4 critical_slope_deg: 85", "diffusion_m2", 3, 2},
    {"creep", "diffusion_m2: 4 critical_slope_deg: 80", "critical_slope_deg",
     0.5f, 2},
    {"thermal_erosion", "", "strength", 0.3f, 1},
    {"thermal_erosion", "", "talus_angle_deg", 1.5f, 1},
    {"thermal_erosion", "", "hard_talus_angle_deg", 0.4f, 1},
    {"thermal_erosion",
     "talus_angle_deg: 80 hard_talus_angle_deg: 85 loose_talus_angle_deg: 50",
     "loose_talus_angle_deg", 0.2f, 1},
    {"thermal_erosion", "band_min_m: -20", "talus_angle_deg", 0, 1},
    {"fluvial_incision", kRivers, "erodibility", 0, 2},
    {"fluvial_incision", kRivers, "diffusivity_m2_per_yr", 0, 2},
    {"fluvial_incision", kRivers, "deposition_m_per_yr", 0.1f, 2},
    {"fluvial_incision", kRivers, "deposition_slope", 0.1f, 2},
    {"fluvial_incision",
     "flow_exponent: 1.5 area_exponent: 0.4 diffusivity_m2_per_yr: 0.001",
     "erodibility", 2, 2},
    {"droplets", kDrops, "capacity", 0, 9},
    {"droplets", kDrops, "min_slope", 90, 9},
    {"droplets", kDrops, "erosion", 0.1f, 9},
    {"droplets", kDrops, "deposition", 0.1f, 9},
    {"droplets", kDrops, "drops_per_pass", 0.1f, 9},
    {"droplets", kDrops, "inertia", 4, 9},
    {"droplets", kDrops, "evaporation", 30, 9},
    {"droplets", kDrops, "gravity", 9, 9},
    {"droplets", kDrops, "start_water", 4, 9},
    {"droplets", kDrops, "start_speed", 3, 9},
    {"droplets", kDrops, "max_speed", 0.05f, 9},
    {"water_erosion", "", "rain_m_per_s", 30, 3},
    {"water_erosion", "initial_water_m: 0.1", "initial_water_m", 30, 3},
    {"water_erosion", "", "evaporation_per_s", 20, 3},
    {"water_erosion", "", "capacity_s", 0.1f, 3},
    {"water_erosion", "", "erosion_per_s", 3, 3},
    {"water_erosion", "capacity_s: 0", "deposition_per_s", 0.2f, 3},
    {"water_erosion", "", "full_depth_m", 0.1f, 3},
    {"water_erosion", "", "min_slope", 40, 3},
    {"water_erosion", "base_level_m: -300", "erosion_cap", 0.001f, 3},
};

std::unique_ptr<Stage> Make(const Scaled& s,
                            std::optional<std::pair<float, float>> factors,
                            Layer layer = Layer::kMask) {
  const auto recipe = ParseRecipe(
      absl::StrCat("stages { ", s.process, " { ", s.params, " } }"));
  const auto filled = Canonicalize(*recipe);
  StageContext context = {.seed = 5, .level0_cell_m = 10};
  if (factors) {
    context.scales.push_back({.parameter = s.parameter,
                              .layer = layer,
                              .at_zero = factors->first,
                              .at_one = factors->second});
  }
  const v1::Stage& stage = filled->recipe.stages(0);
  return *FindStage(stage.process_case())->make(stage, context);
}

// Rough ground of all layers whose mask is of `shares`.
World MakeWorld(float (*share)(int64_t x, int64_t y)) {
  World w(kDomain, kWall, kLayers);
  const State rough = testing::RoughWorld(kLayers, kDomain, 120);
  kLayers.ForEach([&](Layer l) {
    w.SetQuanta(l,
                [&](int64_t x, int64_t y) { return *rough.Get(l)->At(x, y); });
  });
  w.SetQuanta(Layer::kMask, [&](int64_t x, int64_t y) {
    return std::bit_cast<int32_t>(share(x, y));
  });
  return w;
}

float Drawn(int64_t x, int64_t y) {
  return UnitFloat(
      CellHash(static_cast<uint32_t>(y), static_cast<uint32_t>(x)));
}
float Half(int64_t x, int64_t /*y*/) { return x < 0 ? 0.0f : 1.0f; }
float All(int64_t /*x*/, int64_t /*y*/) { return 1.0f; }

std::vector<int32_t> Ground(const World& w, int64_t x0, int64_t x1) {
  std::vector<int32_t> words;
  for (const Layer l :
       {Layer::kHeight, Layer::kWater, Layer::kSediment, Layer::kWear}) {
    for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
      for (int64_t x = x0; x < x1; ++x) words.push_back(w.Quanta(l, x, y));
    }
  }
  return words;
}

class ScaledParameter : public ::testing::TestWithParam<Scaled> {};

TEST_P(ScaledParameter, FactorsOfOneGiveTheUnscaledBits) {
  World plain = MakeWorld(Drawn);
  World ones = MakeWorld(Drawn);
  plain.Run(*Make(GetParam(), {}), 3);
  ones.Run(*Make(GetParam(), {{1, 1}}), 3);
  EXPECT_EQ(Ground(plain, kDomain.x0, kDomain.x1),
            Ground(ones, kDomain.x0, kDomain.x1));
  EXPECT_EQ(plain.ledger(), ones.ledger());
}

TEST_P(ScaledParameter, ActsWhereTheLayerSaysSo) {
  const Scaled& s = GetParam();
  World plain = MakeWorld(Half);
  World half = MakeWorld(Half);
  World all = MakeWorld(All);
  plain.Run(*Make(s, {}), 1);
  half.Run(*Make(s, {{1, s.other}}), 1);
  all.Run(*Make(s, {{1, s.other}}), 1);
  const auto ground = [](const World& w, int64_t x0, int64_t x1) {
    return Ground(w, x0, x1);
  };
  EXPECT_EQ(ground(half, kDomain.x0, -s.reach),
            ground(plain, kDomain.x0, -s.reach));
  EXPECT_EQ(ground(half, s.reach, kDomain.x1),
            ground(all, s.reach, kDomain.x1));
  EXPECT_NE(ground(all, s.reach, kDomain.x1),
            ground(plain, s.reach, kDomain.x1));
}

TEST_P(ScaledParameter, KeepsTheBalance) {
  World w = MakeWorld(Drawn);
  const auto ground = [&] {
    return w.Sum(Layer::kHeight) + w.Sum(Layer::kSediment);
  };
  const int64_t before = ground();
  const int64_t water = w.Sum(Layer::kWater);
  w.Run(*Make(GetParam(), {{GetParam().other, 1}}), 10);
  EXPECT_EQ(ground() + w.ledger().dissolved, before);
  EXPECT_EQ(w.Sum(Layer::kWater),
            water + w.ledger().rain - w.ledger().evaporated);
}

TEST_P(ScaledParameter, KeepsTheLaw) {
  const auto stage =
      Make(GetParam(), {{GetParam().other, 1}}, Layer::kHardness);
  testing::ExpectPartsGiveTheWhole(*stage, kLayers, -40, -17);
  testing::ExpectInstructionSetsAgree(*stage, kLayers);
}

INSTANTIATE_TEST_SUITE_P(Stages, ScaledParameter, ::testing::ValuesIn(kScaled));

TEST(ScaledCreep, IsHeldToWhatIsStableCellByCell) {
  for (const char* params :
       {"diffusion_m2: 10", "diffusion_m2: 10 critical_slope_deg: 40"}) {
    World w(kDomain, kWall, {Layer::kHeight, Layer::kMask});
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
      return (x + y) % 2 == 0 ? QuantaFromMeters(100) : 0;
    });
    w.SetQuanta(Layer::kMask, [](int64_t x, int64_t) {
      return std::bit_cast<int32_t>(x < 0 ? 0.0f : 1.0f);
    });
    w.Run(*Make({"creep", params, "diffusion_m2", 0, 0}, {{1, 1e5f}}), 60);
    for (int64_t x = 4; x < 36; ++x) {
      EXPECT_NEAR(ToMeters(w.Quanta(Layer::kHeight, x, 2)), 50, 0.01) << x;
    }
  }
}

TEST(ScaledCreep, RestsWhereTheFactorIsNone) {
  for (const char* params :
       {"diffusion_m2: 10", "diffusion_m2: 10 critical_slope_deg: 40"}) {
    World w = MakeWorld(Half);
    const auto before = Ground(w, 2, kDomain.x1);
    w.Run(*Make({"creep", params, "diffusion_m2", 0, 0}, {{1, 0}}), 1);
    EXPECT_EQ(Ground(w, 2, kDomain.x1), before);
  }
}

// Bare rock whose angle is scaled comes to rest at the scaled angle.
TEST(ScaledThermalErosion, RestsAtTheScaledAngle) {
  World w({0, 0, 40, 6}, kWall, {Layer::kHeight, Layer::kMask});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(x < 20 ? 60 : 0);
  });
  w.SetQuanta(Layer::kMask,
              [](int64_t, int64_t) { return std::bit_cast<int32_t>(1.0f); });
  w.Run(*Make({"thermal_erosion", "talus_angle_deg: 30 strength: 1",
               "talus_angle_deg", 0, 0},
              {{1, 1.5f}}),
        2000);
  const double slope = ToMeters(w.Quanta(Layer::kHeight, 18, 3) -
                                w.Quanta(Layer::kHeight, 21, 3)) /
                       30;
  EXPECT_NEAR(slope, 1.0, 0.02);  // 45 degrees
}

}  // namespace
}  // namespace talus

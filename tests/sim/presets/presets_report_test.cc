// Every preset keeps its character: realism measures of one region of each.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "sim/base/absl_view.h"
#include "sim/base/status_macros.h"
#include "sim/plan/program.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/presets.h"
#include "sim/recipe/recipe_text.h"
#include "sim/report/measure_table.h"
#include "sim/report/terrain_measures.h"
#include "tests/sim/plan/heights_of.h"

namespace talus {
namespace {

constexpr int kLevel = 1;
constexpr int64_t kEdge = 512;  // cells of that level

// Where a range comes from.
enum Basis {
  kRealLand,  // the literature, as in sim/report/measure_table.cc
  kOwn,       // what the preset has, give or take what regions of it differ by
};

struct Range {
  std::string_view preset;
  std::string_view measure;
  double low;
  double high;
  Basis basis;
};

// Own ranges are the region's value and on either side one to three times the
// median half-width of three regions (docs/report.md): 15 % of the median
// slope, 10 % of the steep one, 0.3 of the spectral exponent, 0.08 of the
// hypsometric integral, 0.15 of the concavity, 0.06 of Hack's exponent, 0.8 of
// the ratios of numbers and areas, 0.4 of that of lengths. Pits and the 4-fold
// share of aspects have no lower bound but 0.
constexpr Range kRanges[] = {
    {"alps", "slope_50_deg", 26.3, 35.6, kOwn},
    {"alps", "slope_95_deg", 30, 40, kRealLand},
    {"alps", "aspect_4_fold", 0, 0.1, kOwn},
    {"alps", "spectral_exponent", 1.5, 3, kRealLand},
    {"alps", "pit_fraction", 0, 0.001, kRealLand},
    {"alps", "hypsometric_integral", 0.35, 0.6, kRealLand},
    {"alps", "concavity", 0.225, 0.575, kRealLand},
    {"alps", "hack_exponent", 0.38, 0.5, kOwn},
    {"alps", "bifurcation_ratio", 4.76, 6.36, kOwn},
    {"alps", "length_ratio", 1.5, 3.5, kRealLand},
    {"alps", "area_ratio", 3, 6, kRealLand},
    {"badlands", "slope_50_deg", 24.6, 33.3, kOwn},
    {"badlands", "slope_95_deg", 55.2, 67.4, kOwn},
    {"badlands", "aspect_4_fold", 0, 0.1, kOwn},
    {"badlands", "spectral_exponent", 1.56, 2.16, kOwn},
    {"badlands", "pit_fraction", 0, 0.0014, kOwn},
    {"badlands", "hypsometric_integral", 0.11, 0.27, kOwn},
    {"badlands", "concavity", 0.31, 0.61, kOwn},
    {"canyon", "slope_50_deg", 15.3, 20.7, kOwn},
    {"canyon", "slope_95_deg", 48.3, 59.1, kOwn},
    {"canyon", "aspect_4_fold", 0, 0.1, kOwn},
    {"canyon", "spectral_exponent", 1.5, 3, kRealLand},
    {"canyon", "pit_fraction", 0, 0.001, kRealLand},
    {"canyon", "hypsometric_integral", 0.35, 0.6, kRealLand},
    {"canyon", "concavity", 0.04, 0.34, kOwn},
    {"canyon", "hack_exponent", 0.41, 0.53, kOwn},
    {"canyon", "bifurcation_ratio", 3, 5, kRealLand},
    {"canyon", "length_ratio", 1.5, 3.5, kRealLand},
    {"canyon", "area_ratio", 3, 6, kRealLand},
    {"coast", "slope_50_deg", 14.3, 19.3, kOwn},
    {"coast", "slope_95_deg", 26.8, 32.8, kOwn},
    {"coast", "aspect_4_fold", 0, 0.1, kOwn},
    {"coast", "spectral_exponent", 1.5, 3, kRealLand},
    {"coast", "pit_fraction", 0, 0.001, kRealLand},
    {"coast", "hypsometric_integral", 0.35, 0.6, kRealLand},
    {"coast", "concavity", 0.225, 0.575, kRealLand},
    {"coast", "hack_exponent", 0.42, 0.54, kOwn},
    {"coast", "bifurcation_ratio", 3, 5, kRealLand},
    {"coast", "length_ratio", 1.5, 3.5, kRealLand},
    {"coast", "area_ratio", 3, 6, kRealLand},
    {"desert_plateau", "slope_50_deg", 1.23, 1.67, kOwn},
    {"desert_plateau", "slope_95_deg", 37.2, 45.4, kOwn},
    {"desert_plateau", "aspect_4_fold", 0, 0.1, kOwn},
    {"desert_plateau", "spectral_exponent", 2.06, 2.66, kOwn},
    {"desert_plateau", "pit_fraction", 0, 0.001, kOwn},
    {"desert_plateau", "hypsometric_integral", 0.41, 0.57, kOwn},
    {"desert_plateau", "concavity", 0, 0.19, kOwn},
    {"desert_plateau", "hack_exponent", 0.43, 0.55, kOwn},
    {"desert_plateau", "bifurcation_ratio", 4.66, 6.26, kOwn},
    {"desert_plateau", "length_ratio", 2.02, 2.82, kOwn},
    {"desert_plateau", "area_ratio", 4.42, 6.02, kOwn},
    {"droplets", "slope_50_deg", 28.1, 38, kOwn},
    {"droplets", "slope_95_deg", 51.5, 63, kOwn},
    {"droplets", "aspect_4_fold", 0, 0.1, kOwn},
    {"droplets", "spectral_exponent", 2.23, 2.83, kOwn},
    {"droplets", "pit_fraction", 0, 0.0102, kOwn},
    {"droplets", "hypsometric_integral", 0.23, 0.39, kOwn},
    {"droplets", "concavity", 0.2, 0.5, kOwn},
    {"droplets", "hack_exponent", 0.29, 0.41, kOwn},
    {"droplets", "bifurcation_ratio", 4.72, 6.32, kOwn},
    {"droplets", "length_ratio", 1.24, 2.04, kOwn},
    {"droplets", "area_ratio", 4.59, 6.19, kOwn},
    {"fans", "slope_50_deg", 19.4, 26.3, kOwn},
    {"fans", "slope_95_deg", 30, 40, kRealLand},
    {"fans", "aspect_4_fold", 0, 0.1, kOwn},
    {"fans", "spectral_exponent", 1.5, 3, kRealLand},
    {"fans", "pit_fraction", 0, 0.001, kRealLand},
    {"fans", "hypsometric_integral", 0.35, 0.6, kRealLand},
    {"fans", "concavity", 0.225, 0.575, kRealLand},
    {"fans", "hack_exponent", 0.5, 0.7, kRealLand},
    {"fans", "bifurcation_ratio", 4.61, 6.21, kOwn},
    {"fans", "length_ratio", 1.5, 3.5, kRealLand},
    {"fans", "area_ratio", 3, 6, kRealLand},
    {"gullies", "slope_50_deg", 16.4, 22.2, kOwn},
    {"gullies", "slope_95_deg", 36.1, 44.1, kOwn},
    {"gullies", "aspect_4_fold", 0, 0.1, kOwn},
    {"gullies", "spectral_exponent", 3.17, 3.77, kOwn},
    {"gullies", "pit_fraction", 0, 0.001, kOwn},
    {"gullies", "hypsometric_integral", 0.24, 0.4, kOwn},
    {"gullies", "concavity", 0, 0.29, kOwn},
    {"gullies", "hack_exponent", 0.06, 0.18, kOwn},
    {"hills", "slope_50_deg", 16.6, 22.5, kOwn},
    {"hills", "slope_95_deg", 26.8, 32.7, kOwn},
    {"hills", "aspect_4_fold", 0, 0.1, kOwn},
    {"hills", "spectral_exponent", 2.8, 3.4, kOwn},
    {"hills", "pit_fraction", 0, 0.001, kRealLand},
    {"hills", "hypsometric_integral", 0.35, 0.6, kRealLand},
    {"hills", "concavity", 0.225, 0.575, kRealLand},
    {"hills", "hack_exponent", 0.42, 0.54, kOwn},
    {"hills", "bifurcation_ratio", 3, 5, kRealLand},
    {"hills", "length_ratio", 1.5, 3.5, kRealLand},
    {"hills", "area_ratio", 3, 6, kRealLand},
    {"island", "slope_50_deg", 23.3, 31.5, kOwn},
    {"island", "slope_95_deg", 44.8, 54.8, kOwn},
    {"island", "aspect_4_fold", 0, 0.1, kOwn},
    {"island", "spectral_exponent", 1.5, 3, kRealLand},
    {"island", "pit_fraction", 0, 0.001, kRealLand},
    {"island", "hypsometric_integral", 0.23, 0.39, kOwn},
    {"island", "concavity", 0.57, 0.87, kOwn},
    {"island", "hack_exponent", 0.35, 0.47, kOwn},
    {"island", "bifurcation_ratio", 4.66, 6.26, kOwn},
    {"island", "length_ratio", 1.5, 3.5, kRealLand},
    {"island", "area_ratio", 3, 6, kRealLand},
    {"mesa", "slope_50_deg", 4.46, 6.03, kOwn},
    {"mesa", "slope_95_deg", 39.9, 48.8, kOwn},
    {"mesa", "aspect_4_fold", 0, 0.1, kOwn},
    {"mesa", "spectral_exponent", 2.73, 3.33, kOwn},
    {"mesa", "pit_fraction", 0, 0.0065, kOwn},
    {"mesa", "hypsometric_integral", 0.11, 0.27, kOwn},
    {"mesa", "concavity", 0.91, 1.21, kOwn},
    {"mesa", "hack_exponent", 0.45, 0.57, kOwn},
    {"mesa", "bifurcation_ratio", 2.97, 4.58, kOwn},
    {"mesa", "length_ratio", 1, 1.8, kOwn},
    {"mesa", "area_ratio", 2.76, 4.37, kOwn},
    {"old_mountains", "slope_50_deg", 19.8, 26.8, kOwn},
    {"old_mountains", "slope_95_deg", 26.7, 32.7, kOwn},
    {"old_mountains", "aspect_4_fold", 0, 0.1, kOwn},
    {"old_mountains", "spectral_exponent", 3.32, 3.92, kOwn},
    {"old_mountains", "pit_fraction", 0, 0.001, kRealLand},
    {"old_mountains", "hypsometric_integral", 0.35, 0.6, kRealLand},
    {"old_mountains", "concavity", 0.225, 0.575, kRealLand},
    {"old_mountains", "hack_exponent", 0.29, 0.41, kOwn},
    {"old_mountains", "bifurcation_ratio", 4.5, 6.1, kOwn},
    {"old_mountains", "length_ratio", 1.5, 3.5, kRealLand},
    {"old_mountains", "area_ratio", 3, 6, kRealLand},
    {"volcano", "slope_50_deg", 28.4, 38.4, kOwn},
    {"volcano", "slope_95_deg", 36.7, 44.8, kOwn},
    {"volcano", "aspect_4_fold", 0, 0.1, kOwn},
    {"volcano", "spectral_exponent", 1.59, 2.19, kOwn},
    {"volcano", "pit_fraction", 0, 0.001, kOwn},
    {"volcano", "hypsometric_integral", 0.32, 0.48, kOwn},
    {"volcano", "concavity", 0.15, 0.45, kOwn},
    {"volcano", "hack_exponent", 0.48, 0.6, kOwn},
    {"young_uplift", "slope_50_deg", 25.5, 34.5, kOwn},
    {"young_uplift", "slope_95_deg", 30, 40, kRealLand},
    {"young_uplift", "aspect_4_fold", 0, 0.21, kOwn},
    {"young_uplift", "spectral_exponent", 1.5, 3, kRealLand},
    {"young_uplift", "pit_fraction", 0, 0.001, kRealLand},
    {"young_uplift", "hypsometric_integral", 0.35, 0.6, kRealLand},
    {"young_uplift", "concavity", 0.225, 0.575, kRealLand},
    {"young_uplift", "hack_exponent", 0.35, 0.47, kOwn},
    {"young_uplift", "bifurcation_ratio", 3, 5, kRealLand},
    {"young_uplift", "length_ratio", 1.5, 3.5, kRealLand},
    {"young_uplift", "area_ratio", 3, 6, kRealLand},
};

std::optional<double> ValueOf(const TerrainMeasures& measures,
                              std::string_view key) {
  for (const MeasureRow& row : MeasureRows()) {
    if (row.key == key) return row.value(measures);
  }
  ADD_FAILURE() << "no measure " << key;
  return std::nullopt;
}

// The middle of a domain, or what begins at the origin of an endless world.
Rect RegionOf(const v1::Recipe& recipe) {
  int64_t x = 0, y = 0;
  if (recipe.has_domain()) {
    x = ((int64_t{recipe.domain().width()} >> kLevel) - kEdge) / 2;
    y = ((int64_t{recipe.domain().height()} >> kLevel) - kEdge) / 2;
  }
  return {x, y, x + kEdge, y + kEdge};
}

absl::StatusOr<TerrainMeasures> Measure(const v1::Recipe& recipe) {
  TALUS_ASSIGN_OR_RETURN(const CanonicalRecipe c, Canonicalize(recipe));
  TALUS_ASSIGN_OR_RETURN(const auto program,
                         Program::Compile(c.recipe, c.digest, {}));
  TALUS_ASSIGN_OR_RETURN(
      const Plane<int32_t> heights,
      testing::HeightsOf(*program, kLevel, RegionOf(c.recipe)));
  return MeasureTerrain(heights,
                        {.cell_m = c.recipe.cell_size_m() * (1 << kLevel)});
}

// Measures of the preset that are out of their ranges.
std::vector<std::string> Outside(std::string_view preset,
                                 const TerrainMeasures& measures) {
  std::vector<std::string> outside;
  for (const Range& range : kRanges) {
    if (range.preset != preset) continue;
    const std::optional<double> value = ValueOf(measures, range.measure);
    if (value && range.low <= *value && *value <= range.high) continue;
    outside.push_back(absl::StrCat(
        ToAbsl(range.measure), " = ", value ? absl::StrCat(*value) : "none",
        ", not in [", range.low, ", ", range.high, "]"));
  }
  return outside;
}

class PresetReport : public ::testing::TestWithParam<std::string_view> {};

TEST_P(PresetReport, StaysInItsRanges) {
  const auto recipe = ParseRecipe(FindPreset(GetParam())->text);
  ASSERT_TRUE(recipe.ok()) << recipe.status();
  const auto measures = Measure(*recipe);
  ASSERT_TRUE(measures.ok()) << measures.status();
  EXPECT_THAT(Outside(GetParam(), *measures), ::testing::IsEmpty());
}

// The ranges tell the land from the noise it was made of.
TEST_P(PresetReport, IsOutOfThemBeforeItIsEroded) {
  auto recipe = ParseRecipe(FindPreset(GetParam())->text);
  ASSERT_TRUE(recipe.ok()) << recipe.status();
  auto& stages = *recipe->mutable_stages();
  const auto erosion =
      std::find_if(stages.begin(), stages.end(),
                   [](const v1::Stage& s) { return s.has_multiscale(); });
  ASSERT_NE(erosion, stages.end());
  stages.erase(erosion, stages.end());
  const auto measures = Measure(*recipe);
  ASSERT_TRUE(measures.ok()) << measures.status();
  EXPECT_GE(Outside(GetParam(), *measures).size(), 2u);
}

std::vector<std::string_view> Names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : Presets()) names.push_back(preset.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, PresetReport, ::testing::ValuesIn(Names()),
                         [](const auto& info) {
                           return std::string(info.param);
                         });

TEST(PresetRanges, AreOfPresetsAndHaveTwoEnds) {
  std::set<std::string_view> presets;
  for (const Range& range : kRanges) {
    SCOPED_TRACE(
        absl::StrCat(ToAbsl(range.preset), " ", ToAbsl(range.measure)));
    presets.insert(range.preset);
    EXPECT_LE(0, range.low);
    EXPECT_LT(range.low, range.high);
    EXPECT_LT(range.high, 90);
    if (range.basis != kRealLand) continue;
    const auto rows = MeasureRows();
    const auto row = std::find_if(
        rows.begin(), rows.end(),
        [&](const MeasureRow& r) { return r.key == range.measure; });
    ASSERT_NE(row, rows.end());
    ASSERT_TRUE(row->range.has_value());
    EXPECT_EQ(range.low, row->range->low);
    EXPECT_EQ(range.high, row->range->high);
  }
  const auto names = Names();
  EXPECT_EQ(presets, std::set(names.begin(), names.end()));
}

}  // namespace
}  // namespace talus

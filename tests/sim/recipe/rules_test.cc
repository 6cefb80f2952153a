#include "sim/recipe/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

v1::Recipe Parsed(const std::string& text) {
  auto recipe = ParseRecipe(text);
  EXPECT_TRUE(recipe.ok()) << recipe.status() << "\n" << text;
  return recipe.ok() ? *std::move(recipe) : v1::Recipe();
}

struct BadRecipe {
  const char* what;
  const char* text;
  const char* path;
  const char* reason;
};

void PrintTo(const BadRecipe& bad, std::ostream* os) { *os << bad.what; }

class BadRecipes : public ::testing::TestWithParam<BadRecipe> {};

TEST_P(BadRecipes, AreRefusedOnceAndByTheirPath) {
  const BadRecipe& bad = GetParam();
  const Violations violations = ValidateRecipe(Parsed(bad.text));
  ASSERT_EQ(violations.list().size(), 1u) << violations.ToStatus();
  EXPECT_EQ(violations.list()[0].path, bad.path);
  EXPECT_THAT(violations.list()[0].reason, HasSubstr(bad.reason));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, BadRecipes,
    ::testing::Values(
        BadRecipe{"no stage", "seed_number: 1", "stages", "is empty"},
        BadRecipe{"a stage without a process", "stages {}", "stages[0]",
                  "has no process; set one of repeat, multiscale, gradient"},
        BadRecipe{"shares in a layer of metres",
                  "stages { layer_noise { layer: LAYER_WATER } }",
                  "stages[0].layer_noise.layer",
                  "= LAYER_WATER holds no shares in [0, 1]; set one of "
                  "LAYER_HARDNESS"},
        BadRecipe{"a catchment of a point outside of the world",
                  "domain { x: -8 width: 16 height: 16 } "
                  "stages { layer_catchment { x: 8 y: 3 } }",
                  "stages[0].layer_catchment.x",
                  "= 8 lies outside of the domain, [-8, 8); move the point"},
        BadRecipe{"a band of heights upside down",
                  "stages { layer_height { min_m: 20 max_m: 10 } }",
                  "stages[0].layer_height.max_m",
                  "= 10 is not above min_m = 20; raise it"},
        BadRecipe{"a band of slopes without width",
                  "stages { layer_slope { min_deg: 40 max_deg: 40 } }",
                  "stages[0].layer_slope.max_deg",
                  "= 40 is not above min_deg = 40; raise it"},
        BadRecipe{"curvature in a layer that is no share",
                  "stages { layer_curvature { layer: LAYER_LOOSE } }",
                  "stages[0].layer_curvature.layer",
                  "= LAYER_LOOSE holds no shares"},
        BadRecipe{"a mask that no file has",
                  "stages { layer_raster { sha256: 'mask.png' } }",
                  "stages[0].layer_raster.sha256", "64 lower-case"},
        BadRecipe{"a mask of one value",
                  "stages { layer_raster { sha256: '00000000000000000000000000"
                  "00000000000000000000000000000000000000' zero: 1 } }",
                  "stages[0].layer_raster.one", "is the same as zero"},
        BadRecipe{"a scale of no parameter",
                  "stages { creep {} scales { parameter: 'rain' } }",
                  "stages[0].scales[0].parameter",
                  "= \"rain\" is no parameter that may differ from cell to "
                  "cell; name one of diffusion_m2"},
        BadRecipe{"a scale of a parameter that is one for all cells",
                  "stages { creep {} scales { parameter: 'passes' } }",
                  "stages[0].scales[0].parameter", "name one of diffusion_m2"},
        BadRecipe{"a scale without a parameter",
                  "stages { creep {} scales {} }",
                  "stages[0].scales[0].parameter", "is not set"},
        BadRecipe{"a scale of a stage that has none to scale",
                  "stages { plane {} scales { parameter: 'base_m' } }",
                  "stages[0].scales[0].parameter",
                  "remove it: no parameter of this stage may"},
        BadRecipe{"a parameter scaled twice",
                  "stages { creep {} scales { parameter: 'diffusion_m2' } "
                  "scales { parameter: 'diffusion_m2' layer: LAYER_RAIN } }",
                  "stages[0].scales[1].parameter", "is scaled twice"},
        BadRecipe{
            "a scale of a parameter that is not there",
            "stages { creep {} scales { parameter: 'critical_slope_deg' } "
            "}",
            "stages[0].scales[0].parameter",
            "nothing to scale; set it in the stage"},
        BadRecipe{"a scale by a layer of heights",
                  "stages { creep {} scales { parameter: 'diffusion_m2' layer: "
                  "LAYER_WEAR } }",
                  "stages[0].scales[0].layer",
                  "= LAYER_WEAR holds no shares in [0, 1]; set one of "
                  "LAYER_HARDNESS, LAYER_MASK"},
        BadRecipe{"a finest level without a group",
                  "stages { creep {} finest_level: 2 }",
                  "stages[0].finest_level", "stands outside a multiscale"},
        BadRecipe{"a finest level above the coarsest",
                  "stages { multiscale { coarsest_level: 3 stages { creep {} "
                  "finest_level: 4 } } }",
                  "stages[0].multiscale.stages[0].finest_level",
                  "would never run"},
        BadRecipe{"an empty repeat", "stages { repeat {} }",
                  "stages[0].repeat.stages", "is empty"},
        BadRecipe{"an empty multiscale", "stages { multiscale {} }",
                  "stages[0].multiscale.stages", "is empty"},
        BadRecipe{"a source in a repeat",
                  "stages { repeat { stages { creep {} } stages { plane {} } } "
                  "}",
                  "stages[0].repeat.stages[1].plane",
                  "is a source inside a repeat group; move it before"},
        BadRecipe{"a source in a repeat in a multiscale",
                  "stages { multiscale { stages { repeat { stages { hardness "
                  "{} } } } } }",
                  "stages[0].multiscale.stages[0].repeat.stages[0].hardness",
                  "is a source inside a repeat group"},
        BadRecipe{"a repeat in a repeat",
                  "stages { repeat { stages { repeat { stages { creep {} } } } "
                  "} }",
                  "stages[0].repeat.stages[0].repeat",
                  "is a group inside a repeat group"},
        BadRecipe{"a multiscale in a multiscale",
                  "stages { multiscale { stages { multiscale { stages { creep "
                  "{} } } } } }",
                  "stages[0].multiscale.stages[0].multiscale",
                  "is a group inside a multiscale group"},
        BadRecipe{"a multiscale in a repeat",
                  "stages { repeat { stages { multiscale { stages { creep {} } "
                  "} } } }",
                  "stages[0].repeat.stages[0].multiscale",
                  "is a group inside a repeat group"},
        BadRecipe{"more rounds than levels",
                  "stages { multiscale { coarsest_level: 1 rounds: [1, 2, 3] "
                  "stages { creep {} } } }",
                  "stages[0].multiscale.rounds", "has 3 numbers for 2 levels"},
        BadRecipe{"a domain without a width",
                  "domain { height: 8 } stages { creep {} }", "domain.width",
                  "is not set; it has no default"},
        BadRecipe{"an empty domain",
                  "domain { width: 0 height: 8 } stages { creep {} }",
                  "domain.width", "= 0 is outside [1, 4294967296] cells"},
        BadRecipe{"a domain before the world",
                  "domain { x: -1099511627777 width: 1 height: 8 } stages { "
                  "creep {} }",
                  "domain.x", "= -1099511627777 is outside [-1099511627776, "},
        BadRecipe{"a domain that ends beyond the world",
                  "domain { y: 1099511627776 width: 8 height: 1 } stages { "
                  "creep {} }",
                  "domain.height",
                  "= 1 reaches cell 1099511627777, beyond 1099511627776"},
        BadRecipe{"a corner of the domain off the coarsest grid",
                  "domain { x: -12 width: 16 height: 16 } stages { multiscale "
                  "{ coarsest_level: 3 stages { creep {} } } }",
                  "domain.x",
                  "= -12 is no multiple of 8, the width of a cell of the "
                  "coarsest level of stages[0].multiscale; set -16 or -8"},
        BadRecipe{"a domain off the default coarsest grid",
                  "domain { width: 32 height: 48 } stages { multiscale { "
                  "stages { creep {} } } }",
                  "domain.height", "= 48 is no multiple of 32"},
        BadRecipe{"a domain off the coarser of two grids",
                  "domain { width: 40 height: 64 } stages { multiscale { "
                  "coarsest_level: 3 stages { creep {} } } } stages { "
                  "multiscale { coarsest_level: 4 stages { creep {} } } }",
                  "domain.width",
                  "of the coarsest level of stages[1].multiscale"},
        BadRecipe{"more offsets than octaves",
                  "stages { gradient_noise { octaves: 1 octave_offsets {} "
                  "octave_offsets {} } }",
                  "stages[0].gradient_noise.octave_offsets",
                  "has 2 offsets for 1 octaves"},
        BadRecipe{"a raster without a name", "stages { raster {} }",
                  "stages[0].raster.sha256", "is not set"},
        BadRecipe{"a raster named in capitals",
                  "stages { raster { sha256: "
                  "\"E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B78"
                  "52B855\" } }",
                  "stages[0].raster.sha256",
                  "is not 64 lower-case hexadecimal digits"},
        BadRecipe{"a raster with a short name",
                  "stages { raster { sha256: \"abc\" } }",
                  "stages[0].raster.sha256",
                  "is not 64 lower-case hexadecimal digits"},
        BadRecipe{"a curve without points", "stages { height_curve {} }",
                  "stages[0].height_curve.points", "is empty"},
        BadRecipe{"a curve of one point",
                  "stages { height_curve { points {} } }",
                  "stages[0].height_curve.points", "at least two"},
        BadRecipe{"a curve that turns back",
                  "stages { height_curve { points { from_m: 1 } points { "
                  "from_m: 5 } points { from_m: 4.5 } } }",
                  "stages[0].height_curve.points[2].from_m",
                  "= 4.5 does not lie above the point before (5 m)"},
        BadRecipe{"a curve that stands still",
                  "stages { height_curve { points {} points {} } }",
                  "stages[0].height_curve.points[1].from_m",
                  "= 0 does not lie above"},
        BadRecipe{"a curve with points less than a quantum apart",
                  "stages { height_curve { points {} points { from_m: 1e-6 } } "
                  "}",
                  "stages[0].height_curve.points[1].from_m",
                  "= 1e-06 does not lie above"},
        BadRecipe{"hard ground that rests less steep than soft",
                  "stages { thermal_erosion { talus_angle_deg: 70 } }",
                  "stages[0].thermal_erosion.hard_talus_angle_deg",
                  "= 60 is below talus_angle_deg = 70"},
        BadRecipe{"an empty band",
                  "stages { thermal_erosion { band_min_m: 5 band_max_m: 5 } }",
                  "stages[0].thermal_erosion.band_max_m",
                  "= 5 is not above band_min_m = 5"}));

std::string Repeated(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Rules, CountStagesInsideGroups) {
  // Eight groups of seven: 64 stages.
  const std::string group =
      "stages { repeat { " + Repeated(7, "stages { creep {} }") + " } }";
  EXPECT_TRUE(ValidateRecipe(Parsed(Repeated(8, group))).empty());
  const Violations v =
      ValidateRecipe(Parsed(Repeated(8, group) + "stages { creep {} }"));
  ASSERT_EQ(v.list().size(), 1u);
  EXPECT_EQ(v.list()[0].path, "stages");
  EXPECT_THAT(v.list()[0].reason,
              HasSubstr("has 65 stages with nested ones, more than 64"));
}

TEST(Rules, AcceptsWhatTheyDoNotForbid) {
  for (const char* text : {
           "stages { multiscale { stages { repeat { stages { creep {} } } } } "
           "}",
           "stages { gradient_noise { period: 4 lacunarity: 2.5 } }",
           "domain { x: -32 width: 4294967296 height: 64 } stages { multiscale "
           "{ stages { creep {} } } }",
           "domain { x: 1099511627775 width: 1 height: 1 } stages { creep {} }",
           "stages { multiscale { coarsest_level: 0 rounds: 3 stages { creep "
           "{} } } }",
       }) {
    const Violations v = ValidateRecipe(Parsed(text));
    EXPECT_TRUE(v.empty()) << text << "\n" << v.ToStatus();
  }
}

}  // namespace
}  // namespace talus

#include "client/param_strip.h"

#include <gtest/gtest.h>

#include <string>

#include "client/embedded_source.h"
#include "sim/recipe/recipe_text.h"
#include "sim/recipe/stage_message.h"

namespace talus {
namespace {

constexpr int64_t kEdge = 128;
constexpr int64_t kGap = 4;

// The strip of `path` of the stage `name`, from a recipe.
absl::StatusOr<ParamStrip> StripOf(const std::string& recipe,
                                   const std::string& name,
                                   const std::string& path) {
  const auto base = ParseRecipe(recipe);
  EXPECT_TRUE(base.ok()) << base.status();
  const auto& process = *v1::Stage::descriptor()->FindFieldByName(name);
  EmbeddedSource source({});
  for (const ListedParam& param : ParamsOf(*process.message_type())) {
    if (param.path == path) return MakeStrip(source, {}, *base, process, param);
  }
  return absl::InternalError(path + " is no parameter");
}

// Mean of the red of a picture of a strip.
double Red(const ParamStrip& strip, int64_t picture) {
  double sum = 0;
  for (int64_t y = 0; y < kEdge; ++y) {
    for (int64_t x = 0; x < kEdge; ++x) {
      sum += strip.image.At(picture * (kEdge + kGap) + x, y).r;
    }
  }
  return sum / (kEdge * kEdge);
}

TEST(ParamStrip, ShowsLowDefaultAndHighInOneTint) {
  const auto strip = StripOf("stages { plane {} }", "plane", "base_m");
  ASSERT_TRUE(strip.ok()) << strip.status();
  EXPECT_EQ(strip->image.width, 3 * kEdge + 2 * kGap);
  EXPECT_EQ(strip->image.height, kEdge);
  EXPECT_LT(Red(*strip, 0), Red(*strip, 1));
  EXPECT_LT(Red(*strip, 1), Red(*strip, 2));
  EXPECT_GT(strip->contrast, 50);
}

TEST(ParamStrip, HasNoContrastWhereTheParameterDoesNothing) {
  const auto strip =
      StripOf("stages { plane { slope_east: 0.1 } } stages { creep {} }",
              "creep", "diffusion_m2");
  ASSERT_TRUE(strip.ok()) << strip.status();
  EXPECT_LT(strip->contrast, 1);
}

TEST(ParamStrip, VariesTheLastSuchStageAlsoWithinGroups) {
  const auto strip = StripOf(
      "stages { gradient_noise { wavelength_m: 200 amplitude_m: 100 } } "
      "stages { creep {} } stages { repeat { stages { creep {} } } }",
      "creep", "passes");
  ASSERT_TRUE(strip.ok()) << strip.status();
  EXPECT_GT(strip->contrast, 1);
}

TEST(ParamStrip, ShowsTheLayerThatTheStageWritesByChoice) {
  const auto strip =
      StripOf("stages { plane {} } stages { layer_height { min_m: -100 } }",
              "layer_height", "layer");
  ASSERT_TRUE(strip.ok()) << strip.status();
  EXPECT_EQ(strip->image.width, 5 * kEdge + 4 * kGap);
  EXPECT_GT(strip->contrast, 20);
}

TEST(ParamStrip, VariesTheMiddleOfAListInTheWholeDomain) {
  const std::string curve =
      "domain { width: 256 height: 256 } stages { plane { slope_east: 0.3 } } "
      "stages { height_curve { points { from_m: -2000 to_m: -2000 } "
      "points { from_m: 300 to_m: 0 } points { from_m: 4000 to_m: 4000 } } }";
  const auto strip = StripOf(curve, "height_curve", "points[].to_m");
  ASSERT_TRUE(strip.ok()) << strip.status();
  EXPECT_EQ(strip->image.height, kEdge);
  EXPECT_LT(Red(*strip, 0), Red(*strip, 2));
}

TEST(ParamStrip, NamesAStageThatIsNotThere) {
  const auto strip = StripOf("stages { plane {} }", "creep", "passes");
  EXPECT_EQ(strip.status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace talus

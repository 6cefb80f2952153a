#include "sim/recipe/canonical.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/hash.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

constexpr char kText[] = R"(
  seed_text: "golden"
  domain { x: -64 width: 128 height: 64 border: BORDER_OPEN }
  stages { gradient_noise { octaves: 3 offset_x_m: -0.0 warp { octaves: 1 } } }
  stages { multiscale {
    coarsest_level: 3
    rounds: [ 1, 2 ]
    stages { fluvial_incision { passes: 4 base_level_m: -5 } }
    stages { repeat { count: 2 stages { thermal_erosion {} } } }
  } }
)";

v1::Recipe Parsed(const std::string& text) {
  auto recipe = ParseRecipe(text);
  EXPECT_TRUE(recipe.ok()) << recipe.status();
  return recipe.ok() ? *std::move(recipe) : v1::Recipe();
}

CanonicalRecipe Canonical(const v1::Recipe& recipe) {
  auto canonical = Canonicalize(recipe);
  EXPECT_TRUE(canonical.ok()) << canonical.status();
  return canonical.ok() ? *std::move(canonical) : CanonicalRecipe();
}

// A change here changes the key of every tile that was ever stored. A parameter
// added to a stage named here does so, too: its default is part of what the
// recipe says.
TEST(Canonical, KeepsTheDigestOfOneRecipe) {
  EXPECT_EQ(Canonical(Parsed(R"(
              seed_text: "golden"
              domain { x: -64 width: 128 height: 64 border: BORDER_OPEN }
              stages { plane { base_m: 100 slope_east: 2e-3 } }
              stages { multiscale { coarsest_level: 3 rounds: [ 1, 2 ]
                                    stages { repeat { count: 2
                                                      stages { creep {} } } }
                                  } })"))
                .digest,
            "3fff2eb66189e60556c4cbfdf1bed12517dfd36cbf559501480f5f4488693ad3");
}

TEST(Canonical, GivesTheSameBytesWhenDoneAgain) {
  const CanonicalRecipe once = Canonical(Parsed(kText));
  const CanonicalRecipe twice = Canonical(once.recipe);
  EXPECT_EQ(once.bytes, twice.bytes);
  EXPECT_EQ(once.digest, twice.digest);
  EXPECT_TRUE(ValidateRecipe(once.recipe).empty());
}

TEST(Canonical, GivesTheSameBytesForEveryWayOfWriting) {
  const v1::Recipe recipe = Parsed(kText);
  const std::string bytes = Canonical(recipe).bytes;
  EXPECT_EQ(Canonical(Parsed(RecipeToJson(recipe))).bytes, bytes);
  EXPECT_EQ(Canonical(Parsed(RecipeToTextproto(recipe))).bytes, bytes);
  v1::Recipe binary;
  ASSERT_TRUE(binary.ParseFromString(recipe.SerializeAsString()));
  EXPECT_EQ(Canonical(binary).bytes, bytes);
  // Fields in another order on the wire: the stages before the domain.
  v1::Recipe stages, rest = recipe;
  *stages.mutable_stages() = recipe.stages();
  rest.clear_stages();
  v1::Recipe reordered;
  ASSERT_TRUE(reordered.ParseFromString(stages.SerializeAsString() +
                                        rest.SerializeAsString()));
  EXPECT_EQ(Canonical(reordered).bytes, bytes);
}

TEST(Canonical, TakesASpelledOutDefaultForAnUnsetField) {
  const v1::Recipe recipe = Parsed(kText);
  v1::Recipe spelled = recipe;
  spelled.set_cell_size_m(10);
  spelled.mutable_domain()->set_y(0);
  spelled.mutable_stages(0)->mutable_gradient_noise()->set_basis(
      v1::NOISE_BASIS_PERLIN);
  EXPECT_EQ(Canonical(spelled).bytes, Canonical(recipe).bytes);
  spelled.set_cell_size_m(11);
  EXPECT_NE(Canonical(spelled).bytes, Canonical(recipe).bytes);
}

TEST(Canonical, TurnsASeedTextIntoItsNumber) {
  v1::Recipe recipe = Parsed(kText);
  const CanonicalRecipe text = Canonical(recipe);
  EXPECT_EQ(text.recipe.seed_number(), HashText("golden"));
  recipe.set_seed_number(HashText("golden"));
  EXPECT_EQ(Canonical(recipe).bytes, text.bytes);
  recipe.set_seed_text("Golden");
  EXPECT_NE(Canonical(recipe).bytes, text.bytes);
}

TEST(Canonical, TakesNoSeedForZero) {
  v1::Recipe recipe = Parsed("stages { creep {} }");
  const CanonicalRecipe none = Canonical(recipe);
  EXPECT_TRUE(none.recipe.has_seed_number());
  recipe.set_seed_number(0);
  EXPECT_EQ(Canonical(recipe).bytes, none.bytes);
}

TEST(Canonical, TakesMinusZeroForZero) {
  const v1::Recipe minus = Parsed("stages { plane { base_m: -0.0 } }");
  ASSERT_TRUE(std::signbit(minus.stages(0).plane().base_m()));
  EXPECT_EQ(Canonical(minus).bytes,
            Canonical(Parsed("stages { plane { base_m: 0 } }")).bytes);
}

TEST(Canonical, LeavesUnsetWhatMeansNone) {
  const CanonicalRecipe c = Canonical(Parsed(R"(
    domain { width: 8 height: 8 }
    stages { gradient_noise {} }
    stages { water_erosion {} }
    stages { fluvial_incision {} })"));
  EXPECT_FALSE(c.recipe.domain().has_base_level_m());
  EXPECT_FALSE(c.recipe.stages(0).has_seed());
  EXPECT_FALSE(c.recipe.stages(0).gradient_noise().has_warp());
  EXPECT_FALSE(c.recipe.stages(1).water_erosion().has_base_level_m());
  EXPECT_FALSE(c.recipe.stages(2).fluvial_incision().has_base_level_m());
}

TEST(Canonical, ReportsAllViolationsAtOnce) {
  const auto canonical = Canonicalize(Parsed(R"(
    cell_size_m: 0
    stages { creep { passes: 0 } }
    stages {})"));
  ASSERT_EQ(canonical.status().code(), absl::StatusCode::kInvalidArgument);
  const std::string message(canonical.status().message());
  EXPECT_THAT(message, HasSubstr("cell_size_m = 0 is outside [0.01, 10000] m"));
  EXPECT_THAT(message, HasSubstr("stages[0].creep.passes = 0 is outside"));
  EXPECT_THAT(message, HasSubstr("stages[1] has no process"));
}

TEST(Canonical, PutsThePathOfALargerMessageBeforeItsOwn) {
  const Violations v = ValidateRecipe(v1::Recipe(), "spec.recipe");
  ASSERT_EQ(v.list().size(), 1u);
  EXPECT_EQ(v.list()[0].path, "spec.recipe.stages");
}

TEST(Canonical, CutsARecipeAfterAStage) {
  const CanonicalRecipe whole = Canonical(Parsed(kText));
  const auto first = CutAfter(whole, 1);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->recipe.stages_size(), 1);
  EXPECT_NE(first->digest, whole.digest);
  EXPECT_EQ(Canonical(first->recipe).bytes, first->bytes);
  EXPECT_EQ(CutAfter(whole, 2)->bytes, whole.bytes);
  for (const int stages : {-1, 0, 3}) {
    EXPECT_EQ(CutAfter(whole, stages).status().code(),
              absl::StatusCode::kOutOfRange);
  }
}

}  // namespace
}  // namespace talus

#include "client/recipe_override.h"

#include <gtest/gtest.h>

#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

v1::Recipe Recipe() {
  return ParseRecipe(R"(
    cell_size_m: 10
    stages { gradient_noise { octaves: 3 } }
    stages { multiscale { rounds: 4 stages { water_erosion { } } } }
  )")
      .value();
}

TEST(RecipeOverride, SetsNumbersNamesListsAndNestedFields) {
  v1::Recipe recipe = Recipe();
  for (const char* text :
       {"cell_size_m=2.5",
        "stages[0].gradient_noise.basis=NOISE_BASIS_CELLULAR",
        "stages[0].gradient_noise.warp.strength_m=1e3", "stages[0].seed=7",
        "stages[1].multiscale.rounds=8,16", "domain.width=64",
        "domain.base_level_m=-3",
        "stages[1].multiscale.stages[0].water_erosion.rain_m_per_s=0.01",
        "seed_text=one \"two\""}) {
    EXPECT_TRUE(ApplyOverride(text, recipe).ok()) << text;
  }
  EXPECT_EQ(recipe.cell_size_m(), 2.5);
  EXPECT_EQ(recipe.seed_text(), "one \"two\"");
  EXPECT_EQ(recipe.domain().width(), 64);
  EXPECT_EQ(recipe.domain().base_level_m(), -3);
  EXPECT_EQ(recipe.stages(0).seed(), 7u);
  EXPECT_EQ(recipe.stages(0).gradient_noise().basis(),
            v1::NOISE_BASIS_CELLULAR);
  EXPECT_EQ(recipe.stages(0).gradient_noise().warp().strength_m(), 1000);
  const v1::Multiscale& group = recipe.stages(1).multiscale();
  ASSERT_EQ(group.rounds_size(), 2);
  EXPECT_EQ(group.rounds(1), 16u);
  EXPECT_EQ(group.stages(0).water_erosion().rain_m_per_s(), 0.01);
}

TEST(RecipeOverride, SaysWhichStepIsWrongAndWhatThereIs) {
  struct Case {
    std::string text, message;
  };
  for (
      const Case& c : {
          Case{"passes",
               "--set 'passes' is no PATH=VALUE, such as "
               "stages[1].water_erosion.passes=80"},
          Case{"=3",
               "--set '=3' is no PATH=VALUE, such as "
               "stages[1].water_erosion.passes=80"},
          Case{"sedd=3",
               "--set: the recipe has no sedd; it has seed_number, seed_text, "
               "cell_size_m, domain, stages"},
          Case{"stages[2].creep.passes=3",
               "--set: stages has 2 elements; name one from stages[0] on"},
          Case{"stages.creep.passes=3",
               "--set: stages has 2 elements; name one from stages[0] on"},
          Case{
              "stages[x].creep.passes=3",
              "--set: 'stages[x]' is no step of a path; write it as stages[1]"},
          Case{"stages[0].creep.passes=3",
               "--set: stages[0] is a gradient_noise, no creep"},
          Case{"stages[0].gradient_noise.octaves.x=3",
               "--set: stages[0].gradient_noise.octaves has no fields"},
          Case{"stages[0].gradient_noise=3",
               "--set: stages[0].gradient_noise is no single parameter"},
          Case{"cell_size_m=ten",
               "--set: cell_size_m = 'ten' is no value: Expected double, got: "
               "ten"},
          Case{"stages[0].gradient_noise.octaves=-1",
               "--set: stages[0].gradient_noise.octaves = '-1' is no value: "
               "Expected integer, got: -"},
          Case{
              "stages[0].gradient_noise.basis=NOISE_BASIS_PINK",
              "--set: stages[0].gradient_noise.basis = 'NOISE_BASIS_PINK' is "
              "no value: Unknown "
              "enumeration value of \"NOISE_BASIS_PINK\" for field \"basis\"."},
      }) {
    v1::Recipe recipe = Recipe();
    EXPECT_EQ(ApplyOverride(c.text, recipe),
              absl::InvalidArgumentError(c.message))
        << c.text;
  }
}

TEST(RecipeOverride, SeedsAreNumbersTextsOrDrawn) {
  v1::Recipe recipe;
  ASSERT_TRUE(ApplySeed("18446744073709551615", recipe).ok());
  EXPECT_EQ(recipe.seed_number(), UINT64_MAX);
  ASSERT_TRUE(ApplySeed("-3", recipe).ok());
  EXPECT_EQ(recipe.seed_text(), "-3");
  ASSERT_TRUE(ApplySeed("random", recipe).ok());
  const uint64_t first = recipe.seed_number();
  ASSERT_TRUE(ApplySeed("random", recipe).ok());
  EXPECT_NE(recipe.seed_number(), first);
  EXPECT_EQ(ApplySeed("", recipe).code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace talus

#include "client/sea_level.h"

#include <gtest/gtest.h>

#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

TEST(SeaLevel, IsTheBaseLevelOfRiversHoweverDeepTheyAreNested) {
  EXPECT_EQ(SeaLevelOf(ParseRecipe(R"(
    stages { plane {} }
    stages { multiscale { stages { repeat { stages { creep {} } stages { fluvial_incision { base_level_m: -7 } } } } } }
    stages { fluvial_incision { base_level_m: 3 } }
  )")
                           .value()),
            -7);
}

TEST(SeaLevel, LandWithoutABaseLevelHasNone) {
  EXPECT_EQ(SeaLevelOf(ParseRecipe(R"(
    domain { width: 4 height: 4 base_level_m: 5 }
    stages { fluvial_incision {} }
  )")
                           .value()),
            std::nullopt);
}

}  // namespace
}  // namespace talus

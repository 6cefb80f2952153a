#include "sim/recipe/presets.h"

#include <gtest/gtest.h>

#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

TEST(Presets, AreValidAndTitled) {
  ASSERT_FALSE(Presets().empty());
  for (const Preset& preset : Presets()) {
    SCOPED_TRACE(std::string(preset.name));
    EXPECT_FALSE(preset.title.empty());
    EXPECT_EQ(preset.text.front(), '#');
    const auto recipe = ParseRecipe(preset.text);
    ASSERT_TRUE(recipe.ok()) << recipe.status();
    const auto canonical = Canonicalize(*recipe);
    EXPECT_TRUE(canonical.ok()) << canonical.status();
  }
}

TEST(Presets, AreFoundByName) {
  for (const Preset& preset : Presets()) {
    EXPECT_EQ(FindPreset(preset.name), &preset);
  }
  EXPECT_EQ(FindPreset("no such land"), nullptr);
}

}  // namespace
}  // namespace talus

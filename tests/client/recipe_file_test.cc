#include "client/recipe_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/pending_file.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

TEST(RecipeFile, PresetsGoByTheirName) {
  const auto hills = LoadRecipe("hills");
  ASSERT_TRUE(hills.ok()) << hills.status();
  EXPECT_EQ(hills->name, "hills");
  EXPECT_GT(hills->recipe.stages_size(), 0);
}

TEST(RecipeFile, FilesAreTextOrJsonAndNamedByTheirStem) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "a.recipe.textproto",
                        "cell_size_m: 3 stages { plane {} }")
                  .ok());
  ASSERT_TRUE(WriteFile(folder / "b.json",
                        R"({"cell_size_m": 4, "stages": [{"plane": {}}]})")
                  .ok());
  const NamedRecipe text = LoadRecipe(folder / "a.recipe.textproto").value();
  EXPECT_EQ(text.name, "a");
  EXPECT_EQ(text.recipe.cell_size_m(), 3);
  EXPECT_EQ(LoadRecipe(folder / "b.json").value().recipe.cell_size_m(), 4);
}

TEST(RecipeFile, AFileThatIsNoRecipeIsToldByItsPath) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "bad.textproto", "cell_size: 3").ok());
  const absl::Status status = LoadRecipe(folder / "bad.textproto").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              testing::StartsWith(folder / "bad.textproto:"));
}

TEST(RecipeFile, AnUnknownNameIsToldWithThePresets) {
  const absl::Status status = LoadRecipe("alpps").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(
      std::string(status.message()),
      testing::AllOf(testing::StartsWith(
                         "'alpps' is no file and no preset; the presets are "),
                     testing::HasSubstr("hills")));
}

}  // namespace
}  // namespace talus

#include "sim/recipe/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "sim/recipe/canonical.h"
#include "sim/recipe/param_list.h"
#include "sim/recipe/recipe_text.h"
#include "sim/recipe/shown_values.h"
#include "tests/sim/recipe/param_walk.h"

namespace talus {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(Reference, IsThePageInTheDocs) {
  std::ifstream file(TALUS_SOURCE_DIR "/docs/stages.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(page == ReferencePage())
      << "docs/stages.md is stale; run ./dev docs (or talus_reference > "
         "docs/stages.md) and commit it";
}

TEST(Reference, HasARowForEveryParameterOfEveryStage) {
  const std::string page = ReferencePage();
  testing::VisitAllParams([&](const testing::ParamSite& site) {
    EXPECT_THAT(page, HasSubstr(site.param->text())) << site.path;
  });
  for (int i = 0; i < ProcessOneof().field_count(); ++i) {
    EXPECT_THAT(page, HasSubstr("\n## " + ProcessOneof().field(i)->name()));
    EXPECT_THAT(HelpTopics(), Contains(ProcessOneof().field(i)->name()));
  }
}

TEST(Reference, ShowsEveryNumberAndChoiceOfEveryStage) {
  const std::string page = ReferencePage();
  for (int i = 0; i < ProcessOneof().field_count(); ++i) {
    const auto& process = *ProcessOneof().field(i);
    for (const ListedParam& param : ParamsOf(*process.message_type())) {
      if (ShownValues(*param.field).empty()) continue;
      const std::string file =
          "strips/" + StripName(process.name(), param) + ".jpg";
      EXPECT_THAT(page, HasSubstr("](" + file + ")"));
      EXPECT_TRUE(std::filesystem::exists(TALUS_SOURCE_DIR "/docs/" + file))
          << file << " is missing; run ./dev strips " << process.name();
    }
  }
}

TEST(Reference, HasAWorkingRecipeForThePicturesOfEveryStage) {
  const std::filesystem::path strips = TALUS_SOURCE_DIR "/docs/strips";
  for (int i = 0; i < ProcessOneof().field_count(); ++i) {
    const std::string file = ProcessOneof().field(i)->name() + ".textproto";
    EXPECT_TRUE(std::filesystem::exists(strips / file)) << file;
  }
  for (const auto& entry : std::filesystem::directory_iterator(strips)) {
    if (entry.path().extension() != ".textproto") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto recipe = ParseRecipe(text);
    ASSERT_TRUE(recipe.ok()) << entry.path() << " " << recipe.status();
    for (const FieldViolation& v : ValidateRecipe(*recipe).list()) {
      ADD_FAILURE() << entry.path() << " " << v.path << " " << v.reason;
    }
  }
}

TEST(Help, TellsOfAStageAndOfOneParameter) {
  const auto stage = HelpFor("thermal_erosion");
  ASSERT_TRUE(stage.ok()) << stage.status();
  EXPECT_THAT(*stage, HasSubstr("Lets ground steeper than its talus angle"));
  EXPECT_THAT(*stage, HasSubstr("Musgrave"));
  EXPECT_THAT(*stage, HasSubstr("talus_angle_deg (number in [0, 89] deg, worth "
                                "trying 15 to 60, default 35)"));
  const auto param = HelpFor("gradient_noise.warp.octaves");
  ASSERT_TRUE(param.ok()) << param.status();
  EXPECT_EQ(*param,
            "gradient_noise\n"
            "  warp.octaves (whole number in [1, 8], default 2)\n"
            "      Octaves of the warp.\n");
  EXPECT_THAT(*HelpFor("fluvial_incision.base_level_m"),
              HasSubstr("default none"));
  EXPECT_THAT(*HelpFor("domain.border"), HasSubstr("default BORDER_WALL"));
  EXPECT_THAT(*HelpFor("domain.width"), HasSubstr("cells, required)"));
  EXPECT_THAT(*HelpFor("stage.finest_level"), HasSubstr("default 0)"));
}

TEST(Help, SaysWhichParametersALayerMayScale) {
  EXPECT_THAT(*HelpFor("creep.diffusion_m2"),
              HasSubstr("May differ by cell (scales)."));
  EXPECT_THAT(*HelpFor("creep.passes"),
              ::testing::Not(HasSubstr("differ by cell")));
  EXPECT_THAT(*HelpFor("stage"), HasSubstr("scales[].at_zero"));
}

TEST(Help, ListsWhatThereIsWhereNothingHasTheName) {
  const auto stage = HelpFor("thermal");
  EXPECT_EQ(stage.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(stage.status().message()),
              HasSubstr("thermal_erosion"));
  const auto param = HelpFor("creep.speed");
  EXPECT_EQ(param.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(param.status().message()),
              HasSubstr("no parameter of creep is named \"speed\"; choose one "
                        "of passes"));
}

}  // namespace
}  // namespace talus

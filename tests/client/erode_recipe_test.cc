#include "client/erode_recipe.h"

#include <gtest/gtest.h>

#include <memory>

#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"

namespace talus {
namespace {

ImportedRaster Raster(int64_t width, int64_t height) {
  auto data = std::make_shared<RasterData>();
  data->quanta = Plane<int32_t>(Rect{0, 0, width, height});
  data->quanta.Fill(7);
  ImportedRaster raster;
  raster.sha256 = RasterDigest(*data);
  raster.cell_m = 12.5;
  raster.data = std::move(data);
  return raster;
}

TEST(ErodeRecipe, TheDefaultStagesMakeAValidRecipeForAnySize) {
  const v1::Recipe process = ParseRecipe(kErodeStages).value();
  for (const int64_t size : {1, 255, 643, 1197}) {
    const auto recipe = ErodeRecipe(Raster(size, size + 3), process);
    ASSERT_TRUE(recipe.ok()) << recipe.status();
    const auto canonical = Canonicalize(*recipe);
    ASSERT_TRUE(canonical.ok()) << canonical.status();
    EXPECT_EQ(canonical->recipe.cell_size_m(), 12.5);
  }
}

TEST(ErodeRecipe, TheRasterTakesThePlaceOfTheLandAndSharesStay) {
  const v1::Recipe process = ParseRecipe(R"(
    seed_text: "mine"
    domain { width: 64 height: 64 border: BORDER_WALL }
    stages { gradient_noise {} }
    stages { hardness {} }
    stages { layer_slope { layer: LAYER_HARDNESS combine: COMBINE_MAX } }
    stages { creep { passes: 3 } }
    stages { island_falloff {} }
    stages { multiscale { coarsest_level: 4 stages { thermal_erosion {} } } }
  )")
                                 .value();
  const v1::Recipe recipe = ErodeRecipe(Raster(100, 33), process).value();
  ASSERT_EQ(recipe.stages_size(), 5);
  EXPECT_EQ(recipe.stages(0).raster().sha256(), Raster(100, 33).sha256);
  EXPECT_TRUE(recipe.stages(1).has_hardness());
  EXPECT_TRUE(recipe.stages(2).has_layer_slope());
  EXPECT_EQ(recipe.stages(3).creep().passes(), 3u);
  EXPECT_TRUE(recipe.stages(4).has_multiscale());
  EXPECT_EQ(recipe.seed_text(), "mine");
  EXPECT_EQ(recipe.domain().width(), 112);
  EXPECT_EQ(recipe.domain().height(), 48);
  EXPECT_EQ(recipe.domain().border(), v1::BORDER_OPEN);
}

TEST(ErodeRecipe, ARecipeThatErodesNothingIsRefused) {
  const v1::Recipe process =
      ParseRecipe("stages { plane {} } stages { hardness {} }").value();
  EXPECT_EQ(ErodeRecipe(Raster(8, 8), process).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace talus

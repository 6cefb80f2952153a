#include <gtest/gtest.h>

#include "sim/recipe/recipe_text.h"
#include "tests/law/answer.h"
#include "tests/law/law_case.h"

// Cells without data of an imported raster: they lie outside the world.
namespace talus::law {
namespace {

class NodataLaw : public ::testing::TestWithParam<LawCase> {};

// Every case's stage after a raster with holes and a ragged edge.
absl::StatusOr<std::shared_ptr<const Program>> OverRaster(const LawCase& c,
                                                          bool finite) {
  const Border border = finite ? Border::kOpen : Border::kNone;
  TALUS_ASSIGN_OR_RETURN(const CanonicalRecipe made, CaseRecipe(c, border));
  v1::Recipe recipe = made.recipe;
  v1::Raster& raster = *recipe.mutable_stages(0)->mutable_raster();
  raster.set_sha256(std::string(64, '0'));
  raster.set_x(-70);
  raster.set_y(-40);
  TALUS_ASSIGN_OR_RETURN(const CanonicalRecipe canonical, Canonicalize(recipe));
  return Program::Compile(canonical.recipe, canonical.digest, LawRasters());
}

TEST_P(NodataLaw, HolesStayWhereTheyAre) {
  const RasterData& raster = *LawRasters().begin()->second;
  for (const bool finite : {false, true}) {
    if (!finite && BordersOf(GetParam()).front() != Border::kNone) continue;
    const auto program = OverRaster(GetParam(), finite);
    ASSERT_TRUE(program.ok()) << program.status();
    RegionRequest request;
    request.region = {-90, -50, 180, 140};
    request.layers = (*program)->layers();
    const Engine engine({});
    KeepingSink sink(request);
    const auto summary = engine.Run(**program, request, sink, {}, nullptr);
    ASSERT_TRUE(summary.ok()) << summary.status();
    EXPECT_EQ(summary->ledger.GroundError(), 0);
    EXPECT_EQ(summary->ledger.WaterError(), 0);
    int64_t inside = 0, outside = 0;
    request.layers.ForEach([&](Layer l) {
      const int32_t nodata =
          IsFixed(l) ? kNodataQuanta : std::bit_cast<int32_t>(kNodataValue);
      const Rect& r = request.region;
      for (int64_t y = r.y0; y < r.y1; ++y) {
        for (int64_t x = r.x0; x < r.x1; ++x) {
          const bool has_data =
              raster.quanta.rect().Contains(x + 70, y + 40) &&
              *raster.quanta.At(x + 70, y + 40) != RasterData::kNodata &&
              (*program)->Clip(0, {x, y, x + 1, y + 1}).area() == 1;
          (has_data ? inside : outside) += 1;
          ASSERT_EQ(*sink.state().Get(l)->At(x, y) == nodata, !has_data)
              << LayerName(l) << " at (" << x << ", " << y << ")";
        }
      }
    });
    EXPECT_GT(inside, 20000);
    EXPECT_GT(outside, 5000);
  }
}

INSTANTIATE_TEST_SUITE_P(Every, NodataLaw, ::testing::ValuesIn(StageCases()),
                         TestName);

}  // namespace
}  // namespace talus::law

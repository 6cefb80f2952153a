#include "server/request_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace talus {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

v1::Recipe PlaneRecipe() {
  v1::Recipe recipe;
  recipe.add_stages()->mutable_plane()->set_base_m(100);
  recipe.add_stages()->mutable_creep();
  return recipe;
}

v1::StreamRegionRequest GoodRegion() {
  v1::StreamRegionRequest request;
  *request.mutable_spec()->mutable_recipe() = PlaneRecipe();
  request.mutable_spec()->mutable_region()->set_width(300);
  request.mutable_spec()->mutable_region()->set_height(200);
  return request;
}

v1::GetTileRequest GoodTile() {
  v1::GetTileRequest request;
  *request.mutable_recipe() = PlaneRecipe();
  return request;
}

TEST(CheckRegion, FillsInWhatIsLeftOpen) {
  Violations violations;
  const auto question = CheckRegion(GoodRegion(), {}, &violations);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->request.tile_size, 256);
  EXPECT_EQ(question->request.layers, LayerSet{Layer::kHeight});
  EXPECT_EQ(question->request.region, (Rect{0, 0, 300, 200}));
  EXPECT_EQ(question->format, v1::SAMPLE_FORMAT_F32);
  EXPECT_EQ(question->recipe.recipe.stages_size(), 2);
  EXPECT_FALSE(question->request.near.has_value());
}

TEST(CheckRegion, CutsTheRecipeAtUntilStage) {
  v1::StreamRegionRequest request = GoodRegion();
  request.mutable_spec()->set_until_stage(1);
  Violations violations;
  const auto question = CheckRegion(request, {}, &violations);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->recipe.recipe.stages_size(), 1);
}

struct RegionCase {
  std::string description;
  std::function<void(v1::StreamRegionRequest*)> spoil;
  absl::StatusCode code;
  std::string message;
};

TEST(CheckRegion, RefusesBadRequestsWithTheirCodeAndField) {
  using enum absl::StatusCode;
  const std::vector<RegionCase> cases = {
      {"no recipe", [](auto* r) { r->mutable_spec()->clear_recipe(); },
       kInvalidArgument, "spec.recipe is missing"},
      {"no spec", [](auto* r) { r->clear_spec(); }, kInvalidArgument,
       "spec.recipe is missing"},
      {"no stages",
       [](auto* r) { r->mutable_spec()->mutable_recipe()->clear_stages(); },
       kInvalidArgument, "spec.recipe.stages"},
      {"parameter out of range",
       [](auto* r) {
         r->mutable_spec()
             ->mutable_recipe()
             ->mutable_stages(0)
             ->mutable_plane()
             ->set_base_m(1e9);
       },
       kInvalidArgument, "spec.recipe.stages[0].plane.base_m"},
      {"no region", [](auto* r) { r->mutable_spec()->clear_region(); },
       kInvalidArgument, "spec.region.width"},
      {"negative height",
       [](auto* r) { r->mutable_spec()->mutable_region()->set_height(-1); },
       kInvalidArgument, "spec.region.height = -1"},
      {"odd tile size", [](auto* r) { r->set_tile_size(100); },
       kInvalidArgument, "tile_size = 100"},
      {"large tile size", [](auto* r) { r->set_tile_size(2048); },
       kInvalidArgument, "tile_size = 2048"},
      {"small tile size", [](auto* r) { r->set_tile_size(32); },
       kInvalidArgument, "tile_size = 32"},
      {"unknown layer",
       [](auto* r) {
         r->mutable_spec()->add_layers(static_cast<v1::Layer>(99));
       },
       kInvalidArgument, "spec.layers[0] = 99"},
      {"unknown format",
       [](auto* r) { r->set_format(static_cast<v1::SampleFormat>(9)); },
       kInvalidArgument, "format = 9"},
      {"level too coarse", [](auto* r) { r->mutable_spec()->set_level(13); },
       kOutOfRange, "spec.level = 13"},
      {"column outside the world",
       [](auto* r) {
         r->mutable_spec()->mutable_region()->set_x(int64_t{1} << 40);
       },
       kOutOfRange, "leaves the world"},
      {"column outside the world of its level",
       [](auto* r) {
         r->mutable_spec()->set_level(3);
         r->mutable_spec()->mutable_region()->set_x(int64_t{1} << 38);
       },
       kOutOfRange, "at level 3"},
      {"extreme column",
       [](auto* r) { r->mutable_spec()->mutable_region()->set_x(INT64_MIN); },
       kOutOfRange, "leaves the world"},
      {"near a cell outside the world",
       [](auto* r) { r->mutable_near()->set_y(INT64_MIN); }, kOutOfRange,
       "near = (0, -9223372036854775808) leaves the world"},
      {"near a cell outside the world of its level",
       [](auto* r) {
         r->mutable_spec()->set_level(3);
         r->mutable_near()->set_x(int64_t{1} << 37);
       },
       kOutOfRange, "at level 3"},
      {"until_stage past the end",
       [](auto* r) { r->mutable_spec()->set_until_stage(3); }, kOutOfRange,
       "spec.until_stage = 3"},
      {"until_stage past any end",
       [](auto* r) { r->mutable_spec()->set_until_stage(UINT32_MAX); },
       kOutOfRange, "spec.until_stage = 4294967295 is outside [1, "},
      {"until_stage zero",
       [](auto* r) { r->mutable_spec()->set_until_stage(0); }, kOutOfRange,
       "spec.until_stage = 0"},
      {"too many cells",
       [](auto* r) {
         r->mutable_spec()->mutable_region()->set_width(int64_t{1} << 36);
         r->mutable_spec()->mutable_region()->set_height(int64_t{1} << 36);
       },
       kResourceExhausted, "68719476736 x 68719476736 cells"},
  };
  for (const RegionCase& c : cases) {
    v1::StreamRegionRequest request = GoodRegion();
    c.spoil(&request);
    Violations violations;
    const absl::Status status = CheckRegion(request, {}, &violations).status();
    EXPECT_EQ(status.code(), c.code) << c.description << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message))
        << c.description;
    EXPECT_EQ(violations.empty(), c.code != kInvalidArgument) << c.description;
  }
}

TEST(CheckRegion, TellsEverythingThatIsWrongAtOnce) {
  v1::StreamRegionRequest request;
  request.set_tile_size(7);
  request.set_format(static_cast<v1::SampleFormat>(9));
  request.mutable_spec()->add_layers(v1::LAYER_UNSPECIFIED);
  Violations violations;
  EXPECT_FALSE(CheckRegion(request, {}, &violations).ok());
  std::vector<std::string> fields;
  for (const FieldViolation& v : violations.list()) fields.push_back(v.path);
  EXPECT_THAT(fields, ElementsAre("tile_size", "format", "spec.recipe",
                                  "spec.layers[0]", "spec.region.width"));
}

TEST(CheckTile, FillsInWhatIsLeftOpen) {
  Violations violations;
  const auto question = CheckTile(GoodTile(), &violations);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->key.tile_size, 256);
  EXPECT_EQ(question->key.layer, Layer::kHeight);
  EXPECT_EQ(question->key.recipe_digest, question->recipe.digest);
}

TEST(CheckTile, RefusesBadRequestsWithTheirCodeAndField) {
  using enum absl::StatusCode;
  struct Case {
    std::string description;
    std::function<void(v1::GetTileRequest*)> spoil;
    absl::StatusCode code;
    std::string message;
  };
  const std::vector<Case> cases = {
      {"no recipe", [](auto* r) { r->clear_recipe(); }, kInvalidArgument,
       "recipe is missing"},
      {"a tile over a message", [](auto* r) { r->set_tile_size(512); },
       kInvalidArgument,
       "tile_size = 512 is no edge of a tile; give 64, 128, 256, or 0 for 256"},
      {"unknown layer",
       [](auto* r) { r->set_layer(static_cast<v1::Layer>(42)); },
       kInvalidArgument, "layer = 42"},
      {"level too coarse", [](auto* r) { r->set_level(UINT32_MAX); },
       kOutOfRange, "level = 4294967295"},
      {"west of the world",
       [](auto* r) { r->set_tile_x(-(int64_t{1} << 32) - 1); }, kOutOfRange,
       "leaves the world"},
      {"outside the world", [](auto* r) { r->set_tile_x(int64_t{1} << 32); },
       kOutOfRange, "leaves the world"},
      {"extreme tile", [](auto* r) { r->set_tile_y(INT64_MIN); }, kOutOfRange,
       "leaves the world"},
      {"outside the world of its level",
       [](auto* r) {
         r->set_level(2);
         r->set_tile_x(int64_t{1} << 31);
       },
       kOutOfRange, "at level 2"},
      {"until_stage past the end", [](auto* r) { r->set_until_stage(3); },
       kOutOfRange, "until_stage"},
  };
  for (const Case& c : cases) {
    v1::GetTileRequest request = GoodTile();
    c.spoil(&request);
    Violations violations;
    const absl::Status status = CheckTile(request, &violations).status();
    EXPECT_EQ(status.code(), c.code) << c.description << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message))
        << c.description;
  }
}

TEST(CheckRegion, TakesTheFirstAndTheLastCellOfTheWorld) {
  for (const int level : {0, 5}) {
    const int64_t edge = int64_t{1} << (40 - level);
    for (const int64_t x : {-edge, edge - 1}) {
      v1::StreamRegionRequest request = GoodRegion();
      request.mutable_spec()->set_level(static_cast<uint32_t>(level));
      v1::CellRect& rect = *request.mutable_spec()->mutable_region();
      rect.set_x(x);
      rect.set_y(x);
      rect.set_width(1);
      rect.set_height(1);
      Violations violations;
      EXPECT_TRUE(CheckRegion(request, {}, &violations).ok()) << x;
      rect.set_x(x < 0 ? x - 1 : x + 1);
      EXPECT_EQ(CheckRegion(request, {}, &violations).status().code(),
                absl::StatusCode::kOutOfRange)
          << x;
    }
  }
}

TEST(CheckTile, TakesTheFirstTileOfTheWorld) {
  v1::GetTileRequest request = GoodTile();
  request.set_tile_x(-(int64_t{1} << 32));
  Violations violations;
  const auto question = CheckTile(request, &violations);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->key.Cells().x0, -(int64_t{1} << 40));
}

TEST(CheckMade, NamesTheLayersThatNoStageMakes) {
  v1::RegionSpec spec;
  spec.add_layers(v1::LAYER_HEIGHT);
  spec.add_layers(v1::LAYER_WATER);
  Violations violations;
  EXPECT_TRUE(CheckMade(spec.layers(), {Layer::kHeight, Layer::kWater},
                        "spec.layers", &violations)
                  .ok());
  const absl::Status status =
      CheckMade(spec.layers(), {Layer::kHeight}, "spec.layers", &violations);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  ASSERT_EQ(violations.list().size(), 1u);
  EXPECT_EQ(violations.list()[0].path, "spec.layers[1]");
  EXPECT_EQ(violations.list()[0].reason,
            "= 2 (water) is made by no stage of this recipe; ask for some of 1 "
            "(height)");
}

TEST(CheckCost, HoldsPlansToTheLimits) {
  RequestLimits limits;
  limits.cell_passes = 100;
  limits.memory_bytes = 1000;
  RegionPlan plan;
  plan.cell_passes = 100;
  plan.memory_bytes = 1000;
  EXPECT_TRUE(CheckCost(plan, limits).ok());
  plan.cell_passes = 101;
  EXPECT_THAT(std::string(CheckCost(plan, limits).message()),
              HasSubstr("101 cell updates; at most 100"));
  plan.cell_passes = 100;
  plan.memory_bytes = 1001;
  EXPECT_THAT(std::string(CheckCost(plan, limits).message()),
              HasSubstr("1001 bytes of memory"));
}

}  // namespace
}  // namespace talus

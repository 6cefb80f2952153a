#include "server/request_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/server/fake_region_maker.h"

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
  FakeRegionMaker maker;
  Violations violations;
  const auto question = CheckRegion(GoodRegion(), {}, &maker, &violations);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->request.tile_size, 256);
  EXPECT_EQ(question->request.layers, LayerSet{Layer::kHeight});
  EXPECT_EQ(question->request.region, (Rect{0, 0, 300, 200}));
  EXPECT_EQ(question->format, v1::SAMPLE_FORMAT_F32);
  EXPECT_EQ(question->landscape->recipe.recipe.stages_size(), 2);
  EXPECT_FALSE(question->request.near.has_value());
}

TEST(CheckRegion, CutsTheRecipeAtUntilStage) {
  FakeRegionMaker maker;
  v1::StreamRegionRequest request = GoodRegion();
  request.mutable_spec()->set_until_stage(1);
  Violations violations;
  const auto question = CheckRegion(request, {}, &maker, &violations);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->landscape->recipe.recipe.stages_size(), 1);
}

struct RegionCase {
  std::string description;
  std::function<void(v1::StreamRegionRequest*)> spoil;
  absl::StatusCode code;
  std::string message;
};

TEST(CheckRegion, RefusesBadRequestsWithTheirCodeAndField) {
  FakeRegionMaker maker;
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
    const absl::Status status =
        CheckRegion(request, {}, &maker, &violations).status();
    EXPECT_EQ(status.code(), c.code) << c.description << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message))
        << c.description;
    EXPECT_EQ(violations.empty(), c.code != kInvalidArgument) << c.description;
  }
}

TEST(CheckRegion, TellsEverythingThatIsWrongAtOnce) {
  FakeRegionMaker maker;
  v1::StreamRegionRequest request;
  request.set_tile_size(7);
  request.set_format(static_cast<v1::SampleFormat>(9));
  request.mutable_spec()->add_layers(v1::LAYER_UNSPECIFIED);
  Violations violations;
  EXPECT_FALSE(CheckRegion(request, {}, &maker, &violations).ok());
  std::vector<std::string> fields;
  for (const FieldViolation& v : violations.list()) fields.push_back(v.path);
  EXPECT_THAT(fields, ElementsAre("tile_size", "format", "spec.recipe",
                                  "spec.layers[0]", "spec.region.width"));
}

TEST(CheckTile, FillsInWhatIsLeftOpen) {
  FakeRegionMaker maker;
  Violations violations;
  const auto question = CheckTile(GoodTile(), &maker, &violations);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->key.tile_size, 256);
  EXPECT_EQ(question->key.layer, Layer::kHeight);
  EXPECT_EQ(question->key.recipe_digest, question->landscape->recipe.digest);
}

TEST(CheckTile, RefusesBadRequestsWithTheirCodeAndField) {
  FakeRegionMaker maker;
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
    const absl::Status status =
        CheckTile(request, &maker, &violations).status();
    EXPECT_EQ(status.code(), c.code) << c.description << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message))
        << c.description;
  }
}

TEST(CheckRegion, TakesTheFirstAndTheLastCellOfTheWorld) {
  FakeRegionMaker maker;
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
      EXPECT_TRUE(CheckRegion(request, {}, &maker, &violations).ok()) << x;
      rect.set_x(x < 0 ? x - 1 : x + 1);
      EXPECT_EQ(CheckRegion(request, {}, &maker, &violations).status().code(),
                absl::StatusCode::kOutOfRange)
          << x;
    }
  }
}

TEST(CheckTile, TakesTheFirstTileOfTheWorld) {
  FakeRegionMaker maker;
  v1::GetTileRequest request = GoodTile();
  request.set_tile_x(-(int64_t{1} << 32));
  Violations violations;
  const auto question = CheckTile(request, &maker, &violations);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->key.Cells().x0, -(int64_t{1} << 40));
}

TEST(CheckRegion, NamesEveryLayerThatThereIsNot) {
  FakeRegionMaker maker;
  v1::StreamRegionRequest request = GoodRegion();
  request.mutable_spec()->add_layers(static_cast<v1::Layer>(98));
  request.mutable_spec()->add_layers(v1::LAYER_HEIGHT);
  request.mutable_spec()->add_layers(static_cast<v1::Layer>(99));
  Violations violations;
  EXPECT_FALSE(CheckRegion(request, {}, &maker, &violations).ok());
  ASSERT_EQ(violations.list().size(), 2u);
  EXPECT_EQ(violations.list()[0].path, "spec.layers[0]");
  EXPECT_EQ(violations.list()[1].path, "spec.layers[2]");
}

TEST(CheckRegion, TellsAllThatLeavesTheWorldInOneError) {
  FakeRegionMaker maker;
  v1::StreamRegionRequest request = GoodRegion();
  request.mutable_spec()->set_level(13);
  request.mutable_spec()->set_until_stage(3);
  request.mutable_spec()->mutable_region()->set_x(INT64_MAX);
  request.mutable_near()->set_x(INT64_MAX);
  Violations violations;
  const absl::Status status =
      CheckRegion(request, {}, &maker, &violations).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  for (const char* part :
       {"spec.until_stage = 3", "spec.level = 13", "spec.region = 9223",
        "near = (9223372036854775807, 0)"}) {
    EXPECT_THAT(std::string(status.message()), HasSubstr(part));
  }
  request.set_tile_size(7);
  EXPECT_EQ(CheckRegion(request, {}, &maker, &violations).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(violations.list().size(), 5u);
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

// What the service sends is what the embedded engine makes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "server/engine_region_maker.h"
#include "sim/plan/engine.h"
#include "tests/server/eroded_region.h"
#include "tests/server/service_harness.h"
#include "wire/region_messages.h"
#include "wire/tile_bytes.h"

namespace talus {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Place = std::tuple<int, int64_t, int64_t>;  // layer, first column and row

// The bytes of all tiles, by place.
class TilesByPlace final : public TileSink {
 public:
  explicit TilesByPlace(v1::SampleFormat format) : format_(format) {}
  absl::Status OnTile(const TileView& tile) override {
    tiles[{ToMessage(tile.layer), tile.rect.x0, tile.rect.y0}] =
        EncodeTile(tile, format_);
    return absl::OkStatus();
  }
  std::map<Place, std::string> tiles;

 private:
  const v1::SampleFormat format_;
};

std::map<Place, std::string> ByPlace(const StreamResult& result) {
  std::map<Place, std::string> tiles;
  for (const StreamResult::Tile& tile : result.tiles) {
    tiles[{tile.header.layer(), tile.header.rect().x(),
           tile.header.rect().y()}] = tile.data;
  }
  return tiles;
}

struct Embedded {
  std::map<Place, std::string> tiles;
  RegionSummary summary;
};

// The region as an engine of this process makes it, with other blocks and
// threads than the server's.
Embedded MakeHere(const v1::StreamRegionRequest& request) {
  Violations violations;
  EngineOptions options;
  options.tiling.threads = 1;
  options.tiling.block_width = options.tiling.block_height = 96;
  EngineRegionMaker maker(options);
  const auto question =
      CheckRegion(request, RequestLimits(), &maker, &violations);
  EXPECT_TRUE(question.ok()) << question.status();
  TilesByPlace sink(request.format());
  const auto summary = maker.Run(*question->landscape, question->request, sink,
                                 {}, [](int64_t, int64_t) {});
  EXPECT_TRUE(summary.ok()) << summary.status();
  return {sink.tiles, *summary};
}

TEST(EngineService, NamesTheLayerThatNoStageMakes) {
  ServiceHarness harness(ServersMaker());
  v1::StreamRegionRequest request = ErodedRegion(1);
  request.mutable_spec()->add_layers(v1::LAYER_SEDIMENT);
  grpc::ClientContext stream_context;
  const StreamResult stream =
      ReadStream(&harness.stub(), request, &stream_context);
  EXPECT_EQ(stream.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(stream.status.error_message(),
              HasSubstr("spec.layers[2] = 3 (sediment) is made by no stage"));
  v1::PlanRegionRequest plan;
  *plan.mutable_spec() = request.spec();
  grpc::ClientContext context;
  v1::PlanRegionResponse answer;
  ASSERT_TRUE(harness.stub().PlanRegion(&context, plan, &answer).ok());
  ASSERT_EQ(answer.violations_size(), 1);
  EXPECT_EQ(answer.violations(0).field(), "spec.layers[2]");
  EXPECT_THAT(answer.violations(0).description(),
              HasSubstr("spec.layers[2] = 3 (sediment) is made by no stage"));
}

TEST(EngineService, NamesTheLayerThatNoStageMakesForATile) {
  ServiceHarness harness(ServersMaker());
  v1::GetTileRequest request;
  *request.mutable_recipe() = ErodedRecipe(1);
  request.set_layer(v1::LAYER_SEDIMENT);
  grpc::ClientContext context;
  v1::GetTileResponse answer;
  const grpc::Status status =
      harness.stub().GetTile(&context, request, &answer);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(),
              HasSubstr("layer = 3 (sediment) is made by no stage of this "
                        "recipe; ask for some of 1 (height)"));
}

std::vector<std::string> WrongFields(ServiceHarness* harness,
                                     const v1::PlanRegionRequest& request) {
  grpc::ClientContext context;
  v1::PlanRegionResponse answer;
  const grpc::Status status =
      harness->stub().PlanRegion(&context, request, &answer);
  EXPECT_TRUE(status.ok()) << status.error_message();
  std::vector<std::string> fields;
  for (const v1::FieldViolation& violation : answer.violations()) {
    fields.push_back(violation.field());
  }
  return fields;
}

TEST(EngineService, PlansTellWhatTheRecipeDoesNotSuitWithTheRest) {
  ServiceHarness harness(ServersMaker());
  v1::PlanRegionRequest request;
  request.set_tile_size(7);
  *request.mutable_spec() = ErodedRegion(1).spec();
  request.mutable_spec()->add_layers(v1::LAYER_SEDIMENT);
  request.mutable_spec()->set_until_stage(9);
  request.mutable_spec()->set_level(3);
  EXPECT_THAT(WrongFields(&harness, request),
              ElementsAre("tile_size", "spec.until_stage", "spec.level",
                          "spec.layers[2]"));
  request.mutable_spec()->clear_until_stage();
  request.mutable_spec()
      ->mutable_recipe()
      ->add_stages()
      ->mutable_island_falloff();
  EXPECT_THAT(WrongFields(&harness, request),
              ElementsAre("tile_size", "spec.recipe.stages[2].island_falloff"));
}

TEST(EngineService, TakesTheFirstCellOfTheWorld) {
  ServiceHarness harness(ServersMaker());
  v1::StreamRegionRequest request = ErodedRegion(1);
  request.mutable_spec()->mutable_region()->set_x(-(int64_t{1} << 40));
  request.mutable_spec()->mutable_region()->set_y(-(int64_t{1} << 40));
  grpc::ClientContext context;
  const StreamResult result = ReadStream(&harness.stub(), request, &context);
  ASSERT_TRUE(result.status.ok()) << result.status.error_message();
  EXPECT_TRUE(ByPlace(result) == MakeHere(request).tiles);
}

TEST(EngineService, StreamsTheBytesAndDigestsOfTheEmbeddedEngine) {
  ServiceHarness harness(ServersMaker());
  for (const auto format : {v1::SAMPLE_FORMAT_NATIVE, v1::SAMPLE_FORMAT_F32}) {
    v1::StreamRegionRequest request = ErodedRegion(1);
    request.set_format(format);
    const Embedded here = MakeHere(request);
    grpc::ClientContext context;
    const StreamResult there = ReadStream(&harness.stub(), request, &context);
    ASSERT_TRUE(there.status.ok()) << there.status.error_message();
    EXPECT_EQ(here.tiles.size(), 2u * 6);
    EXPECT_TRUE(ByPlace(there) == here.tiles);
    ASSERT_EQ(there.summary.layers_size(), 2);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(there.summary.layers(i).root(),
                here.summary.layers[static_cast<size_t>(i)].root_digest);
      EXPECT_LT(there.summary.layers(i).min(), there.summary.layers(i).max());
    }
    EXPECT_EQ(there.summary.ledger().ground_after(),
              here.summary.ledger.ground_after);
    EXPECT_GT(there.summary.cell_passes(), 0u);
    EXPECT_LE(there.summary.cell_passes(), there.accepted.plan().cell_passes());
    EXPECT_GT(there.accepted.plan().cell_passes(),
              there.accepted.plan().core_cell_passes());
  }
}

TEST(EngineService, GivesTheTileThatARegionHasThere) {
  ServiceHarness harness(ServersMaker());
  v1::StreamRegionRequest region = ErodedRegion(2);
  region.mutable_spec()->mutable_region()->set_x(-256);
  region.mutable_spec()->mutable_region()->set_y(0);
  region.mutable_spec()->mutable_region()->set_width(512);
  region.mutable_spec()->mutable_region()->set_height(256);
  region.set_tile_size(256);
  grpc::ClientContext region_context;
  const auto tiles =
      ByPlace(ReadStream(&harness.stub(), region, &region_context));
  v1::GetTileRequest request;
  *request.mutable_recipe() = region.spec().recipe();
  request.set_format(v1::SAMPLE_FORMAT_NATIVE);
  for (const int64_t x : {-1, 0}) {
    for (const v1::Layer layer : {v1::LAYER_HEIGHT, v1::LAYER_FLOW}) {
      request.set_tile_x(x);
      request.set_layer(layer);
      grpc::ClientContext context;
      v1::GetTileResponse answer;
      const grpc::Status status =
          harness.stub().GetTile(&context, request, &answer);
      ASSERT_TRUE(status.ok()) << status.error_message();
      EXPECT_TRUE(answer.tile().data() ==
                  tiles.at({layer, x * 256, int64_t{0}}))
          << x;
    }
  }
}

TEST(EngineService, StreamsTheStateAfterAStage) {
  ServiceHarness harness(ServersMaker());
  v1::StreamRegionRequest request = ErodedRegion(3);
  request.mutable_spec()->clear_layers();
  request.mutable_spec()->set_until_stage(1);
  grpc::ClientContext context;
  const StreamResult there = ReadStream(&harness.stub(), request, &context);
  ASSERT_TRUE(there.status.ok()) << there.status.error_message();
  EXPECT_TRUE(ByPlace(there) == MakeHere(request).tiles);
}

TEST(EngineService, SaysWhatTheRecipeLacks) {
  ServiceHarness harness(ServersMaker());
  struct Case {
    std::string description;
    std::function<void(v1::StreamRegionRequest*)> spoil;
    grpc::StatusCode code;
    std::string message;
  };
  const std::vector<Case> cases = {
      {"a layer that no stage makes",
       [](auto* r) { r->mutable_spec()->add_layers(v1::LAYER_SEDIMENT); },
       grpc::StatusCode::INVALID_ARGUMENT, "sediment"},
      {"a level above the coarsest",
       [](auto* r) { r->mutable_spec()->set_level(3); },
       grpc::StatusCode::OUT_OF_RANGE, "level = 3"},
      {"a raster that is not here",
       [](auto* r) {
         auto* raster = r->mutable_spec()
                            ->mutable_recipe()
                            ->mutable_stages(0)
                            ->mutable_raster();
         raster->set_sha256(std::string(64, 'a'));
       },
       grpc::StatusCode::FAILED_PRECONDITION, "raster"},
  };
  for (const Case& c : cases) {
    v1::StreamRegionRequest request = ErodedRegion(4);
    c.spoil(&request);
    grpc::ClientContext context;
    const grpc::Status status =
        ReadStream(&harness.stub(), request, &context).status;
    EXPECT_EQ(status.error_code(), c.code)
        << c.description << ": " << status.error_message();
    EXPECT_THAT(status.error_message(), HasSubstr(c.message)) << c.description;
  }
}

TEST(EngineService, Serves64StreamsAtOnceExactly) {
  ServiceHarness harness(ServersMaker());
  constexpr int kSeeds = 4;
  std::map<Place, std::string> here[kSeeds];
  const auto request_of = [](int seed) {
    v1::StreamRegionRequest request = ErodedRegion(static_cast<uint64_t>(seed));
    request.mutable_spec()->mutable_region()->set_width(128);
    request.mutable_spec()->mutable_region()->set_height(128);
    return request;
  };
  for (int seed = 0; seed < kSeeds; ++seed) {
    here[seed] = MakeHere(request_of(seed)).tiles;
  }
  std::vector<std::thread> readers;
  std::atomic<int> good = 0;
  for (int i = 0; i < 64; ++i) {
    readers.emplace_back([&, i] {
      grpc::ClientContext context;
      const StreamResult there =
          ReadStream(&harness.stub(), request_of(i % kSeeds), &context);
      EXPECT_TRUE(there.status.ok()) << there.status.error_message();
      if (ByPlace(there) == here[i % kSeeds] && there.has_summary) ++good;
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(good, 64);
}

}  // namespace
}  // namespace talus

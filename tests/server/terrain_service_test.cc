#include "server/terrain_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <string>
#include <vector>

#include "server/call_by_name.h"
#include "tests/server/service_harness.h"
#include "wire/tile_bytes.h"

namespace talus {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(GetCapabilities, TellsLimitsStagesAndVersions) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  grpc::ClientContext context;
  v1::GetCapabilitiesResponse answer;
  ASSERT_TRUE(harness.stub().GetCapabilities(&context, {}, &answer).ok());
  EXPECT_EQ(answer.server_version(), "0.1.0");
  EXPECT_EQ(answer.engine_version(), kEngineVersion);
  EXPECT_EQ(answer.threads(), 2u);
  EXPECT_FALSE(answer.isa().empty());
  EXPECT_EQ(answer.limits().message_bytes(), 1u << 20);
  EXPECT_EQ(answer.limits().region_cells(), uint64_t{1} << 32);
  EXPECT_EQ(answer.limits().concurrent_requests(), 72u);
  EXPECT_THAT(answer.stages(), Contains("water_erosion"));
  EXPECT_THAT(answer.layers(),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
  ASSERT_GT(answer.presets_size(), 0);
  EXPECT_GT(answer.presets(0).recipe().stages_size(), 0);
}

TEST(StreamRegion, BringsEveryCellOfEveryTileOnce) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  v1::StreamRegionRequest request = SomeRegion(300, 200);
  request.set_tile_size(128);
  request.mutable_spec()->mutable_region()->set_x(-150);
  request.mutable_spec()->mutable_region()->set_y(-70);
  grpc::ClientContext context;
  const StreamResult result = ReadStream(&harness.stub(), request, &context);
  ASSERT_TRUE(result.status.ok()) << result.status.error_message();
  EXPECT_EQ(result.accepted.tiles(), 12u);
  EXPECT_EQ(result.accepted.plan().cell_passes(), 600'000u);
  EXPECT_EQ(result.accepted.plan().recipe_digest().size(), 64u);
  EXPECT_EQ(result.accepted.plan().engine_version(), kEngineVersion);
  EXPECT_TRUE(result.has_summary);
  EXPECT_EQ(result.summary.tiles(), 12u);
  EXPECT_GE(result.progress_events, 1);
  int64_t cells = 0;
  for (const StreamResult::Tile& tile : result.tiles) {
    const v1::CellRect& rect = tile.header.rect();
    const auto words =
        DecodeNativeTile(tile.data, rect.width() * rect.height());
    ASSERT_TRUE(words.ok()) << words.status();
    size_t i = 0;
    for (int64_t y = rect.y(); y < rect.y() + rect.height(); ++y) {
      for (int64_t x = rect.x(); x < rect.x() + rect.width(); ++x, ++i) {
        ASSERT_EQ((*words)[i], FakeRegionMaker::ValueAt(x, y));
      }
    }
    cells += static_cast<int64_t>(i);
  }
  EXPECT_EQ(cells, 300 * 200);
}

TEST(StreamRegion, CutsTilesIntoMessagesOfAtMostOneMebibyte) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  for (const uint32_t edge : {512, 1024}) {
    v1::StreamRegionRequest request = SomeRegion(edge, edge);
    request.set_tile_size(edge);
    request.mutable_spec()->add_layers(v1::LAYER_HEIGHT);
    request.mutable_spec()->add_layers(v1::LAYER_WATER);
    grpc::ClientContext context;
    const StreamResult result = ReadStream(&harness.stub(), request, &context);
    ASSERT_TRUE(result.status.ok()) << result.status.error_message();
    ASSERT_EQ(result.tiles.size(), 2u);
    EXPECT_EQ(result.tiles[0].data.size(), 4u * edge * edge);
    EXPECT_EQ(result.tiles[1].header.layer(), v1::LAYER_WATER);
    EXPECT_GT(result.largest_message, (1u << 20) - 4097);
    EXPECT_LE(result.largest_message, 1u << 20);
  }
}

TEST(GetTile, BringsATileAndSparesWhoHasItAlready) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  v1::GetTileRequest request = SomeTile(-1, 2);
  request.set_tile_size(128);
  v1::GetTileResponse answer;
  {
    grpc::ClientContext context;
    const grpc::Status status =
        harness.stub().GetTile(&context, request, &answer);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  EXPECT_EQ(answer.tile().rect().x(), -128);
  EXPECT_EQ(answer.tile().rect().y(), 256);
  EXPECT_EQ(answer.tile().data().size(), 4u * 128 * 128);
  EXPECT_EQ(answer.engine_version(), kEngineVersion);
  request.set_if_none_match(answer.tile().digest());
  grpc::ClientContext context;
  ASSERT_TRUE(harness.stub().GetTile(&context, request, &answer).ok());
  EXPECT_TRUE(answer.tile().data().empty());
  EXPECT_EQ(answer.tile().digest(), request.if_none_match());
}

TEST(PlanRegion, TellsTheCostWithoutAnyWork) {
  auto maker = std::make_unique<FakeRegionMaker>();
  FakeRegionMaker* fake = maker.get();
  ServiceHarness harness(std::move(maker));
  v1::PlanRegionRequest request;
  *request.mutable_spec() = SomeRegion(512, 256).spec();
  v1::PlanRegionResponse answer;
  grpc::ClientContext context;
  ASSERT_TRUE(harness.stub().PlanRegion(&context, request, &answer).ok());
  EXPECT_EQ(answer.violations_size(), 0);
  EXPECT_EQ(answer.tiles(), 2u);
  EXPECT_EQ(answer.plan().cell_passes(), 512u * 256 * 10);
  EXPECT_EQ(answer.plan().stages(0).path(), "stages[0].plane");
  EXPECT_EQ(answer.canonical_recipe().cell_size_m(), 10);
  EXPECT_EQ(fake->runs, 0);
}

TEST(PlanRegion, ListsEveryViolationInItsAnswer) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  v1::PlanRegionRequest request;
  request.set_tile_size(5);
  request.mutable_spec()
      ->mutable_recipe()
      ->add_stages()
      ->mutable_plane()
      ->set_base_m(1e9);
  v1::PlanRegionResponse answer;
  grpc::ClientContext context;
  ASSERT_TRUE(harness.stub().PlanRegion(&context, request, &answer).ok());
  ASSERT_EQ(answer.violations_size(), 3);
  EXPECT_EQ(answer.violations(0).field(), "tile_size");
  EXPECT_EQ(answer.violations(1).field(), "spec.recipe.stages[0].plane.base_m");
  EXPECT_THAT(answer.violations(1).description(),
              HasSubstr("base_m = 1000000000 is outside [-16000, 16000]"));
  EXPECT_FALSE(answer.has_plan());
}

struct BadRequest {
  std::string description;
  std::function<grpc::Status(v1::TerrainService::Stub*)> call;
  grpc::StatusCode code;
  std::string message;
};

grpc::Status Stream(v1::TerrainService::Stub* stub,
                    const v1::StreamRegionRequest& request) {
  grpc::ClientContext context;
  return ReadStream(stub, request, &context).status;
}

grpc::Status Tile(v1::TerrainService::Stub* stub,
                  const v1::GetTileRequest& request) {
  grpc::ClientContext context;
  v1::GetTileResponse answer;
  return stub->GetTile(&context, request, &answer);
}

grpc::Status Plan(v1::TerrainService::Stub* stub, const v1::RegionSpec& spec) {
  grpc::ClientContext context;
  v1::PlanRegionRequest request;
  *request.mutable_spec() = spec;
  v1::PlanRegionResponse answer;
  return stub->PlanRegion(&context, request, &answer);
}

TEST(TerrainService, AnswersBadRequestsWithTheirCodeAndMessage) {
  ServerOptions options = ServiceHarness::TestOptions();
  options.limits.cell_passes = 10'000'000;
  options.limits.memory_bytes = 50'000'000;
  ServiceHarness harness(std::make_unique<FakeRegionMaker>(), options);
  const std::vector<BadRequest> cases = {
      {"an empty stream request", [](auto* stub) { return Stream(stub, {}); },
       grpc::StatusCode::INVALID_ARGUMENT, "spec.recipe is missing"},
      {"a stream of a bad tile size",
       [](auto* stub) {
         v1::StreamRegionRequest request = SomeRegion(10, 10);
         request.set_tile_size(3);
         return Stream(stub, request);
       },
       grpc::StatusCode::INVALID_ARGUMENT, "tile_size = 3"},
      {"a stream outside the world",
       [](auto* stub) {
         v1::StreamRegionRequest request = SomeRegion(10, 10);
         request.mutable_spec()->mutable_region()->set_x(INT64_MAX);
         return Stream(stub, request);
       },
       grpc::StatusCode::OUT_OF_RANGE, "leaves the world"},
      {"a stream of too many cells",
       [](auto* stub) {
         return Stream(stub, SomeRegion(int64_t{1} << 30, int64_t{1} << 30));
       },
       grpc::StatusCode::RESOURCE_EXHAUSTED, "at most 4294967296"},
      {"a stream of too much work",
       [](auto* stub) { return Stream(stub, SomeRegion(1001, 1000)); },
       grpc::StatusCode::RESOURCE_EXHAUSTED, "10010000 cell updates"},
      {"a stream of too much memory",
       [](auto* stub) { return Stream(stub, SomeRegion(1000, 501)); },
       grpc::StatusCode::RESOURCE_EXHAUSTED, "50100000 bytes of memory"},
      {"an empty tile request", [](auto* stub) { return Tile(stub, {}); },
       grpc::StatusCode::INVALID_ARGUMENT, "recipe is missing"},
      {"a tile outside the world",
       [](auto* stub) { return Tile(stub, SomeTile(INT64_MIN, 0)); },
       grpc::StatusCode::OUT_OF_RANGE, "leaves the world"},
      {"a plan of too many cells",
       [](auto* stub) {
         return Plan(stub,
                     SomeRegion(int64_t{1} << 30, int64_t{1} << 30).spec());
       },
       grpc::StatusCode::RESOURCE_EXHAUSTED, "at most 4294967296"},
      {"a plan of a level outside the world",
       [](auto* stub) {
         v1::RegionSpec spec = SomeRegion(10, 10).spec();
         spec.set_level(40);
         return Plan(stub, spec);
       },
       grpc::StatusCode::OUT_OF_RANGE, "level = 40"},
      {"a message over the limit",
       [](auto* stub) {
         v1::StreamRegionRequest request = SomeRegion(10, 10);
         request.mutable_spec()->mutable_recipe()->set_seed_text(
             std::string(2 << 20, 'x'));
         return Stream(stub, request);
       },
       grpc::StatusCode::RESOURCE_EXHAUSTED, "larger than max"},
  };
  for (const BadRequest& c : cases) {
    const grpc::Status status = c.call(&harness.stub());
    EXPECT_EQ(status.error_code(), c.code)
        << c.description << ": " << status.error_message();
    EXPECT_THAT(status.error_message(), HasSubstr(c.message)) << c.description;
  }
}

TEST(TerrainService, RefusesBytesThatAreNoMessage) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  for (const char* method : {"GetTile", "PlanRegion", "StreamRegion"}) {
    grpc::ClientContext context;
    const grpc::Slice slice(std::string("\xff\xff\xff"));
    grpc::ByteBuffer answer;
    const grpc::Status status =
        CallByName(&context, harness.address(),
                   std::string("/talus.v1.TerrainService/") + method,
                   grpc::ByteBuffer(&slice, 1), &answer);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT)
        << method;
    EXPECT_THAT(status.error_message(), HasSubstr(method));
  }
}

TEST(TerrainService, MakesOutOfMemoryAnErrorOfTheRequest) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>(
      [](std::stop_token) -> absl::Status { throw std::bad_alloc(); }));
  EXPECT_EQ(Stream(&harness.stub(), SomeRegion(10, 10)).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Tile(&harness.stub(), SomeTile(0, 0)).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST(TerrainService, LogsALineACall) {
  ServiceHarness harness(std::make_unique<FakeRegionMaker>());
  ASSERT_TRUE(Stream(&harness.stub(), SomeRegion(100, 100)).ok());
  ASSERT_FALSE(Tile(&harness.stub(), {}).ok());
  harness.server().Drain();
  const std::vector<std::string> lines = harness.lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0],
              HasSubstr("\"method\":\"StreamRegion\",\"code\":\"OK\""));
  EXPECT_THAT(lines[0], HasSubstr("\"cells\":10000,\"tiles\":1,"));
  EXPECT_THAT(lines[1], HasSubstr("\"code\":\"INVALID_ARGUMENT\""));
}

}  // namespace
}  // namespace talus

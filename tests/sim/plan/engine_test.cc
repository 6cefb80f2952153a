#include "sim/plan/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

using ::testing::HasSubstr;
using testing::ProgramOf;

constexpr char kRecipe[] =
    "stages { gradient_noise { wavelength_m: 900 } } "
    "stages { multiscale { coarsest_level: 2 rounds: [ 3, 6 ] "
    "stages { fluvial_incision { passes: 1 } } } } "
    "stages { water_erosion { passes: 6 } }";

std::shared_ptr<const Program> Compiled(const std::string& text) {
  auto program = ProgramOf(text);
  EXPECT_TRUE(program.ok()) << program.status();
  return program.ok() ? *program : nullptr;
}

// Counts tiles and keeps their digests; fails at a chosen one.
class CountingSink final : public TileSink {
 public:
  explicit CountingSink(int64_t fail_at = -1) : fail_at_(fail_at) {}
  absl::Status OnTile(const TileView& tile) override {
    if (count_ == fail_at_) return absl::DataLossError("the disk is full");
    ++count_;
    Sha256 sha;
    for (int64_t y = tile.rect.y0; y < tile.rect.y1; ++y) {
      sha.Update(tile.Row(y), static_cast<size_t>(tile.rect.width()) * 4);
    }
    digests_[{tile.rect.x0, tile.rect.y0}] = ToHex(sha.Finish());
    order_.push_back(tile.rect);
    return absl::OkStatus();
  }
  int64_t count() const { return count_; }
  const auto& digests() const { return digests_; }
  const std::vector<Rect>& order() const { return order_; }

 private:
  const int64_t fail_at_;
  int64_t count_ = 0;
  std::map<std::pair<int64_t, int64_t>, std::string> digests_;
  std::vector<Rect> order_;
};

EngineOptions Windows(int64_t edge) {
  EngineOptions options;
  options.window_edge = edge;
  return options;
}

RegionRequest Request(const Rect& region) {
  RegionRequest request;
  request.region = region;
  request.tile_size = 64;
  return request;
}

TEST(Engine, StopsBeforeItBegins) {
  const auto program = Compiled(kRecipe);
  std::stop_source stop;
  stop.request_stop();
  CountingSink sink;
  const Engine engine({});
  EXPECT_EQ(engine
                .Run(*program, Request({0, 0, 200, 200}), sink,
                     stop.get_token(), nullptr)
                .status()
                .code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(sink.count(), 0);
}

TEST(Engine, StopsAtAnyMomentOfTheWork) {
  const auto program = Compiled(kRecipe);
  const Engine engine(Windows(256));
  const RegionRequest request = Request({0, 0, 300, 100});
  int64_t reports = 0;
  CountingSink all;
  ASSERT_TRUE(
      engine
          .Run(*program, request, all, {}, [&](int64_t, int64_t) { ++reports; })
          .ok());
  ASSERT_GT(reports, 8);
  for (int64_t at = 1; at < reports; at += reports / 4) {
    // The cache would leave out work.
    const Engine fresh(Windows(256));
    std::stop_source stop;
    int64_t seen = 0;
    CountingSink sink;
    const auto summary = fresh.Run(*program, request, sink, stop.get_token(),
                                   [&](int64_t, int64_t) {
                                     if (++seen == at) stop.request_stop();
                                   });
    EXPECT_EQ(summary.status().code(), absl::StatusCode::kCancelled);
    EXPECT_LT(sink.count(), all.count());
    // What was sent before is right.
    for (const auto& [where, digest] : sink.digests()) {
      EXPECT_EQ(all.digests().at(where), digest);
    }
  }
}

TEST(Engine, IsAsGoodAsNewAfterACancelledRequest) {
  const auto program = Compiled(kRecipe);
  const RegionRequest request = Request({0, 0, 150, 100});
  const Engine fresh({});
  CountingSink expected;
  ASSERT_TRUE(fresh.Run(*program, request, expected, {}, nullptr).ok());
  const Engine engine({});
  std::stop_source stop;
  CountingSink cut_off;
  int reports = 0;
  ASSERT_FALSE(engine
                   .Run(*program, request, cut_off, stop.get_token(),
                        [&](int64_t, int64_t) {
                          if (++reports == 5) stop.request_stop();
                        })
                   .ok());
  CountingSink sink;
  ASSERT_TRUE(engine.Run(*program, request, sink, {}, nullptr).ok());
  EXPECT_EQ(sink.digests(), expected.digests());
}

TEST(Engine, EndsWithTheErrorOfTheSink) {
  const auto program = Compiled(kRecipe);
  const Engine engine(Windows(256));
  for (const int64_t at : {0, 1, 3}) {
    CountingSink sink(at);
    const auto summary =
        engine.Run(*program, Request({0, 0, 300, 100}), sink, {}, nullptr);
    EXPECT_EQ(summary.status().code(), absl::StatusCode::kDataLoss);
    EXPECT_EQ(summary.status().message(), "the disk is full");
    EXPECT_EQ(sink.count(), at);
  }
}

TEST(Engine, ReportsRisingProgressThatEndsAtThePlannedTotal) {
  const auto program = Compiled(kRecipe);
  for (const Rect& region :
       {Rect{0, 0, 100, 100}, Rect{-200, -300, 400, 100}}) {
    const Engine engine(Windows(256));
    const RegionRequest request = Request(region);
    const auto plan = engine.Plan(*program, request);
    ASSERT_TRUE(plan.ok());
    int64_t last = 0;
    bool rising = true;
    int64_t before_last = 0;
    CountingSink sink;
    const auto summary = engine.Run(
        *program, request, sink, {}, [&](int64_t done, int64_t total) {
          rising &= done >= last && done <= total && total == plan->cell_passes;
          before_last = last;
          last = done;
        });
    ASSERT_TRUE(summary.ok()) << summary.status();
    EXPECT_TRUE(rising);
    EXPECT_EQ(last, plan->cell_passes);
    // Nothing is left over for the last report: the plan is exact.
    EXPECT_EQ(before_last, plan->cell_passes);
    EXPECT_EQ(summary->cell_passes, plan->cell_passes);
    EXPECT_EQ(summary->tiles, plan->tiles);
    EXPECT_EQ(sink.count(), plan->tiles);
  }
}

TEST(Engine, DoesLessWhereTheCacheHasCoarseLevels) {
  const auto program = Compiled(kRecipe);
  const Engine engine({});
  const RegionRequest request = Request({0, 0, 100, 100});
  CountingSink sink;
  const auto first = engine.Run(*program, request, sink, {}, nullptr);
  const auto second = engine.Run(*program, request, sink, {}, nullptr);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_LT(second->cell_passes, first->cell_passes / 2);
  EXPECT_EQ(second->layers[0].root_digest, first->layers[0].root_digest);
}

TEST(Engine, SendsTheNearestTilesFirst) {
  const auto program = Compiled("stages { gradient_noise {} }");
  RegionRequest request = Request({0, 0, 512, 512});
  request.near = std::pair<int64_t, int64_t>{400, 100};
  const Engine engine(Windows(256));
  CountingSink sink;
  ASSERT_TRUE(engine.Run(*program, request, sink, {}, nullptr).ok());
  EXPECT_EQ(sink.order().front(), (Rect{384, 64, 448, 128}));
  CountingSink plain;
  request.near.reset();
  ASSERT_TRUE(engine.Run(*program, request, plain, {}, nullptr).ok());
  EXPECT_EQ(plain.digests(), sink.digests());
}

TEST(Engine, SendsTheLayersOfATileTogetherInOrder) {
  const auto program = Compiled(kRecipe);
  RegionRequest request = Request({0, 0, 128, 64});
  request.layers = {Layer::kFlow, Layer::kHeight, Layer::kWear};
  class Sink final : public TileSink {
   public:
    absl::Status OnTile(const TileView& tile) override {
      absl::StrAppend(&seen, tile.rect.x0, std::string(LayerName(tile.layer)),
                      " ");
      return absl::OkStatus();
    }
    std::string seen;
  } sink;
  const Engine engine({});
  ASSERT_TRUE(engine.Run(*program, request, sink, {}, nullptr).ok());
  EXPECT_EQ(sink.seen, "0height 0wear 0flow 64height 64wear 64flow ");
}

TEST(Engine, GivesTheStateAfterAStageForARecipeCutThere) {
  // What a stage leaves does not depend on those after it, whichever layers
  // they bring.
  const auto whole = testing::CanonicalOf(
      "stages { gradient_noise { wavelength_m: 900 } } "
      "stages { water_erosion { passes: 5 } } "
      "stages { hardness { strata_amplitude: 0.3 } } "
      "stages { multiscale { coarsest_level: 2 rounds: [ 2, 4 ] "
      "stages { fluvial_incision { passes: 1 } } } } "
      "stages { thermal_erosion { passes: 3 } }");
  ASSERT_TRUE(whole.ok());
  const Engine engine({});
  const RegionRequest request = Request({-30, -20, 90, 70});
  const auto digest_of = [&](const CanonicalRecipe& recipe) {
    const auto program = Program::Compile(recipe.recipe, recipe.digest, {});
    CountingSink sink;
    const auto summary = engine.Run(**program, request, sink, {}, nullptr);
    return ToHex(summary->layers[0].root_digest);
  };
  v1::Recipe built = whole->recipe;
  built.clear_stages();
  for (int stages = 1; stages <= 5; ++stages) {
    *built.add_stages() = whole->recipe.stages(stages - 1);
    const auto cut = CutAfter(*whole, stages);
    ASSERT_TRUE(cut.ok());
    EXPECT_EQ(digest_of(*cut), digest_of(*Canonicalize(built)));
  }
  // A plane of zero added at the end is a recipe of its own, with other
  // sections and live layers, and the same land.
  for (int stages = 1; stages <= 5; ++stages) {
    const auto cut = CutAfter(*whole, stages);
    v1::Recipe more = cut->recipe;
    v1::Plane& plane = *more.add_stages()->mutable_plane();
    plane.set_combine(v1::COMBINE_ADD);
    EXPECT_EQ(digest_of(*cut), digest_of(*Canonicalize(more))) << stages;
  }
}

TEST(Engine, RefusesRequestsWithACodeAndWhatToDo) {
  const auto program = Compiled(kRecipe);
  const Engine engine({});
  struct Case {
    RegionRequest request;
    absl::StatusCode code;
    const char* message;
  };
  const auto with = [](auto edit) {
    RegionRequest request = Request({0, 0, 64, 64});
    edit(request);
    return request;
  };
  const int64_t edge = int64_t{1} << 40;
  const Case cases[] = {
      {with([](auto& r) { r.level = 3; }), absl::StatusCode::kOutOfRange,
       "level = 3 is outside [0, 2]"},
      {with([](auto& r) { r.level = -1; }), absl::StatusCode::kOutOfRange,
       "level = -1"},
      {with([](auto& r) {
         r.region = {5, 5, 5, 9};
       }),
       absl::StatusCode::kInvalidArgument, "at least 1"},
      {with([&](auto& r) {
         r.region = {edge - 5, 0, edge + 1, 9};
       }),
       absl::StatusCode::kOutOfRange, "leaves the world"},
      {with([&](auto& r) {
         r.level = 1;
         r.region = {edge / 2, 0, edge / 2 + 9, 9};
       }),
       absl::StatusCode::kOutOfRange, "leaves the world"},
      {with([](auto& r) {
         r.region = {0, 0, (1 << 20) + 1, 9};
       }),
       absl::StatusCode::kResourceExhausted, "ask for it in parts"},
      {with([](auto& r) { r.tile_size = 100; }),
       absl::StatusCode::kInvalidArgument, "tile_size = 100"},
      {with([](auto& r) { r.tile_size = 2048; }),
       absl::StatusCode::kInvalidArgument, "tile_size = 2048"},
      {with([](auto& r) { r.layers = LayerSet{}; }),
       absl::StatusCode::kInvalidArgument, "none is named"},
      {with([](auto& r) { r.layers = {Layer::kHardness}; }),
       absl::StatusCode::kInvalidArgument, "layers: hardness"},
      {with([](auto& r) { r.layers = {Layer::kFluxE}; }),
       absl::StatusCode::kInvalidArgument, "layers: flux_e"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.message);
    const auto plan = engine.Plan(*program, c.request);
    EXPECT_EQ(plan.status().code(), c.code);
    EXPECT_THAT(std::string(plan.status().message()), HasSubstr(c.message));
    CountingSink sink;
    EXPECT_EQ(engine.Run(*program, c.request, sink, {}, nullptr).status(),
              plan.status());
  }
}

TEST(Engine, MakesTilesOutsideADomainOfNothingButNodata) {
  const auto program = Compiled(
      "domain { width: 64 height: 64 } stages { plane { base_m: 3 } }");
  const RegionRequest request = Request({-64, -64, 128, 64});
  class Sink final : public TileSink {
   public:
    absl::Status OnTile(const TileView& tile) override {
      for (int64_t y = tile.rect.y0; y < tile.rect.y1; ++y) {
        for (int64_t i = 0; i < tile.rect.width(); ++i) {
          const bool inside = Rect{0, 0, 64, 64}.Contains(tile.rect.x0 + i, y);
          wrong += tile.Row(y)[i] != (inside ? 3 << 16 : kNodataQuanta);
        }
      }
      ++tiles;
      return absl::OkStatus();
    }
    int64_t wrong = 0, tiles = 0;
  } sink;
  const Engine engine({});
  const auto summary = engine.Run(*program, request, sink, {}, nullptr);
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(sink.tiles, 6);
  EXPECT_EQ(sink.wrong, 0);
  EXPECT_EQ(summary->layers[0].min, 3);
  EXPECT_EQ(summary->layers[0].max, 3);
  // A region that does not touch the domain is answered, too.
  const auto outside =
      engine.Run(*program, Request({500, 500, 600, 600}), sink, {}, nullptr);
  ASSERT_TRUE(outside.ok()) << outside.status();
  EXPECT_EQ(outside->layers[0].min, 0);
  EXPECT_EQ(outside->ledger.ground_after, 0);
}

TEST(Engine, AnswersRequestsSideBySideFromOneCache) {
  const auto program = Compiled(kRecipe);
  const Engine alone({});
  const RegionRequest request = Request({-40, -40, 90, 80});
  CountingSink expected;
  ASSERT_TRUE(alone.Run(*program, request, expected, {}, nullptr).ok());
  const Engine engine({.tiling = {.threads = 2}});
  std::vector<std::jthread> threads;
  std::array<CountingSink, 4> sinks;
  std::array<absl::Status, 4> statuses;
  for (size_t i = 0; i < sinks.size(); ++i) {
    threads.emplace_back([&, i] {
      statuses[i] =
          engine.Run(*program, request, sinks[i], {}, nullptr).status();
    });
  }
  threads.clear();
  for (size_t i = 0; i < sinks.size(); ++i) {
    EXPECT_TRUE(statuses[i].ok()) << statuses[i];
    EXPECT_EQ(sinks[i].digests(), expected.digests());
  }
}

}  // namespace
}  // namespace talus

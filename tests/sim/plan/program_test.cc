#include "sim/plan/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/plan/state.h"
#include "talus/v1/annotations.pb.h"
#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::ProgramOf;

std::shared_ptr<const Program> Compiled(const std::string& text,
                                        RasterSet rasters = {}) {
  auto program = ProgramOf(text, std::move(rasters));
  EXPECT_TRUE(program.ok()) << program.status();
  return program.ok() ? *program : nullptr;
}

// The steps as text: a letter for each stage, in the order of their paths, and
// the pass.
std::string StepsOf(const LevelSteps& steps) {
  std::string text;
  for (const Step& step : steps.steps) {
    text += step.cost_row < 0 ? '.' : static_cast<char>('a' + step.cost_row);
    text += std::to_string(step.pass);
    text += ' ';
  }
  return text;
}

std::string Groups(int count, int coarsest) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, "stages { multiscale { coarsest_level: ", coarsest,
                    " stages { creep {} } } }");
  }
  return text;
}

TEST(Program, HasTheLevelsThatTheRecipeLanguageHas) {
  const auto& options = v1::Multiscale::descriptor()
                            ->FindFieldByName("coarsest_level")
                            ->options();
  EXPECT_EQ(options.GetExtension(v1::param).max(), kMaxLevel);
}

TEST(Program, NamesStagesByTheirPathInTheRecipe) {
  const auto program = Compiled(R"(
    stages { plane {} }
    stages { repeat { count: 2 stages { creep {} } } }
    stages { multiscale { coarsest_level: 1 rounds: 1
      stages { creep {} }
      stages { repeat { count: 3 stages { thermal_erosion {} } } } } })");
  ASSERT_EQ(program->sections().size(), 2u);
  EXPECT_THAT(
      program->sections()[0].paths,
      ElementsAre("stages[0].plane", "stages[1].repeat.stages[0].creep"));
  EXPECT_THAT(
      program->sections()[1].paths,
      ElementsAre(
          "stages[2].multiscale.stages[0].creep",
          "stages[2].multiscale.stages[1].repeat.stages[0].thermal_erosion"));
}

TEST(Program, WritesOutRepeatsWithThePassesOfEachStage) {
  const auto program = Compiled(R"(
    stages { repeat { count: 3
      stages { creep { passes: 2 } }
      stages { thermal_erosion { passes: 1 } } } })");
  const LevelSteps& steps = program->sections()[0].levels[0];
  EXPECT_EQ(StepsOf(steps), "a0 a1 b0 a2 a3 b1 a4 a5 b2 ");
  EXPECT_EQ(steps.halo, 9);
}

TEST(Program, CountsPassesAnewForEveryTopStage) {
  const auto program = Compiled(R"(
    stages { creep { passes: 2 } } stages { creep { passes: 2 } })");
  EXPECT_EQ(StepsOf(program->sections()[0].levels[0]), "a0 a1 b0 b1 ");
}

TEST(Program, TakesTheRoundsOfEachLevelAndTheLastForAllCoarserOnes) {
  const auto program = Compiled(R"(
    stages { multiscale { coarsest_level: 3 rounds: [ 0, 1, 2 ]
      stages { creep { passes: 1 } }
      stages { repeat { count: 2 stages { thermal_erosion { passes: 1 } } } }
    } })");
  const auto& levels = program->sections()[0].levels;
  ASSERT_EQ(levels.size(), 4u);
  EXPECT_EQ(StepsOf(levels[0]), "");
  EXPECT_EQ(StepsOf(levels[1]), "a0 b0 b1 ");
  EXPECT_EQ(StepsOf(levels[2]), "a0 b0 b1 a1 b2 b3 ");
  EXPECT_EQ(StepsOf(levels[3]), "a0 b0 b1 a1 b2 b3 ");
  EXPECT_EQ(program->max_level(), 3);
}

TEST(Program, BringsWaterToRestBeforeEachGroupOrTopStageThatUsesFlux) {
  const auto program = Compiled(R"(
    stages { water_erosion { passes: 1 } }
    stages { creep { passes: 1 } }
    stages { repeat { count: 2 stages { water_erosion { passes: 1 } } } })");
  EXPECT_EQ(StepsOf(program->sections()[0].levels[0]), ".0 a0 b0 .0 c0 c1 ");
}

TEST(Program, PutsSourcesAndProcessesTogetherAndGroupsOfLevelsApart) {
  const auto program = Compiled(R"(
    stages { plane {} } stages { creep {} }
    stages { multiscale { coarsest_level: 2 rounds: 1 stages { creep {} } } }
    stages { multiscale { coarsest_level: 1 rounds: 1 stages { creep {} } } }
    stages { plane {} } stages { creep {} })");
  std::vector<std::string> cuts;
  for (const Section& s : program->sections()) {
    cuts.push_back(absl::StrCat(s.multiscale ? "m" : "", s.first_stage, "-",
                                s.last_stage, "/", s.levels.size()));
  }
  // Levels that a group works on must be there before it.
  EXPECT_THAT(cuts, ElementsAre("0-2/3", "m2-3/3", "m3-4/2", "4-6/3"));
  EXPECT_EQ(program->max_level(), 1);
}

TEST(Program, SeedsStagesByTheirPathOrTheirOwnSeed) {
  // Two recipes of one noise: equal where its own seed says so.
  const auto height = [](const std::string& text) {
    const auto program = Compiled(text);
    const Stage& stage = *program->sections()[0].levels[0].steps.back().stage;
    State out = MakeState({Layer::kHeight}, {0, 0, 8, 8}, true);
    const auto sweep = stage.Begin({.rect = {0, 0, 8, 8}}, 0);
    Ledger ledger;
    sweep->Row(LayerRows(), 0, out.Rows(0), &ledger);
    return *out.Get(Layer::kHeight)->At(5, 0);
  };
  const std::string one = "stages { gradient_noise {} }";
  EXPECT_NE(height(one), height("stages { plane {} }" + one));
  EXPECT_NE(height(one), height("seed_number: 1 " + one));
  const std::string own = "stages { seed: 7 gradient_noise {} }";
  EXPECT_EQ(height(own), height("stages { plane {} }" + own));
  EXPECT_NE(height(own), height("seed_number: 1 " + own));
}

TEST(Program, HasTheLayersThatItsStagesMake) {
  EXPECT_TRUE(Compiled("stages { plane {} }")->layers() ==
              (LayerSet{Layer::kHeight}));
  EXPECT_TRUE(Compiled("stages { creep {} }")->layers() ==
              (LayerSet{Layer::kHeight, Layer::kDeposition, Layer::kWear}));
  // Flux is nobody's to ask for.
  EXPECT_TRUE((Compiled("stages { water_erosion {} }")->layers() & kFluxLayers)
                  .empty());
}

TEST(Program, FailsWithACodeAndThePathOfWhatIsWrong) {
  struct Case {
    std::string text;
    absl::StatusCode code;
    const char* message;
  };
  const Case cases[] = {
      {Groups(6, 12), absl::StatusCode::kInvalidArgument,
       "stages: the levels of the multiscale groups up to stages[4] ask"},
      {"stages { multiscale { coarsest_level: 1 stages { creep {} } } } "
       "stages { multiscale { coarsest_level: 2 stages { creep {} } } }",
       absl::StatusCode::kInvalidArgument,
       "stages[1].multiscale.coarsest_level = 2 is coarser"},
      {"stages { border_falloff {} }", absl::StatusCode::kFailedPrecondition,
       "stages[0].border_falloff: "},
      {"stages { raster { sha256: '00000000000000000000000000000000"
       "00000000000000000000000000000000' } }",
       absl::StatusCode::kFailedPrecondition, "stages[0].raster: "},
      {"stages { repeat { count: 10000 stages { creep { passes: 10000 } } } }",
       absl::StatusCode::kInvalidArgument, "stages[0]"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    const auto program = ProgramOf(c.text);
    EXPECT_EQ(program.status().code(), c.code);
    EXPECT_THAT(std::string(program.status().message()), HasSubstr(c.message));
  }
}

TEST(Program, HalvesTheDomainFromLevelToLevel) {
  const auto program = Compiled(R"(
    domain { x: -64 y: 32 width: 128 height: 96 border: BORDER_OPEN
             base_level_m: -2 }
    stages { multiscale { coarsest_level: 2 rounds: 1 stages { creep {} } } })");
  EXPECT_EQ(program->DomainAt(2), (Rect{-16, 8, 16, 32}));
  EXPECT_EQ(program->Clip(2, {-20, 0, 3, 9}), (Rect{-16, 8, 3, 9}));
  EXPECT_EQ(program->base_level(), -2 * 65536);
}

TEST(Program, MasksWhatLiesOutsideAndNothingElse) {
  const auto program = Compiled(R"(
    domain { x: 0 y: 0 width: 64 height: 32 border: BORDER_OPEN }
    stages { creep {} })");
  EXPECT_EQ(program->MaskAt(0, {0, 0, 64, 32}), nullptr);
  const auto mask = program->MaskAt(0, {-2, -2, 4, 4});
  ASSERT_NE(mask, nullptr);
  for (int64_t y = -2; y < 4; ++y) {
    for (int64_t x = -2; x < 4; ++x) {
      EXPECT_EQ(*mask->At(x, y), x >= 0 && y >= 0 ? kInside : kOpen);
    }
  }
  const auto walled = Compiled(
      "domain { width: 8 height: 8 } "
      "stages { creep {} }");
  EXPECT_EQ(*walled->MaskAt(0, {7, 7, 9, 9})->At(8, 7), kWall);
  EXPECT_EQ(Compiled("stages { creep {} }")->MaskAt(0, {-9, -9, 9, 9}),
            nullptr);
}

TEST(Program, OpensTheWorldWhereARasterHasNoData) {
  auto data = std::make_shared<RasterData>(
      RasterData{Plane<int32_t>(Rect{0, 0, 4, 4})});
  data->quanta.Fill(5);
  *data->quanta.At(1, 1) = RasterData::kNodata;
  *data->quanta.At(2, 2) = RasterData::kNodata;
  *data->quanta.At(3, 2) = RasterData::kNodata;
  *data->quanta.At(2, 3) = RasterData::kNodata;
  *data->quanta.At(3, 3) = RasterData::kNodata;
  const std::string name(64, '0');
  const auto program =
      Compiled("stages { raster { sha256: '" + name + "' x: 8 y: 8 } }",
               {{name, std::move(data)}});
  const auto mask = program->MaskAt(0, {7, 7, 13, 13});
  ASSERT_NE(mask, nullptr);
  EXPECT_EQ(*mask->At(8, 8), kInside);
  EXPECT_EQ(*mask->At(9, 9), kOpen);
  EXPECT_EQ(*mask->At(7, 8), kOpen);
  // A coarse cell is inside where any of its cells is.
  const auto coarse = program->MaskAt(1, {4, 4, 6, 6});
  EXPECT_EQ(*coarse->At(4, 4), kInside);
  EXPECT_EQ(*coarse->At(5, 5), kOpen);
  EXPECT_EQ(program->MaskAt(0, {10, 8, 12, 10}), nullptr);
}

}  // namespace
}  // namespace talus

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "sim/recipe/presets.h"
#include "sim/recipe/recipe_text.h"
#include "sim/recipe/stage_message.h"
#include "sim/stage/registry.h"
#include "tests/law/answer.h"
#include "tests/law/compare.h"
#include "tests/law/law_case.h"

// What whole recipes keep: mass over a thousand passes, and their shape
// whatever the altitude.
namespace talus::law {
namespace {

absl::StatusOr<std::shared_ptr<const Program>> Compiled(
    const v1::Recipe& recipe) {
  TALUS_ASSIGN_OR_RETURN(const CanonicalRecipe c, Canonicalize(recipe));
  return Program::Compile(c.recipe, c.digest, LawRasters());
}

bool IsSource(const v1::Stage& stage) {
  return StageDocOf(*ProcessField(stage)).kind() == v1::STAGE_KIND_SOURCE;
}

// Multiplies how often the processes of the top list run.
void RunMoreOften(uint32_t factor, v1::Recipe* recipe) {
  const auto more = [&](uint32_t n) { return std::min(n * factor, 10000u); };
  for (v1::Stage& stage : *recipe->mutable_stages()) {
    if (stage.has_repeat()) {
      stage.mutable_repeat()->set_count(more(stage.repeat().count()));
    } else if (stage.has_multiscale()) {
      for (uint32_t& rounds : *stage.mutable_multiscale()->mutable_rounds()) {
        rounds = more(rounds);
      }
    } else {
      google::protobuf::Message& process =
          *stage.GetReflection()->MutableMessage(&stage, ProcessField(stage));
      const auto* passes = process.GetDescriptor()->FindFieldByName("passes");
      if (passes == nullptr) continue;
      const auto& fields = *process.GetReflection();
      fields.SetUInt32(&process, passes,
                       more(fields.GetUInt32(process, passes)));
    }
  }
}

// Passes of all levels that are no sources.
int64_t ProcessPasses(const Program& program) {
  int64_t passes = 0;
  for (const Section& section : program.sections()) {
    for (const LevelSteps& level : section.levels) {
      for (const Step& step : level.steps) {
        passes +=
            step.stage->info().budget != Budget::kSource && step.cost_row >= 0;
      }
    }
  }
  return passes;
}

class ConservationLaw : public ::testing::TestWithParam<LawCase> {};

TEST_P(ConservationLaw, AThousandPassesInAClosedWorldLoseNothing) {
  auto recipe = ParseRecipe(GetParam().params);
  ASSERT_TRUE(recipe.ok()) << recipe.status();
  recipe = Canonicalize(*recipe)->recipe;
  int64_t edge = 64;
  for (const v1::Stage& stage : recipe->stages()) {
    edge = std::max(edge, int64_t{1} << stage.multiscale().coarsest_level());
  }
  v1::Domain& domain = *recipe->mutable_domain();
  domain.Clear();
  domain.set_width(edge);
  domain.set_height(edge);
  domain.set_border(v1::BORDER_WALL);
  auto program = Compiled(*recipe);
  ASSERT_TRUE(program.ok()) << program.status();
  const int64_t passes = ProcessPasses(**program);
  ASSERT_GT(passes, 0);
  RunMoreOften(static_cast<uint32_t>(CeilDiv(1000, passes)), &*recipe);
  // Not by way of a canonical recipe: so many passes of a wide reach are
  // refused there.
  program = Program::Compile(*recipe, "", LawRasters());
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_GE(ProcessPasses(**program), 1000);
  for (int level = 0; level <= (*program)->max_level(); ++level) {
    SCOPED_TRACE(level);
    const Rect world = (*program)->DomainAt(level).value_or(Rect{});
    const auto answer = AnswerByTiles({}, **program, level, world);
    ASSERT_TRUE(answer.ok()) << answer.status();
    const RegionLedger& ledger = answer->ledger;
    EXPECT_EQ(ledger.GroundError(), 0);
    EXPECT_EQ(ledger.WaterError(), 0);
    EXPECT_EQ(ledger.ground_after, ledger.ground_sources + ledger.from_coarser +
                                       ledger.flows.uplift -
                                       ledger.flows.dissolved);
    EXPECT_EQ(ledger.water_after, ledger.water_sources - ledger.water_dropped +
                                      ledger.flows.rain -
                                      ledger.flows.evaporated);
  }
}

INSTANTIATE_TEST_SUITE_P(Every, ConservationLaw,
                         ::testing::ValuesIn(PresetCases()), TestName);

TEST(Ledger, BooksWhatSourcesReplaceWhereverTheyStand) {
  const std::string erosion =
      "stages { water_erosion { passes: 3 } } stages { creep { passes: 2 } }";
  const std::string group =
      "stages { multiscale { coarsest_level: 1 rounds: [2, 1]"
      "  stages { water_erosion { passes: 1 } } } }";
  const std::string plane = "stages { plane { base_m: 7 } }";
  const std::string noise = "stages { gradient_noise { amplitude_m: 90 } }";
  for (const std::string& stages :
       {noise + group + plane, noise + erosion + plane,
        noise + group + plane + group + noise + erosion,
        noise + "stages { repeat { count: 2 " + erosion + "} }" + plane + group,
        noise + group + plane + noise, group + plane}) {
    for (const char* domain :
         {"", "domain { width: 64 height: 64 border: BORDER_OPEN }"}) {
      SCOPED_TRACE(domain + stages);
      const auto recipe = ParseRecipe(domain + stages);
      ASSERT_TRUE(recipe.ok()) << recipe.status();
      const auto program = Compiled(*recipe);
      ASSERT_TRUE(program.ok()) << program.status();
      const int coarsest = std::min(2, (*program)->max_level());
      for (int level = 0; level <= coarsest; ++level) {
        const auto answer = AnswerByTiles(
            {}, **program, level, (*program)->Clip(level, {3, 5, 30, 28}));
        ASSERT_TRUE(answer.ok()) << answer.status();
        EXPECT_EQ(answer->ledger.GroundError(), 0);
        EXPECT_EQ(answer->ledger.WaterError(), 0);
      }
    }
  }
}

// Resampling has lines of its own: nothing came from a coarser level at the
// coarsest, and what stood before the group is what it dropped.
TEST(Ledger, BooksWhatLevelsHandDownAndDropApartFromSources) {
  const std::string before =
      "domain { width: 64 height: 64 } stages { gradient_noise {} }"
      "stages { water_erosion { passes: 3 } }";
  const std::string group =
      "stages { multiscale { coarsest_level: 1 rounds: [2, 1]"
      "  stages { fluvial_incision { passes: 1 } } } }";
  const auto begun = Compiled(*ParseRecipe(before));
  const auto whole = Compiled(*ParseRecipe(before + group));
  ASSERT_TRUE(begun.ok() && whole.ok());
  for (const int level : {0, 1}) {
    SCOPED_TRACE(level);
    const Rect world = (*whole)->DomainAt(level).value_or(Rect{});
    const auto first = AnswerByTiles({}, **begun, level, world);
    const auto last = AnswerByTiles({}, **whole, level, world);
    ASSERT_TRUE(first.ok() && last.ok());
    EXPECT_GT(last->ledger.water_dropped, 0);
    EXPECT_EQ(last->ledger.water_dropped, first->ledger.water_after);
    EXPECT_EQ(last->ledger.ground_sources, first->ledger.ground_sources);
    EXPECT_EQ(last->ledger.GroundError(), 0);
    EXPECT_EQ(last->ledger.WaterError(), 0);
    EXPECT_EQ(last->ledger.from_coarser != 0, level == 0);
  }
}

constexpr double kLift = 6000;

// Adds `metres` to every parameter that is an altitude of a process.
void LiftAltitudes(double metres, google::protobuf::Message* message) {
  const auto& fields = *message->GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> set;
  fields.ListFields(*message, &set);
  for (const auto* field : set) {
    if (field->is_repeated()) {
      if (field->message_type() == nullptr) continue;
      for (int i = 0; i < fields.FieldSize(*message, field); ++i) {
        LiftAltitudes(metres, fields.MutableRepeatedMessage(message, field, i));
      }
    } else if (field->message_type() != nullptr) {
      LiftAltitudes(metres, fields.MutableMessage(message, field));
    } else if (field->name() == "base_level_m" ||
               field->name() == "band_min_m" || field->name() == "band_max_m") {
      fields.SetDouble(message, field,
                       std::clamp(fields.GetDouble(*message, field) + metres,
                                  -16000.0, 16000.0));
    }
  }
}

// The recipe with a plane of `lift` metres between its sources and its
// processes; empty where sources stand among the processes.
std::optional<v1::Recipe> Lifted(const v1::Recipe& recipe, double lift) {
  v1::Recipe lifted = recipe;
  lifted.clear_stages();
  int i = 0;
  for (; i < recipe.stages_size() && IsSource(recipe.stages(i)); ++i) {
    *lifted.add_stages() = recipe.stages(i);
  }
  v1::Plane& plane = *lifted.add_stages()->mutable_plane();
  plane.set_base_m(lift);
  plane.set_combine(v1::COMBINE_ADD);
  for (; i < recipe.stages_size(); ++i) {
    if (IsSource(recipe.stages(i))) return std::nullopt;
    v1::Stage& stage = *lifted.add_stages();
    stage = recipe.stages(i);
    LiftAltitudes(lift, &stage);
  }
  if (lifted.has_domain()) LiftAltitudes(lift, lifted.mutable_domain());
  return lifted;
}

class LiftLaw : public ::testing::TestWithParam<LawCase> {};

TEST_P(LiftLaw, LandSixThousandMetresHigherIsTheSameLand) {
  for (const Border border : BordersOf(GetParam())) {
    SCOPED_TRACE(BorderName(border));
    const auto recipe = CaseRecipe(GetParam(), border);
    ASSERT_TRUE(recipe.ok()) << recipe.status();
    const auto low = Lifted(recipe->recipe, 0),
               high = Lifted(recipe->recipe, kLift);
    ASSERT_TRUE(low && high);
    const auto below = Compiled(*low), above = Compiled(*high);
    ASSERT_TRUE(below.ok()) << below.status();
    ASSERT_TRUE(above.ok()) << above.status();
    const Rect rect = (*below)->Clip(0, RegionAcross(**below, 0, 90, 70));
    const auto a = AnswerByTiles({}, **below, 0, rect);
    auto b = AnswerByTiles({}, **above, 0, rect);
    ASSERT_TRUE(a.ok()) << a.status();
    ASSERT_TRUE(b.ok()) << b.status();
    LayerPlane& height = *b->state.Get(Layer::kHeight);
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      for (int64_t x = rect.x0; x < rect.x1; ++x) {
        *height.At(x, y) -= static_cast<int32_t>(kLift) * 65536;
      }
    }
    EXPECT_TRUE(SameBits(a->state, b->state, (*below)->layers(), rect));
  }
}

// Sources among the processes set altitudes of their own.
bool CanBeLifted(const LawCase& c) {
  const auto recipe = CaseRecipe(c, Border::kOpen);
  return recipe.ok() && Lifted(recipe->recipe, 0).has_value();
}

INSTANTIATE_TEST_SUITE_P(Every, LiftLaw,
                         ::testing::ValuesIn(CasesWhere(CanBeLifted)),
                         TestName);

}  // namespace
}  // namespace talus::law

#include "sim/plan/pass_group.h"

#include <gtest/gtest.h>

#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

constexpr auto kHeightIndex = static_cast<size_t>(Layer::kHeight);
constexpr auto kHardnessIndex = static_cast<size_t>(Layer::kHardness);

struct Group {
  std::shared_ptr<const Program> program;
  PassGroup group;
};

Group GroupOf(const std::string& text, LayerSet live) {
  auto program = testing::ProgramOf(text);
  EXPECT_TRUE(program.ok()) << program.status();
  PassGroup group =
      MakePassGroup(**program, (*program)->sections()[0].levels[0].steps, live);
  return {*program, std::move(group)};
}

TEST(PassGroup, LetsEachPassLagByTheHalosUpToItsOwn) {
  const Group g = GroupOf(
      "stages { creep { passes: 2 } } stages { fluvial_incision { passes: 2 } "
      "}",
      {Layer::kHeight});
  ASSERT_EQ(g.group.passes.size(), 4u);
  // Halos 1, 1, 2, 2; the first pass reads planes and waits for nobody.
  EXPECT_EQ(g.group.passes[0].lag, 0);
  EXPECT_EQ(g.group.passes[1].lag, 1);
  EXPECT_EQ(g.group.passes[2].lag, 3);
  EXPECT_EQ(g.group.passes[3].lag, 5);
  EXPECT_EQ(g.group.passes[0].grow, 5);
  EXPECT_EQ(g.group.passes[1].grow, 4);
  EXPECT_EQ(g.group.passes[2].grow, 2);
  EXPECT_EQ(g.group.passes[3].grow, 0);
  EXPECT_EQ(g.group.input_grow, 6);
}

TEST(PassGroup, KeepsAsManyRowsAsTheLastReaderLagsAndReaches) {
  const Group g = GroupOf("stages { creep { passes: 3 } }", {Layer::kHeight});
  // A row is read by a pass one row behind, one row beyond its own.
  EXPECT_EQ(g.group.passes[0].ring_rows[kHeightIndex], 3);
  EXPECT_EQ(g.group.passes[1].ring_rows[kHeightIndex], 3);
  // The last is read by nobody.
  EXPECT_EQ(g.group.passes[2].ring_rows[kHeightIndex], 1);
  EXPECT_EQ(g.group.passes[0].producer[kHeightIndex], PassGroup::kFromInput);
  EXPECT_EQ(g.group.passes[1].producer[kHeightIndex], 0);
  EXPECT_TRUE(g.group.passes[2].final.Has(Layer::kHeight));
  EXPECT_FALSE(g.group.passes[1].final.Has(Layer::kHeight));
  // Three rings of 3, 3 and 1 rows, 3 cells of halo on either side.
  EXPECT_EQ(g.group.RingBytes(10), 7 * 16 * 4);
}

TEST(PassGroup, KeepsALayerForReadersPastOtherPasses) {
  const Group g = GroupOf(
      "stages { hardness {} } stages { creep { passes: 2 } } "
      "stages { thermal_erosion { passes: 1 } }",
      {Layer::kHeight});
  // Hardness is written by the first and read by the last: lag 3, halo 1.
  EXPECT_EQ(g.group.passes[3].producer[kHardnessIndex], 0);
  EXPECT_EQ(g.group.passes[0].ring_rows[kHardnessIndex], 5);
  EXPECT_FALSE(g.group.passes[0].final.Has(Layer::kHardness));
}

TEST(PassGroup, LeavesOutWhatNobodyWants) {
  const Group without =
      GroupOf("stages { creep { passes: 1 } }", {Layer::kHeight});
  EXPECT_FALSE(without.group.passes[0].writes.Has(Layer::kWear));
  EXPECT_FALSE(without.group.passes[0].reads.Has(Layer::kWear));
  const Group with =
      GroupOf("stages { creep { passes: 1 } }", {Layer::kHeight, Layer::kWear});
  EXPECT_TRUE(with.group.passes[0].writes.Has(Layer::kWear));
  EXPECT_TRUE(with.group.passes[0].reads.Has(Layer::kWear));
}

TEST(PassGroup, StaysInTheDomain) {
  auto program = testing::ProgramOf(
      "domain { width: 32 height: 32 } stages { creep { passes: 4 } }");
  ASSERT_TRUE(program.ok());
  const PassGroup group = MakePassGroup(
      **program, (*program)->sections()[0].levels[0].steps, {Layer::kHeight});
  EXPECT_EQ(group.PassRect(**program, 0, 0, {1, 10, 20, 30}),
            (Rect{0, 7, 23, 32}));
}

}  // namespace
}  // namespace talus

// docs/resolution.md for every preset: the same land on cells half as wide.

#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "sim/flow/drainage.h"
#include "sim/recipe/presets.h"
#include "tests/sim/plan/heights_of.h"
#include "tests/sim/plan/land_likeness.h"
#include "tests/soak/soak_run.h"

namespace talus::testing {
namespace {

constexpr int64_t kEdge = 512;       // coarse cells
constexpr int64_t kBlock = 8;        // likewise
constexpr double kMainCells = 1250;  // likewise, that drain into main channels

// Stages of a recipe on cells half as wide, as docs/resolution.md has it.
template <typename Stages>
void Halve(Stages& stages, bool in_group) {
  for (v1::Stage& stage : stages) {
    if (stage.finest_level() > 0) {
      stage.set_finest_level(stage.finest_level() + 1);
    }
    if (stage.has_multiscale()) {
      v1::Multiscale& group = *stage.mutable_multiscale();
      group.set_coarsest_level(group.coarsest_level() + 1);
      v1::Multiscale halved = group;
      halved.clear_rounds();
      halved.add_rounds(group.rounds(0) / 2);
      halved.mutable_rounds()->MergeFrom(group.rounds());
      group = std::move(halved);
      Halve(*group.mutable_stages(), true);
    } else if (stage.has_repeat()) {
      Halve(*stage.mutable_repeat()->mutable_stages(), in_group);
    } else if (stage.has_water_erosion() && !in_group) {
      v1::WaterErosion& water = *stage.mutable_water_erosion();
      water.set_passes(2 * water.passes());
    } else if (stage.has_cellular_erosion() && !in_group) {
      v1::CellularErosion& water = *stage.mutable_cellular_erosion();
      water.set_passes(2 * water.passes());
    }
  }
}

v1::Recipe Halved(v1::Recipe recipe) {
  recipe.set_cell_size_m(recipe.cell_size_m() / 2);
  if (recipe.has_domain()) {
    v1::Domain& domain = *recipe.mutable_domain();
    domain.set_x(2 * domain.x());
    domain.set_y(2 * domain.y());
    domain.set_width(2 * domain.width());
    domain.set_height(2 * domain.height());
  }
  Halve(*recipe.mutable_stages(), false);
  return recipe;
}

std::shared_ptr<const Program> Compiled(const v1::Recipe& recipe) {
  const auto canonical = Canonicalize(recipe);
  EXPECT_TRUE(canonical.ok()) << canonical.status();
  const auto program =
      Program::Compile(canonical->recipe, canonical->digest, {});
  EXPECT_TRUE(program.ok()) << program.status();
  return program.value();
}

// In the middle of the domain, or at the origin where there is none.
Rect RegionOf(const Program& program) {
  const Rect domain = program.DomainAt(0).value_or(Rect{0, 0, kEdge, kEdge});
  const int64_t x0 = domain.x0 + (domain.width() - kEdge) / 2;
  const int64_t y0 = domain.y0 + (domain.height() - kEdge) / 2;
  return {x0, y0, x0 + kEdge, y0 + kEdge};
}

double ShareInPits(const Plane<int32_t>& land,
                   const std::vector<ChannelPiece>& channels, double cell_m) {
  const Drainage drainage = DrainageOf(land).value();
  double in_pits = 0;
  for (const ChannelPiece& piece : channels) {
    const auto x = static_cast<int64_t>(piece.x_m / cell_m);
    const auto y = static_cast<int64_t>(piece.y_m / cell_m);
    if (drainage.filled[drainage.At(x, y)] > *land.At(x, y)) ++in_pits;
  }
  return in_pits / static_cast<double>(channels.size());
}

class Resolution : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Resolution, HalvingTheFinestCellKeepsTheLand) {
  const v1::Recipe recipe =
      Canonicalize(ParseRecipe(FindPreset(GetParam())->text).value())->recipe;
  const auto program = Compiled(recipe);
  const Rect region = RegionOf(*program);
  const Rect twice{2 * region.x0, 2 * region.y0, 2 * region.x1, 2 * region.y1};
  const auto coarse = HeightsOf(*program, 0, region);
  const auto fine = HeightsOf(*Compiled(Halved(recipe)), 0, twice);
  ASSERT_TRUE(coarse.ok()) << coarse.status();
  ASSERT_TRUE(fine.ok()) << fine.status();

  const BlockMeans a = BlockMeansOf(*coarse, kBlock);
  const BlockMeans b = BlockMeansOf(*fine, 2 * kBlock);
  const double heights = Correlation(a.mean_m, b.mean_m);
  const double steps = Correlation(StepsOf(a), StepsOf(b));
  const double cell = recipe.cell_size_m();
  const double area = kMainCells * cell * cell;
  const auto in_coarse = MainChannels(*coarse, cell, area);
  const auto in_fine = MainChannels(*fine, cell / 2, area);
  ASSERT_TRUE(in_coarse.ok() && in_fine.ok());
  Figure(absl::StrFormat(
      "%s: heights %.4f, steps %.4f, channels %.3f coarse near fine, %.3f fine "
      "near coarse, %.3f in pits",
      GetParam(), heights, steps, LengthNear(*in_coarse, *in_fine, 2 * cell),
      LengthNear(*in_fine, *in_coarse, 2 * cell),
      ShareInPits(*coarse, *in_coarse, cell)));
  EXPECT_GE(heights, 0.98);
  EXPECT_GE(steps, 0.95);
}

std::vector<std::string_view> Names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : Presets()) names.push_back(preset.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Presets, Resolution, ::testing::ValuesIn(Names()));

}  // namespace
}  // namespace talus::testing

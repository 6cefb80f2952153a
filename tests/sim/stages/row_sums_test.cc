#include "sim/stages/row_sums.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus {
namespace {

using testing::World;

TEST(AddToSum, EndsAtTheLargestWord) {
  EXPECT_EQ(AddToSum(0, 0), 0);
  EXPECT_EQ(AddToSum(5, 7), 12);
  EXPECT_EQ(AddToSum(INT32_MAX - 3, 3), INT32_MAX);
  EXPECT_EQ(AddToSum(INT32_MAX - 3, 4), INT32_MAX);
  EXPECT_EQ(AddToSum(INT32_MAX, 1), INT32_MAX);
  EXPECT_EQ(AddToSum(0, UINT32_MAX), INT32_MAX);
  EXPECT_EQ(AddToSum(INT32_MAX, UINT32_MAX), INT32_MAX);
}

constexpr LayerSet kSums = {Layer::kWear, Layer::kDeposition, Layer::kRunoff};
constexpr LayerSet kOthers =
    LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment, Layer::kFlow,
             Layer::kHardness} |
    kFluxLayers;
constexpr Rect kDomain = {-20, -16, 40, 20};

// A stage that sums up what happens, on rough ground of `layers`.
struct Summing {
  const char* name;
  const char* stage;
  LayerSet layers = kOthers;
};

void PrintTo(const Summing& s, std::ostream* out) { *out << s.name; }

constexpr Summing kSumming[] = {
    {"thermal_erosion", "thermal_erosion { talus_angle_deg: 10 strength: 1 }"},
    {"scree",
     "thermal_erosion { talus_angle_deg: 30 strength: 1 "
     "loose_talus_angle_deg: 20 }",
     kOthers | LayerSet{Layer::kLoose}},
    {"creep", "creep { diffusion_m2: 10 }"},
    {"droplets",
     "droplets { passes: 1 steps: 6 drops_per_pass: 200000 capacity: 0.05 }"},
    {"fluvial_incision",
     "fluvial_incision { deposition_m_per_yr: 1e-3 deposition_slope: 0.5 }"},
    {"stream_power", "stream_power { deposition: 1 }"},
    {"water_erosion", "water_erosion {}"},
    {"cellular_erosion", "cellular_erosion { rain_density: 1 }"},
};

class Sums : public ::testing::TestWithParam<Summing> {
 protected:
  static std::unique_ptr<Stage> Make() {
    const auto recipe =
        ParseRecipe(absl::StrCat("stages { ", GetParam().stage, " }"));
    const v1::Stage stage = Canonicalize(*recipe)->recipe.stages(0);
    return *FindStage(stage.process_case())
                ->make(stage,
                       {.seed = 5, .level0_cell_m = 10, .domain = kDomain});
  }
  // The world after some passes that found `before` in all of its sums.
  static World After(int32_t before) {
    const LayerSet layers = GetParam().layers | kSums;
    const State rough = testing::RoughWorld(layers, kDomain, 120);
    World w(kDomain, kWall, layers);
    layers.ForEach([&](Layer l) {
      w.SetQuanta(l, [&](int64_t x, int64_t y) {
        return kSums.Has(l) ? before : *rough.Get(l)->At(x, y);
      });
    });
    w.Run(*Make(), 3);
    return w;
  }
};

TEST_P(Sums, EndAtTheLargestWord) {
  constexpr int32_t kBefore = INT32_MAX - 2;
  const World full = After(kBefore);
  const World fresh = After(0);
  (kSums & Make()->info().optional).ForEach([&](Layer l) {
    EXPECT_GT(fresh.Sum(l), 0) << LayerName(l);
    for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
      for (int64_t x = kDomain.x0; x < kDomain.x1; ++x) {
        const auto more = static_cast<uint32_t>(fresh.Quanta(l, x, y));
        ASSERT_EQ(full.Quanta(l, x, y), AddToSum(kBefore, more))
            << LayerName(l) << " at " << x << ", " << y;
      }
    }
  });
}

TEST_P(Sums, LeaveTheGroundAloneWhereTheyAreFull) {
  const World full = After(INT32_MAX);
  const World fresh = After(0);
  for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
    for (int64_t x = kDomain.x0; x < kDomain.x1; ++x) {
      ASSERT_EQ(full.Quanta(Layer::kHeight, x, y),
                fresh.Quanta(Layer::kHeight, x, y));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, Sums, ::testing::ValuesIn(kSumming));

}  // namespace
}  // namespace talus

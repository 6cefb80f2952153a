// The contract of docs/resolution.md: the same land on cells half as wide.

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/sim/plan/heights_of.h"
#include "tests/sim/plan/land_likeness.h"
#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

using testing::BlockMeans;
using testing::BlockMeansOf;
using testing::Correlation;
using testing::LengthNear;
using testing::MainChannels;
using testing::StepsOf;

constexpr double kCoarseCell = 20;  // m
constexpr int64_t kCoarseEdge = 256;
constexpr int64_t kBlock = 8;  // coarse cells
constexpr double kMainAreaM2 = 0.5e6;

// Mountains cut by rivers and slides. `rounds` are of the finest level, then
// of each coarser one.
std::string Mountains(const char* seed, double cell_m, int coarsest,
                      const char* rounds) {
  return absl::StrCat(
      "seed_text: \"", seed, "\" cell_size_m: ", cell_m,
      " stages { gradient_noise { basis: NOISE_BASIS_SIMPLEX octaves: 6"
      " wavelength_m: 12000 amplitude_m: 1800 base_m: 1500 gain: 0.45"
      " warp { strength_m: 1500 wavelength_m: 6000 } } }"
      " stages { multiscale { coarsest_level: ",
      coarsest, " rounds: [", rounds,
      "] stages { fluvial_incision { passes: 1 erodibility: 2.5e-4"
      " area_exponent: 0.33 diffusivity_m2_per_yr: 0.001"
      " deposition_m_per_yr: 3e-4 deposition_slope: 0.012 } }"
      " stages { thermal_erosion { passes: 2 talus_angle_deg: 25"
      " strength: 1 } } } }");
}

Plane<int32_t> LandOf(const std::string& recipe, int level, int64_t edge) {
  const auto program = testing::ProgramOf(recipe);
  EXPECT_TRUE(program.ok()) << program.status();
  if (!program.ok()) return {};
  auto heights = testing::HeightsOf(**program, level, {0, 0, edge, edge});
  EXPECT_TRUE(heights.ok()) << heights.status();
  return heights.ok() ? *std::move(heights) : Plane<int32_t>();
}

void ExpectSameLand(const Plane<int32_t>& coarse, const Plane<int32_t>& fine) {
  const BlockMeans a = BlockMeansOf(coarse, kBlock);
  const BlockMeans b = BlockMeansOf(fine, 2 * kBlock);
  EXPECT_GE(Correlation(a.mean_m, b.mean_m), 0.98);
  // The lie of the valleys, without the altitude that any noise agrees on.
  EXPECT_GE(Correlation(StepsOf(a), StepsOf(b)), 0.95);
  const auto in_coarse = MainChannels(coarse, kCoarseCell, kMainAreaM2);
  const auto in_fine = MainChannels(fine, kCoarseCell / 2, kMainAreaM2);
  ASSERT_TRUE(in_coarse.ok() && in_fine.ok());
  EXPECT_GE(LengthNear(*in_coarse, *in_fine, 2 * kCoarseCell), 0.9);
  EXPECT_GE(LengthNear(*in_fine, *in_coarse, 2 * kCoarseCell), 0.9);
}

TEST(ResolutionContract, HalvingTheFinestCellKeepsTheLand) {
  for (const char* seed : {"one", "two", "three"}) {
    SCOPED_TRACE(seed);
    ExpectSameLand(
        LandOf(Mountains(seed, kCoarseCell, 4, "16, 24, 32"), 0, kCoarseEdge),
        LandOf(Mountains(seed, kCoarseCell / 2, 5, "8, 16, 24, 32"), 0,
               2 * kCoarseEdge));
  }
}

// A preview is the recipe on coarser cells.
TEST(ResolutionContract, ACoarserLevelShowsTheLandOfAFinerOne) {
  const std::string recipe =
      Mountains("four", kCoarseCell / 2, 5, "8, 16, 24, 32");
  ExpectSameLand(LandOf(recipe, 1, kCoarseEdge),
                 LandOf(recipe, 0, 2 * kCoarseEdge));
}

// The measures tell one land from another.
TEST(ResolutionContract, OtherLandIsFoundOut) {
  const Plane<int32_t> one =
      LandOf(Mountains("one", kCoarseCell, 4, "4, 8"), 0, kCoarseEdge);
  const Plane<int32_t> two =
      LandOf(Mountains("two", kCoarseCell, 4, "4, 8"), 0, kCoarseEdge);
  const BlockMeans a = BlockMeansOf(one, kBlock), b = BlockMeansOf(two, kBlock);
  EXPECT_LT(Correlation(a.mean_m, b.mean_m), 0.9);
  EXPECT_LT(Correlation(StepsOf(a), StepsOf(b)), 0.5);
  const auto in_one = MainChannels(one, kCoarseCell, kMainAreaM2);
  const auto in_two = MainChannels(two, kCoarseCell, kMainAreaM2);
  ASSERT_TRUE(in_one.ok() && in_two.ok());
  EXPECT_LT(LengthNear(*in_one, *in_two, 2 * kCoarseCell), 0.5);
}

}  // namespace
}  // namespace talus

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

constexpr Rect kDomain{-256, -256, 256, 256};

v1::Stage Falloff(double exponent, double spread) {
  v1::Stage stage;
  auto& p = *stage.mutable_island_falloff();
  p.set_exponent(exponent);
  p.set_spread(spread);
  p.set_depth_m(1000);
  return stage;
}

StageContext InDomain(const Rect& domain = kDomain, int level = 0) {
  return {.level0_cell_m = 10, .level = level, .domain = domain};
}

int32_t Flat(int64_t, int64_t) { return QuantaFromMeters(900); }

TEST(IslandFalloff, TakesOffTheShareOfTheFormula) {
  for (const auto& [a, b] : {std::pair{3.0, 2.2}, std::pair{1.5, 0.7}}) {
    const Values v = RunSource(*MakeStage(Falloff(a, b), InDomain()), kDomain,
                               Layer::kHeight, Flat);
    for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
      for (int64_t x = kDomain.x0; x < kDomain.x1; ++x) {
        const double size = static_cast<double>(
            std::max(std::abs(2 * x + 1), std::abs(2 * y + 1)));
        const double u = size / 512;
        const double share =
            std::pow(u, a) / (std::pow(u, a) + std::pow(b - b * u, a));
        ASSERT_NEAR(ToMeters(v(x, y)), 900 - 1000 * share, 0.003)
            << x << " " << y;
      }
    }
  }
}

TEST(IslandFalloff, SinksTheWholeBorderAndKeepsTheMiddle) {
  const Values v = RunSource(*MakeStage(Falloff(3, 2.2), InDomain()), kDomain,
                             Layer::kHeight, Flat);
  for (int64_t i = -256; i < 256; ++i) {
    ASSERT_LT(v(i, -256), 0);
    ASSERT_LT(v(i, 255), 0);
    ASSERT_LT(v(-256, i), 0);
    ASSERT_LT(v(255, i), 0);
  }
  EXPECT_NEAR(ToMeters(v(0, 0)), 900, 0.01);
}

TEST(IslandFalloff, StretchesOverAnOblongDomain) {
  const Rect domain{0, 0, 512, 128};
  const auto stage = MakeStage(Falloff(3, 2.2), InDomain(domain));
  const Values v = RunSource(*stage, domain, Layer::kHeight, Flat);
  EXPECT_LT(v(0, 64), 0);
  EXPECT_LT(v(256, 0), 0);
  // Three quarters of the way to the border in either direction.
  EXPECT_NEAR(ToMeters(v(256 + 192, 64)), ToMeters(v(256, 64 + 48)), 25);
}

TEST(IslandFalloff, AgreesBetweenLevels) {
  const Values fine = RunSource(*MakeStage(Falloff(3, 2.2), InDomain()),
                                kDomain, Layer::kHeight, Flat);
  const Rect coarse_domain{-64, -64, 64, 64};
  const Values coarse =
      RunSource(*MakeStage(Falloff(3, 2.2), InDomain(coarse_domain, 2)),
                coarse_domain, Layer::kHeight, Flat);
  for (int64_t x = -64; x < 64; ++x) {
    ASSERT_NEAR(
        ToMeters(coarse(x, 3)),
        (ToMeters(fine(4 * x + 1, 13)) + ToMeters(fine(4 * x + 2, 14))) / 2,
        1.0);
  }
}

TEST(IslandFalloff, DoesNotDependOnTheWindow) {
  const auto stage = MakeStage(Falloff(2.5, 1.9), InDomain());
  const Values whole = RunSource(*stage, kDomain, Layer::kHeight, Flat);
  const Rect part{-201, 33, 212, 71};
  const Values alone = RunSource(*stage, part, Layer::kHeight, Flat);
  const ScopedIsa scope(Isa::kV2);
  const Values plain = RunSource(*stage, part, Layer::kHeight, Flat);
  for (int64_t y = part.y0; y < part.y1; ++y) {
    for (int64_t x = part.x0; x < part.x1; ++x) {
      ASSERT_EQ(alone(x, y), whole(x, y));
      ASSERT_EQ(plain(x, y), whole(x, y));
    }
  }
}

TEST(IslandFalloff, NeedsADomain) {
  const auto made =
      FindStage(v1::Stage::kIslandFalloff)->make(Falloff(3, 2.2), {});
  EXPECT_EQ(made.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(made.status().message().find("give the recipe a domain"),
            absl::string_view::npos);
}

}  // namespace
}  // namespace talus

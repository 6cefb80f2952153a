#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

constexpr Rect kDomain{-64, 32, 192, 160};

v1::Stage Falloff(double width_m, double strength, double floor_m) {
  v1::Stage stage;
  auto& p = *stage.mutable_border_falloff();
  p.set_width_m(width_m);
  p.set_strength(strength);
  p.set_floor_m(floor_m);
  return stage;
}

StageContext InDomain() { return {.level0_cell_m = 10, .domain = kDomain}; }

int32_t High(int64_t x, int64_t y) {
  return QuantaFromMeters(1500 + 3.3 * static_cast<double>(x - y));
}

TEST(BorderFalloff, ScalesHeightsByTheirDistanceFromTheBorder) {
  for (const double strength : {0.5, 1.0, 2.0, 3.3}) {
    const auto stage = MakeStage(Falloff(400, strength, 100), InDomain());
    const Values v = RunSource(*stage, kDomain, Layer::kHeight, High);
    for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
      for (int64_t x = kDomain.x0; x < kDomain.x1; ++x) {
        const int64_t cells =
            std::min(std::min(x - kDomain.x0, kDomain.x1 - 1 - x),
                     std::min(y - kDomain.y0, kDomain.y1 - 1 - y));
        const double widths =
            std::min(1.0, 10 * (static_cast<double>(cells) + 0.5) / 400);
        const double want =
            100 + (ToMeters(High(x, y)) - 100) * std::pow(widths, strength);
        ASSERT_NEAR(ToMeters(v(x, y)), want, 0.003) << x << " " << y;
      }
    }
  }
}

TEST(BorderFalloff, LeavesTheInnerLandAlone) {
  const auto stage = MakeStage(Falloff(400, 1, 0), InDomain());
  const Rect inner = Grow(kDomain, -40);
  const Values v = RunSource(*stage, inner, Layer::kHeight, High);
  for (int64_t y = inner.y0; y < inner.y1; ++y) {
    for (int64_t x = inner.x0; x < inner.x1; ++x) {
      ASSERT_EQ(v(x, y), High(x, y));
    }
  }
}

TEST(BorderFalloff, RaisesLandBelowItsFloor) {
  const auto stage = MakeStage(Falloff(400, 1, -200), InDomain());
  const Values v =
      RunSource(*stage, kDomain, Layer::kHeight,
                [](int64_t, int64_t) { return QuantaFromMeters(-1000); });
  EXPECT_NEAR(ToMeters(v(kDomain.x0, 100)), -200 - 800 * 5.0 / 400, 1e-4);
}

TEST(BorderFalloff, DoesNotDependOnTheWindow) {
  const auto stage = MakeStage(Falloff(555, 1.7, -30), InDomain());
  const Values whole = RunSource(*stage, kDomain, Layer::kHeight, High);
  const Rect part{-61, 33, 12, 71};
  const Values alone = RunSource(*stage, part, Layer::kHeight, High);
  const ScopedIsa scope(Isa::kV2);
  const Values plain = RunSource(*stage, part, Layer::kHeight, High);
  for (int64_t y = part.y0; y < part.y1; ++y) {
    for (int64_t x = part.x0; x < part.x1; ++x) {
      ASSERT_EQ(alone(x, y), whole(x, y));
      ASSERT_EQ(plain(x, y), whole(x, y));
    }
  }
}

TEST(BorderFalloff, NeedsADomain) {
  const auto made =
      FindStage(v1::Stage::kBorderFalloff)->make(Falloff(400, 1, 0), {});
  EXPECT_EQ(made.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(made.status().message().find("give the recipe a domain"),
            absl::string_view::npos);
}

}  // namespace
}  // namespace talus

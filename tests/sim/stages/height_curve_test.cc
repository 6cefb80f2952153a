#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

#include "sim/base/fixed.h"
#include "sim/base/isa.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

v1::Stage Curve(std::initializer_list<std::pair<double, double>> points) {
  v1::Stage stage;
  for (const auto& [from_m, to_m] : points) {
    auto& point = *stage.mutable_height_curve()->add_points();
    point.set_from_m(from_m);
    point.set_to_m(to_m);
  }
  return stage;
}

// What the curve makes of the heights first_m, first_m + step_m, ...
Values Bend(const v1::Stage& stage, double first_m, double step_m, int count) {
  return RunSource(
      *MakeStage(stage, {}), {0, 0, count, 1}, Layer::kHeight,
      [=](int64_t x, int64_t) {
        return QuantaFromMeters(first_m + step_m * static_cast<double>(x));
      });
}

// A sea floor, a coast, a plateau and a summit.
v1::Stage Plateau() {
  return Curve({{-500, -40}, {0, 5}, {200, 30}, {600, 30}, {900, 700}});
}

TEST(HeightCurve, HitsItsPoints) {
  const Values v = Bend(Plateau(), -500, 100, 15);
  EXPECT_EQ(v(0, 0), QuantaFromMeters(-40));
  EXPECT_EQ(v(5, 0), QuantaFromMeters(5));
  EXPECT_EQ(v(7, 0), QuantaFromMeters(30));
  EXPECT_EQ(v(11, 0), QuantaFromMeters(30));
  EXPECT_EQ(v(14, 0), QuantaFromMeters(700));
}

TEST(HeightCurve, NeverFallsWhereItsPointsDoNot) {
  const Values v = Bend(Plateau(), -2000, 0.1, 50000);
  for (int64_t x = 1; x < 50000; ++x) ASSERT_GE(v(x, 0), v(x - 1, 0)) << x;
}

TEST(HeightCurve, StaysFlatBetweenPointsOfOneHeight) {
  const Values v = Bend(Plateau(), 200, 1, 401);
  for (int64_t x = 0; x < 401; ++x) ASSERT_EQ(v(x, 0), QuantaFromMeters(30));
}

TEST(HeightCurve, StaysBetweenItsPointsWhereTheyTurn) {
  const Values v =
      Bend(Curve({{0, 0}, {100, 80}, {200, 10}, {300, 90}}), 0, 0.5, 601);
  for (int64_t x = 0; x < 601; ++x) {
    ASSERT_GE(v(x, 0), QuantaFromMeters(x < 200 ? 0 : 10));
    ASSERT_LE(v(x, 0), QuantaFromMeters(x < 400 ? 80 : 90));
  }
}

TEST(HeightCurve, GoesStraightOnBeyondItsEnds) {
  const v1::Stage stage = Curve({{0, 0}, {100, 50}, {200, 150}});
  const Values below = Bend(stage, -1000, 100, 11);
  const Values above = Bend(stage, 200, 100, 11);
  for (int64_t x = 1; x < 10; ++x) {
    EXPECT_EQ(below(x, 0) - below(x - 1, 0), below(10, 0) - below(9, 0));
    EXPECT_EQ(above(x + 1, 0) - above(x, 0), above(1, 0) - above(0, 0));
  }
  EXPECT_EQ(below(9, 0), QuantaFromMeters(-50));
  EXPECT_EQ(above(1, 0), QuantaFromMeters(150 + 100));
}

TEST(HeightCurve, LeavesHeightsAloneWhereItIsTheDiagonal) {
  const v1::Stage stage = Curve({{-16000, -16000}, {0, 0}, {16000, 16000}});
  const Values v = Bend(stage, -15999.7, 3.7, 8000);
  for (int64_t x = 0; x < 8000; ++x) {
    ASSERT_EQ(v(x, 0),
              QuantaFromMeters(-15999.7 + 3.7 * static_cast<double>(x)));
  }
}

TEST(HeightCurve, HoldsWildSlopesToTheValidRange) {
  const v1::Stage stage = Curve({{0, 0}, {0.001, 16000}});
  const Values v = Bend(stage, -10000, 20000, 2);
  EXPECT_EQ(v(0, 0), -kMaxQuanta);
  EXPECT_EQ(v(1, 0), kMaxQuanta);
}

TEST(HeightCurve, HasTheSameBitsOnEveryInstructionSet) {
  const Values best = Bend(Plateau(), -2000, 1.37, 3001);
  const ScopedIsa scope(Isa::kV2);
  EXPECT_EQ(Bend(Plateau(), -2000, 1.37, 3001), best);
}

TEST(HeightCurve, RejectsPointsThatDoNotRise) {
  const auto make = FindStage(v1::Stage::kHeightCurve)->make;
  EXPECT_EQ(make(Curve({{1, 1}}), {}).status().code(),
            absl::StatusCode::kInvalidArgument);
  const auto made = make(Curve({{0, 0}, {5, 1}, {5, 2}}), {});
  EXPECT_EQ(made.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(made.status().message().find("points[2].from_m = 5"),
            absl::string_view::npos);
}

}  // namespace
}  // namespace talus

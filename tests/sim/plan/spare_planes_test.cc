#include "sim/plan/spare_planes.h"

#include <gtest/gtest.h>

#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

constexpr Rect kRect{0, 0, 8, 8};
constexpr LayerSet kTwo{Layer::kHeight, Layer::kWater};

std::shared_ptr<const Program> Walled() {
  const auto program = testing::ProgramOf(
      "domain { width: 8 height: 8 border: BORDER_WALL } stages { plane {} }");
  EXPECT_TRUE(program.ok()) << program.status();
  return *program;
}

TEST(SparePlanes, WritesPlanesAgainThatNoStateHolds) {
  SparePlanes planes;
  const auto program = Walled();
  State first = planes.Make(*program, kTwo, kRect);
  const LayerPlane* height = first.Get(Layer::kHeight).get();
  const LayerPlane* water = first.Get(Layer::kWater).get();
  first = {};
  const State again = planes.Make(*program, kTwo, kRect);
  EXPECT_EQ(again.Get(Layer::kHeight).get(), height);
  EXPECT_EQ(again.Get(Layer::kWater).get(), water);
}

TEST(SparePlanes, LeavesPlanesAloneThatAStateHolds) {
  SparePlanes planes;
  const auto program = Walled();
  State first = planes.Make(*program, kTwo, kRect);
  State held;
  held.Set(Layer::kHeight, first.Get(Layer::kHeight));
  const LayerPlane* water = first.Get(Layer::kWater).get();
  first = {};
  const State second = planes.Make(*program, kTwo, kRect);
  EXPECT_EQ(second.Get(Layer::kHeight).get(), water);
  EXPECT_NE(second.Get(Layer::kWater).get(), held.Get(Layer::kHeight).get());
}

TEST(SparePlanes, KeepsTheCellsAboutTheRectangleZero) {
  SparePlanes planes;
  const auto program = Walled();
  planes.Make(*program, kTwo, kRect).Get(Layer::kHeight)->At(3, 3)[0] = 7;
  const State again = planes.Make(*program, {Layer::kHeight}, kRect);
  const LayerPlane& plane = *again.Get(Layer::kHeight);
  EXPECT_EQ(*plane.At(3, 3), 7) << "not the plane that was written";
  for (int64_t y = plane.rect().y0; y < plane.rect().y1; ++y) {
    for (int64_t x = plane.rect().x0; x < plane.rect().x1; ++x) {
      if (kRect.Contains(x, y)) continue;
      EXPECT_EQ(*plane.At(x, y), 0);
    }
  }
}

TEST(SparePlanes, MakesNewOnesForAnotherRectangle) {
  SparePlanes planes;
  const auto program = testing::ProgramOf("stages { plane {} }");
  ASSERT_TRUE(program.ok());
  planes.Make(**program, kTwo, kRect);
  const Rect other{0, 0, 6, 6};
  const State state = planes.Make(**program, kTwo, other);
  EXPECT_EQ(state.Get(Layer::kHeight)->rect(), other);
}

}  // namespace
}  // namespace talus

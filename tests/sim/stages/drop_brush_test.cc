#include "sim/stages/drop_brush.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(DropBrush, SharesOutOneWholeOverItsDisc) {
  for (int radius = 1; radius <= 8; ++radius) {
    const drops::Brush brush(radius);
    const int cells = (2 * brush.reach + 1) * brush.width;
    float at = 0;
    for (int j = 0; j < cells; ++j) {
      const auto k = static_cast<size_t>(j);
      EXPECT_EQ(brush.from[k], at);
      EXPECT_GE(brush.to[k], at);
      at = brush.to[k];
    }
    EXPECT_EQ(at, 1.0f);
  }
}

}  // namespace
}  // namespace talus

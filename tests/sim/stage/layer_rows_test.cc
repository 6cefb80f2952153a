#include "sim/stage/layer_rows.h"

#include <gtest/gtest.h>

#include <vector>

namespace talus {
namespace {

TEST(LayerRows, FindsRowsOfARingByTheRestOfADivision) {
  constexpr int64_t kStride = 4;
  std::vector<int32_t> words(1000 * kStride);
  for (const uint32_t rows : {1u, 2u, 3u, 5u, 7u, 16u, 48u, 999u}) {
    LayerRows view;
    view.Set(Layer::kHeight, {words.data(), kStride, -40, rows});
    for (const int64_t y : {-40, -39, -38, -37, 0, 1, 958, 959, 100'000,
                            1'234'567, 2'000'000'000}) {
      EXPECT_EQ(view.Quanta(Layer::kHeight, y),
                words.data() + ((y + 40) % rows) * kStride)
          << y << " of " << rows;
    }
  }
}

}  // namespace
}  // namespace talus

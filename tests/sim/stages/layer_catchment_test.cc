#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include "sim/base/fixed.h"
#include "tests/sim/base/stopping_workers.h"
#include "tests/sim/stages/source_harness.h"
#include "tests/sim/stages/stage_harness.h"

namespace talus::testing {
namespace {

constexpr Rect kDomain = {-20, -10, 21, 31};

v1::Stage Catchment(int64_t x, int64_t y, double snap_m = 0) {
  v1::Stage stage;
  v1::LayerCatchment& p = *stage.mutable_layer_catchment();
  p.set_layer(v1::LAYER_MASK);
  p.set_x(x);
  p.set_y(y);
  p.set_snap_m(snap_m);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

// Two valleys side by side that run south, along columns -10 and 10, with a
// divide along column 0.
int32_t TwoValleys(int64_t x, int64_t y) {
  const int64_t side = std::abs(std::abs(x) - 10);
  return static_cast<int32_t>(400 * side - 100 * y + 100000);
}

World CatchmentOn(const v1::Stage& stage) {
  World w(kDomain, kOpen, {Layer::kHeight, Layer::kMask});
  w.SetQuanta(Layer::kHeight, TwoValleys);
  w.Run(*MakeStage(stage, {.level0_cell_m = 10, .domain = kDomain}), 1);
  return w;
}

int64_t CellsOf(const World& w) {
  int64_t cells = 0;
  for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
    for (int64_t x = kDomain.x0; x < kDomain.x1; ++x) {
      const float share = w.Real(Layer::kMask, x, y);
      EXPECT_TRUE(share == 0 || share == 1);
      cells += share == 1 ? 1 : 0;
    }
  }
  return cells;
}

TEST(LayerCatchment, IsAllThatDrainsToAPointAndNothingElse) {
  const World w = CatchmentOn(Catchment(-10, 30));
  // What falls on the open rim leaves over it.
  EXPECT_EQ(w.Real(Layer::kMask, -10, kDomain.y0), 0);
  for (int64_t y = kDomain.y0 + 1; y <= 30; ++y) {
    EXPECT_EQ(w.Real(Layer::kMask, -10, y), 1) << y;
    EXPECT_EQ(w.Real(Layer::kMask, 10, y), 0) << y;
  }
  // The eastern valley and what lies below the point stay out.
  for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
    for (int64_t x = 1; x < kDomain.x1; ++x) {
      EXPECT_EQ(w.Real(Layer::kMask, x, y), 0) << x << " " << y;
    }
  }
  const World upper = CatchmentOn(Catchment(-10, 5));
  EXPECT_EQ(upper.Real(Layer::kMask, -10, 5), 1);
  EXPECT_EQ(upper.Real(Layer::kMask, -10, 6), 0);
  EXPECT_LT(CellsOf(upper), CellsOf(w));
  EXPECT_GT(CellsOf(upper), 100);
}

TEST(LayerCatchment, IsACellOnADivideAndAValleyOnceSnapped) {
  EXPECT_EQ(CellsOf(CatchmentOn(Catchment(0, 0))), 1);
  const World snapped = CatchmentOn(Catchment(-8, 20, /*snap_m=*/20));
  EXPECT_EQ(snapped.Real(Layer::kMask, -10, 20), 1);
  EXPECT_EQ(snapped.Real(Layer::kMask, -10, 21), 0);
  // 10 m do not reach the river.
  const World beside = CatchmentOn(Catchment(-8, 20, /*snap_m=*/10));
  EXPECT_EQ(beside.Real(Layer::kMask, -10, 20), 0);
}

TEST(LayerCatchment, IsOfTheWholeLakeThatThePointLiesIn) {
  World w(kDomain, kOpen, {Layer::kHeight, Layer::kMask});
  // A bowl around (0, 10) that spills over a gap in its southern rim.
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    const int64_t far = std::max(std::abs(x), std::abs(y - 10));
    if (far == 10 && x == 0 && y == 20) return 9500;
    return static_cast<int32_t>(far <= 10 ? 1000 * far : 9000 - 500 * far);
  });
  w.Run(*MakeStage(Catchment(3, 12), {.level0_cell_m = 10, .domain = kDomain}),
        1);
  for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
    for (int64_t x = kDomain.x0; x < kDomain.x1; ++x) {
      const int64_t far = std::max(std::abs(x), std::abs(y - 10));
      if (far == 10) continue;  // a divide drains either way
      EXPECT_EQ(w.Real(Layer::kMask, x, y), far < 10 ? 1 : 0) << x << " " << y;
    }
  }
}

TEST(LayerCatchment, TakesThePointOfLevelZeroAtCoarserLevels) {
  World w({-5, -3, 6, 8}, kOpen, {Layer::kHeight, Layer::kMask});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    return static_cast<int32_t>(100000 + 400 * std::abs(x) - 100 * y);
  });
  // Cell (-1, 27) of level 0 lies in (-1, 6) of level 2.
  w.Run(*MakeStage(Catchment(-1, 27),
                   {.level0_cell_m = 10, .level = 2, .domain = w.domain()}),
        1);
  EXPECT_EQ(w.Real(Layer::kMask, -1, 6), 1);
  EXPECT_EQ(w.Real(Layer::kMask, 0, 6), 0);
}

// In any part of it; nobody reads what it wrote.
TEST(LayerCatchment, StopsWhereverItIsAsked) {
  const auto stage =
      *FindStage(v1::Stage::kLayerCatchment)
           ->make(Catchment(-10, 5), {.level0_cell_m = 10, .domain = kDomain});
  const State in = MakeState({Layer::kHeight, Layer::kMask}, kDomain, true);
  int works = 0;
  for (bool stopped = true; stopped; ++works) {
    const StoppingWorkers workers(works + 1);
    Window window{kDomain, nullptr, std::nullopt, kDomain};
    window.workers = &workers;
    window.stop = workers.stop();
    Ledger ledger;
    RunPass(*stage, 0, in, window, &ledger);
    stopped = workers.stop().stop_requested();
  }
  EXPECT_GT(works, 5);
}

TEST(LayerCatchment, RefusesAnEndlessWorld) {
  const absl::Status endless =
      FindStage(v1::Stage::kLayerCatchment)
          ->make(Catchment(0, 0), {.level0_cell_m = 10})
          .status();
  EXPECT_EQ(endless.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(std::string(endless.message()).find("give it a domain"),
            std::string::npos);
}

TEST(LayerCatchment, RefusesTheLargestDomain) {
  const int64_t edge = int64_t{1} << 32;
  const absl::Status huge =
      FindStage(v1::Stage::kLayerCatchment)
          ->make(Catchment(0, 0),
                 {.level0_cell_m = 10, .domain = Rect{0, 0, edge, edge}})
          .status();
  EXPECT_EQ(huge.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(std::string(huge.message()).find("4294967296 x 4294967296"),
            std::string::npos);
}

}  // namespace
}  // namespace talus::testing

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/stage/registry.h"
#include "sim/stages/stream_power_solver.h"
#include "tests/sim/base/stopping_workers.h"
#include "tests/sim/base/thread_workers.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"
#include "tests/sim/stages/stream_power_harness.h"

namespace talus::testing {
namespace {

constexpr double kArea = kCell * kCell;

v1::StreamPower Params() { return RiversOf(20000); }

double Height(const World& w, int64_t x, int64_t y) {
  return w.Quanta(Layer::kHeight, x, y) / 65536.0;
}

// dx/dt = -K A^m (x / L)^n over one implicit step: what is left of it.
TEST(StreamPowerSolver, SolvesTheStepForAnyExponentAndLength) {
  for (const double n : {0.5, 0.7, 1.0, 1.3, 2.0, 3.0}) {
    for (const double start : {1e-4, 0.5, 30.0, 2000.0}) {
      for (const double cut : {1e-6, 0.01, 1.0, 100.0, 1e7}) {
        const double kept = stream_power::DropAfter(start, cut, 90, n);
        ASSERT_GE(kept, 0);
        ASSERT_LE(kept, start);
        const double left = kept + cut * std::pow(kept / 90, n);
        // Powers are of single precision.
        EXPECT_NEAR(left / start, 1, 2e-4) << n << " " << start << " " << cut;
      }
    }
  }
  EXPECT_EQ(stream_power::DropAfter(3, 0, 90, 2), 3);
}

// A strip that drains into the sea at its western end.
World Strip(int64_t cells) {
  World w({0, 0, cells, 1}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return static_cast<int32_t>(x) * 655;  // 0.01 m a cell
  });
  return w;
}

// Where uplift and rivers are in balance, U = K A^m S^n along every reach.
TEST(StreamPower, ReachesTheSteadyProfile) {
  constexpr int64_t kCells = 120;
  for (const double n : {0.7, 1.0, 2.0}) {
    v1::StreamPower p = Params();
    p.set_base_level_m(0);
    p.set_slope_exponent(n);
    p.set_area_exponent(0.45 * n);
    p.set_erodibility(n == 1 ? 2e-5 : n < 1 ? 1.5e-4 : 1e-7);
    World w = Strip(kCells);
    w.Run(*MakeRivers(p, w), 1500);
    double height = 0;
    for (int64_t x = 1; x < kCells; ++x) {
      const double area = static_cast<double>(kCells - x) * kArea;
      const double slope = std::pow(
          p.uplift_m_per_yr() / (p.erodibility() * std::pow(area, 0.45 * n)),
          1 / n);
      height += slope * kCell;
      ASSERT_NEAR(Height(w, x, 0) / height, 1, 2e-3) << n << " at " << x;
    }
    EXPECT_GT(height, 100);
    EXPECT_LT(height, 12000);
  }
}

TEST(StreamPower, BooksUpliftAndWhatIsCut) {
  World w({0, 0, 60, 40}, kOpen, {Layer::kHeight, Layer::kWear});
  const State rough = RoughWorld({Layer::kHeight}, w.domain(), 300);
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y);
  });
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(*MakeRivers(Params(), w), 12);
  EXPECT_GT(w.ledger().dissolved, 0);
  EXPECT_EQ(w.Sum(Layer::kHeight) - before,
            w.ledger().uplift - w.ledger().dissolved);
  EXPECT_EQ(w.Sum(Layer::kWear), w.ledger().dissolved);
  // 12 passes of 20 m over all cells but those of the rim, which stay.
  EXPECT_EQ(w.ledger().uplift, int64_t{12} * 20 * 65536 * 58 * 38);
  Ledger rest = w.ledger();
  rest.uplift = rest.dissolved = 0;
  EXPECT_EQ(rest, Ledger{});
}

TEST(StreamPower, UpliftOfLessThanAQuantumAddsUp) {
  v1::StreamPower p = Params();
  p.set_uplift_m_per_yr(0.3 / 65536 / 20000);
  p.set_erodibility(0);
  World w({0, 0, 5, 5}, kOpen, {Layer::kHeight});
  w.Run(*MakeRivers(p, w), 100);
  EXPECT_EQ(w.Quanta(Layer::kHeight, 2, 2), 30);
}

// A hollow of 20 m in a tilted plane: it drains over its rim, and its floor is
// under water.
TEST(StreamPower, LeavesTheFloorsOfLakesAlone) {
  World w({0, 0, 40, 21}, kOpen, {Layer::kHeight});
  const auto floor = [](int64_t x, int64_t y) {
    return std::hypot(static_cast<double>(x - 20),
                      static_cast<double>(y - 10)) < 6;
  };
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return static_cast<int32_t>((2 * x + (floor(x, y) ? -20 : 0)) * 65536);
  });
  v1::StreamPower p = Params();
  p.set_uplift_m_per_yr(0);
  p.set_erodibility(1e-6);
  w.Run(*MakeRivers(p, w), 1);
  for (int64_t y = 0; y < 21; ++y) {
    for (int64_t x = 0; x < 40; ++x) {
      // The water stands at the spill, 28 m.
      if (!floor(x, y) || 2 * x - 20 >= 28) continue;
      EXPECT_EQ(Height(w, x, y), static_cast<double>(2 * x - 20));
    }
  }
  // The way from the spill down is cut, and so are the slopes above.
  EXPECT_LT(Height(w, 13, 10), 26);
  EXPECT_LT(Height(w, 30, 10), 60);
}

TEST(StreamPower, SeaStaysAndLandDrainsToItsLevel) {
  World w({0, 0, 30, 8}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return static_cast<int32_t>((x - 10) * 50 * 65536);
  });
  v1::StreamPower p = Params();
  p.set_base_level_m(0);
  p.set_erodibility(1);
  w.Run(*MakeRivers(p, w), 3);
  for (int64_t y = 0; y < 8; ++y) {
    for (int64_t x = 0; x <= 10; ++x) {
      EXPECT_EQ(Height(w, x, y), 50.0 * (x - 10));
    }
    // However fast it erodes: not below the water.
    for (int64_t x = 11; x < 30; ++x) {
      EXPECT_GE(Height(w, x, y), 0);
      EXPECT_LT(Height(w, x, y), 1);
    }
  }
}

TEST(StreamPower, CutsDownToTheBaseLevelBehindAnOpenBorder) {
  World w({0, 0, 9, 9}, kOpen, {Layer::kHeight}, 10 * 65536);
  w.SetQuanta(Layer::kHeight, [](int64_t, int64_t) { return 90 * 65536; });
  v1::StreamPower p = Params();
  p.set_erodibility(1);
  w.Run(*MakeRivers(p, w), 5);
  EXPECT_GE(Height(w, 0, 4), 10);
  EXPECT_LT(Height(w, 0, 4), 10.1);
  EXPECT_LT(Height(w, 4, 4), 10.1);
}

TEST(StreamPower, AClosedDomainDrainsToItsLowestCell) {
  for (const v1::FlowRouting routing :
       {v1::FLOW_ROUTING_D8, v1::FLOW_ROUTING_MULTIPLE}) {
    World w({0, 0, 12, 12}, kWall, {Layer::kHeight, Layer::kFlow});
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
      return static_cast<int32_t>(((x - 7) * (x - 7) + (y - 4) * (y - 4)) *
                                  65536);
    });
    v1::StreamPower p = Params();
    p.set_routing(routing);
    w.Run(*MakeRivers(p, w), 1);
    EXPECT_EQ(w.Quanta(Layer::kHeight, 7, 4), 0);
    EXPECT_NEAR(w.Real(Layer::kFlow, 7, 4), 144 * kArea, kArea * 1e-3);
  }
}

TEST(StreamPower, HillslopesFailToTheirSlope) {
  v1::StreamPower p = Params();
  p.set_hillslope_deg(30);
  p.set_erodibility(1e-7);
  p.set_uplift_m_per_yr(5e-3);
  p.set_base_level_m(0);
  World w = Strip(50);
  w.Run(*MakeRivers(p, w), 60);
  const double steepest = std::tan(30 * M_PI / 180) * kCell;
  for (int64_t x = 1; x < 50; ++x) {
    EXPECT_NEAR(Height(w, x, 0) - Height(w, x - 1, 0), steepest, 0.01);
  }
}

// The same time in steps of a quarter.
TEST(StreamPower, StepsOfAnyLengthGiveMuchTheSame) {
  double mean[2];
  for (const int finer : {0, 1}) {
    v1::StreamPower p = Params();
    p.set_step_years(finer ? 5000 : 20000);
    World w({0, 0, 64, 64}, kOpen, {Layer::kHeight});
    const State rough = RoughWorld({Layer::kHeight}, w.domain(), 10);
    w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
      return *rough.Get(Layer::kHeight)->At(x, y);
    });
    w.Run(*MakeRivers(p, w), finer ? 400 : 100);
    mean[finer] = static_cast<double>(w.Sum(Layer::kHeight)) / 64 / 64 / 65536;
  }
  EXPECT_GT(mean[0], 20);
  EXPECT_NEAR(mean[0] / mean[1], 1, 0.03);
}

TEST(StreamPower, LayersScaleUpliftAndErodibility) {
  World w({0, 0, 20, 10}, kOpen, {Layer::kHeight, Layer::kMask});
  w.SetQuanta(Layer::kMask, [](int64_t x, int64_t) {
    return std::bit_cast<int32_t>(x < 10 ? 0.0f : 1.0f);
  });
  v1::StreamPower p = Params();
  p.set_erodibility(0);
  const auto stage = MakeRivers(p, w.domain(),
                                {{.parameter = "uplift_m_per_yr",
                                  .layer = Layer::kMask,
                                  .at_zero = 0.25f,
                                  .at_one = 2.0f}});
  ASSERT_TRUE(stage.ok());
  w.Run(**stage, 1);
  EXPECT_EQ(Height(w, 5, 5), 0.25 * 20);
  EXPECT_EQ(Height(w, 15, 5), 2.0 * 20);
}

// Where the mask is 0 hillslopes stand at half the angle.
TEST(StreamPower, ALayerScalesTheAngleOfHillslopes) {
  v1::StreamPower p = Params();
  p.set_hillslope_deg(40);
  p.set_erodibility(1e-7);
  p.set_uplift_m_per_yr(5e-3);
  p.set_base_level_m(0);
  World w({0, 0, 50, 2}, kWall, {Layer::kHeight, Layer::kMask});
  w.SetQuanta(Layer::kHeight,
              [](int64_t x, int64_t) { return static_cast<int32_t>(x) * 655; });
  w.SetQuanta(Layer::kMask, [](int64_t x, int64_t) {
    return std::bit_cast<int32_t>(x < 25 ? 0.0f : 1.0f);
  });
  const auto stage = MakeRivers(p, w.domain(),
                                {{.parameter = "hillslope_deg",
                                  .layer = Layer::kMask,
                                  .at_zero = 0.5f,
                                  .at_one = 1.0f}});
  ASSERT_TRUE(stage.ok());
  EXPECT_TRUE((*stage)->info().reads.Has(Layer::kMask));
  w.Run(**stage, 60);
  for (int64_t x = 1; x < 50; ++x) {
    const double angle = x < 25 ? 20 : 40;
    EXPECT_NEAR(Height(w, x, 0) - Height(w, x - 1, 0),
                std::tan(angle * M_PI / 180) * kCell, 0.01)
        << x;
  }
}

TEST(StreamPower, AFactorOfOneLeavesHillslopesAsTheyAre) {
  v1::StreamPower p = Params();
  p.set_hillslope_deg(33);
  const auto run = [&](std::vector<ParameterScale> scales) {
    World w({0, 0, 60, 40}, kOpen, {Layer::kHeight, Layer::kMask});
    const State rough = RoughWorld({Layer::kHeight}, w.domain(), 900);
    w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
      return *rough.Get(Layer::kHeight)->At(x, y);
    });
    const auto stage = MakeRivers(p, w.domain(), std::move(scales));
    w.Run(**stage, 3);
    std::vector<int32_t> heights;
    for (int64_t y = 0; y < 40; ++y) {
      for (int64_t x = 0; x < 60; ++x) {
        heights.push_back(w.Quanta(Layer::kHeight, x, y));
      }
    }
    return heights;
  };
  EXPECT_EQ(run({}), run({{.parameter = "hillslope_deg",
                           .layer = Layer::kMask,
                           .at_zero = 1,
                           .at_one = 1}}));
}

TEST(StreamPower, IsTheSameWhoeverWorks) {
  const Rect domain{-150, 20, 250, 420};
  const LayerSet layers = {Layer::kHeight, Layer::kDeposition, Layer::kWear};
  const State in = RoughWorld(layers, Grow(domain, kMaxHalo), 300);
  Plane<int32_t> mask(Grow(domain, kMaxHalo));
  mask.Fill(kOpen);
  for (int64_t y = domain.y0; y < domain.y1; ++y) {
    std::fill_n(mask.At(domain.x0, y), domain.width(), kInside);
  }
  const ThreadWorkers three(3);
  v1::StreamPower p = Params();
  p.set_hillslope_deg(30);
  p.set_deposition(2);
  for (const v1::FlowRouting routing :
       {v1::FLOW_ROUTING_D8, v1::FLOW_ROUTING_MULTIPLE}) {
    p.set_routing(routing);
    const auto stage = MakeRivers(p, domain);
    ASSERT_TRUE(stage.ok());
    std::vector<std::vector<int32_t>> words;
    for (const Workers* workers :
         {&kOneWorker, static_cast<const Workers*>(&three)}) {
      Window window{domain, &mask, std::nullopt, domain};
      window.workers = workers;
      Ledger ledger;
      const State out = RunPass(**stage, 3, in, window, &ledger);
      words.push_back(Words(out, Written(**stage, layers), domain));
    }
    EXPECT_EQ(words[0], words[1]);
  }
}

// In any part of a pass; nobody reads what it wrote.
TEST(StreamPower, StopsWhereverItIsAsked) {
  const Rect domain{0, 0, 150, 300};
  const LayerSet layers = {Layer::kHeight, Layer::kDeposition};
  const State in = RoughWorld(layers, Grow(domain, kMaxHalo), 300);
  v1::StreamPower p = Params();
  p.set_hillslope_deg(30);
  p.set_deposition(2);
  p.set_routing(v1::FLOW_ROUTING_MULTIPLE);
  const auto stage = MakeRivers(p, domain);
  ASSERT_TRUE(stage.ok());
  int works = 0;
  for (bool stopped = true; stopped; ++works) {
    const StoppingWorkers workers(works + 1);
    Window window{domain, nullptr, std::nullopt, domain};
    window.workers = &workers;
    window.stop = workers.stop();
    Ledger ledger;
    RunPass(**stage, 0, in, window, &ledger);
    stopped = workers.stop().stop_requested();
    EXPECT_EQ(ledger == Ledger{}, stopped) << works;
  }
  EXPECT_GT(works, 20);
}

TEST(StreamPower, NeedsADomainThatFits) {
  const auto endless = MakeRivers(Params(), std::nullopt);
  EXPECT_EQ(endless.status().code(), absl::StatusCode::kFailedPrecondition);
  const auto huge = MakeRivers(Params(), Rect{0, 0, 8193, 8192});
  EXPECT_EQ(huge.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(MakeRivers(Params(), Rect{0, 0, 8192, 8192}).ok());
}

}  // namespace
}  // namespace talus::testing

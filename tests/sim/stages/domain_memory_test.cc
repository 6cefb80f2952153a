#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/hash.h"
#include "sim/base/large_memory.h"
#include "sim/plan/run_pass.h"
#include "sim/stage/registry.h"
#include "tests/sim/base/thread_workers.h"
#include "tests/sim/stages/stream_power_harness.h"

namespace talus::testing {
namespace {

// Planes of it are all large memory, bytes too.
constexpr Rect kDomain = {0, 0, 2048, 1152};

struct Land {
  const char* name;
  int32_t (*height)(uint32_t draw, int64_t x, int64_t y);
};
constexpr Land kLands[] = {
    // Pits, and saddles between them, on rough ground.
    {"noise", [](uint32_t draw, int64_t,
                 int64_t) { return static_cast<int32_t>(draw >> 8); }},
    {"slope",
     [](uint32_t draw, int64_t x, int64_t y) {
       return static_cast<int32_t>(x * 900 + y * 700 + draw % 300);
     }},
    // Each cell drains to a later one.
    {"fall to the south-east",
     [](uint32_t, int64_t x, int64_t y) {
       return static_cast<int32_t>(-x * 900 - y * 700);
     }},
    // As many pits as there can be, and as many saddles where four of them
    // meet.
    {"pits in a lattice",
     [](uint32_t draw, int64_t x, int64_t y) {
       const int32_t rough = static_cast<int32_t>(draw % 300);
       if (x % 2 == 0 && y % 2 == 0) return rough;
       return (x % 2 != 0 && y % 2 != 0 ? 1000 : 2000) + rough;
     }},
    {"level", [](uint32_t, int64_t, int64_t) { return 0; }},
};

// Most bytes a cell that the first row of a sweep holds beside the layers.
double PeakOf(const Stage& stage, const Land& land, const Workers& workers) {
  const LayerSet layers = stage.info().reads | stage.info().optional;
  const State in = MakeState(layers | LayerSet{Layer::kHeight},
                             Grow(kDomain, kMaxHalo), /*zeroed=*/true);
  for (int64_t y = kDomain.y0; y < kDomain.y1; ++y) {
    const uint32_t key = RowKey(2, 0, 0, y);
    for (int64_t x = kDomain.x0; x < kDomain.x1; ++x) {
      *in.Get(Layer::kHeight)->At(x, y) =
          land.height(CellHash(key, static_cast<uint32_t>(x)), x, y);
    }
  }
  const State out = MakeState(stage.info().writes | stage.info().optional,
                              kDomain, /*zeroed=*/false);
  Ledger ledger;
  Window window{kDomain, nullptr, std::nullopt, kDomain};
  window.workers = &workers;
  const auto sweep = stage.Begin(window, 0);
  LargeMemory& memory = LargeMemory::OfProcess();
  memory.TakePeak();
  const int64_t before = memory.TakePeak();
  sweep->Row(in.Rows(0), 0, out.Rows(0), &ledger);
  return static_cast<double>(memory.TakePeak() - before) /
         static_cast<double>(kDomain.area());
}

// What a plan counts for it is an upper bound, and none that is far off.
void ExpectBound(const Stage& stage, const std::string& what) {
  const ThreadWorkers threads(4);
  double most = 0;
  for (const Land& land : kLands) {
    for (const Workers* workers :
         std::initializer_list<const Workers*>{&kOneWorker, &threads}) {
      const double peak = PeakOf(stage, land, *workers);
      EXPECT_LE(peak, stage.info().scratch_bytes)
          << what << ", " << land.name << ", " << workers->count();
      most = std::max(most, peak);
    }
  }
  EXPECT_GE(most, 0.8 * stage.info().scratch_bytes) << what;
}

TEST(DomainMemory, OfRiversIsAsTheyState) {
  for (const v1::FlowRouting routing :
       {v1::FLOW_ROUTING_D8, v1::FLOW_ROUTING_MULTIPLE}) {
    for (const double deposition : {0, 1}) {
      for (const bool scaled : {false, true}) {
        v1::StreamPower p = RiversOf(20000);
        p.set_routing(routing);
        p.set_deposition(deposition);
        p.set_hillslope_deg(35);
        std::vector<ParameterScale> scales;
        for (const char* parameter : {"uplift_m_per_yr", "erodibility",
                                      "deposition", "hillslope_deg"}) {
          if (scaled) scales.push_back({parameter, Layer::kMask, 1, 2});
        }
        const auto stage = MakeRivers(p, kDomain, scales);
        ASSERT_TRUE(stage.ok());
        ExpectBound(**stage, p.ShortDebugString() + (scaled ? "scaled" : ""));
      }
    }
  }
}

TEST(DomainMemory, OfACatchmentIsAsItStates) {
  v1::Stage stage;
  v1::LayerCatchment& p = *stage.mutable_layer_catchment();
  p.set_layer(v1::LAYER_MASK);
  p.set_x(1000);
  p.set_y(900);
  p.set_snap_m(100);
  p.set_combine(v1::COMBINE_REPLACE);
  ExpectBound(**FindStage(v1::Stage::kLayerCatchment)
                    ->make(stage, {.level0_cell_m = 10, .domain = kDomain}),
              "catchment");
}

}  // namespace
}  // namespace talus::testing

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/plan/stage_scales.h"
#include "sim/recipe/canonical.h"
#include "sim/stage/registry.h"
#include "tests/sim/base/stopping_workers.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus {
namespace {

using testing::World;

constexpr float kCell = 10.0f;

v1::Droplets Defaults() {
  v1::Recipe recipe;
  recipe.add_stages()->mutable_droplets();
  return Canonicalize(recipe)->recipe.stages(0).droplets();
}

std::unique_ptr<Stage> Make(const v1::Droplets& p) {
  v1::Stage stage;
  *stage.mutable_droplets() = p;
  return *FindStage(v1::Stage::kDroplets)
              ->make(stage, {.seed = 3, .level0_cell_m = kCell});
}

// Many drops on rough hills.
v1::Droplets Downpour() {
  v1::Droplets p = Defaults();
  p.set_drops_per_pass(100000);
  p.set_steps(20);
  p.set_capacity(0.05);
  return p;
}

int32_t Hills(int64_t x, int64_t y) {
  const double fx = static_cast<double>(x), fy = static_cast<double>(y);
  return QuantaFromMeters(200 + 40 * std::sin(fx / 7) + 50 * std::cos(fy / 9) +
                          6 * std::sin(fx * 1.3 + fy));
}

constexpr LayerSet kLayers = {Layer::kHeight, Layer::kSediment, Layer::kWear,
                              Layer::kDeposition};

int64_t Ground(const World& world) {
  return world.Sum(Layer::kHeight) + world.Sum(Layer::kSediment);
}

World HillWorld(CellKind border, LayerSet layers = kLayers) {
  World world({-30, -20, 50, 44}, border, layers);
  world.SetQuanta(Layer::kHeight, Hills);
  return world;
}

TEST(Droplets, KeepGroundToTheQuantumBehindAWall) {
  v1::Droplets p = Downpour();
  p.set_cap_m(64);
  World world = HillWorld(kWall);
  const int64_t before = Ground(world);
  world.Run(*Make(p), 5);
  EXPECT_EQ(Ground(world), before);
  EXPECT_EQ(world.ledger().dissolved, 0);
  EXPECT_EQ(world.ledger().sediment_out, 0);
  EXPECT_EQ(world.Sum(Layer::kWear),
            world.Sum(Layer::kDeposition) + world.Sum(Layer::kSediment));
  EXPECT_GT(world.Sum(Layer::kWear), 0);
}

TEST(Droplets, MoveNoCellByMoreThanTheCapAndCountTheRest) {
  v1::Droplets p = Downpour();
  p.set_cap_m(0.01);
  World world = HillWorld(kWall);
  const int64_t before = Ground(world);
  world.Run(*Make(p), 1);
  int32_t most = 0, most_laid = 0;
  for (int64_t y = -20; y < 44; ++y) {
    for (int64_t x = -30; x < 50; ++x) {
      most = std::max(most, world.Quanta(Layer::kWear, x, y));
      most_laid = std::max(most_laid, world.Quanta(Layer::kDeposition, x, y));
    }
  }
  EXPECT_EQ(most, QuantaFromMeters(0.01));
  EXPECT_EQ(most_laid, QuantaFromMeters(0.01));
  EXPECT_GT(world.Sum(Layer::kSediment), 0);
  EXPECT_LT(world.ledger().dissolved, 0);
  EXPECT_EQ(Ground(world) - before, -world.ledger().dissolved);
}

TEST(Droplets, TakeTheirLoadOutOverAnOpenBorder) {
  World world({0, 0, 40, 30}, kOpen, kLayers);
  world.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(500.0 - 4.0 * static_cast<double>(x));
  });
  const int64_t before = Ground(world);
  v1::Droplets p = Downpour();
  p.set_cap_m(64);
  world.Run(*Make(p), 3);
  EXPECT_GT(world.ledger().sediment_out, 0);
  EXPECT_EQ(before - Ground(world), world.ledger().sediment_out);
}

TEST(Droplets, LeaveHardnessOneAlone) {
  World world = HillWorld(kWall, kLayers | LayerSet{Layer::kHardness});
  const auto one = std::bit_cast<int32_t>(1.0f);
  world.SetQuanta(Layer::kHardness,
                  [&](int64_t x, int64_t) { return x < 10 ? one : 0; });
  world.Run(*Make(Downpour()), 2);
  int64_t soft = 0;
  for (int64_t y = -20; y < 44; ++y) {
    for (int64_t x = -30; x < 50; ++x) {
      const int32_t wear = world.Quanta(Layer::kWear, x, y);
      if (x < 10) {
        EXPECT_EQ(wear, 0);
      } else {
        soft += wear;
      }
    }
  }
  EXPECT_GT(soft, 0);
}

TEST(Droplets, LayDownInAPitAndRaiseIt) {
  World world({0, 0, 41, 41}, kWall, kLayers);
  world.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    const double r = std::hypot(x - 20.0, y - 20.0);
    return QuantaFromMeters(3.0 * r);
  });
  const int32_t before = world.Quanta(Layer::kHeight, 20, 20);
  v1::Droplets p = Downpour();
  p.set_gravity(0.1);
  world.Run(*Make(p), 1);
  EXPECT_GT(world.Quanta(Layer::kDeposition, 20, 20), 0);
  EXPECT_GT(world.Quanta(Layer::kHeight, 20, 20), before);
}

TEST(Droplets, LeaveLevelGroundAlone) {
  World world({0, 0, 30, 30}, kWall, kLayers);
  world.SetQuanta(Layer::kHeight, [](int64_t, int64_t) { return 12345; });
  world.Run(*Make(Downpour()), 2);
  EXPECT_EQ(world.Sum(Layer::kWear), 0);
  EXPECT_EQ(world.Sum(Layer::kDeposition), 0);
}

// A millimetre for a drop's water of one.
constexpr double kQuantaOfWater = kQuantaPerMeter / 1000;

TEST(Droplets, CountTheirWaterInEachCellThatTheyLeave) {
  World world({0, 0, 80, 60}, kOpen, kLayers | LayerSet{Layer::kRunoff});
  world.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(500.0 - 4.0 * static_cast<double>(x));
  });
  v1::Droplets p = Downpour();
  p.set_drops_per_pass(262144);  // one in every cell
  p.set_steps(6);
  p.set_evaporation(0);
  p.set_start_water(1);
  world.Run(*Make(p), 1);
  // Far from the borders each cell sends on its own drop and, a step a cell,
  // those of five cells above it.
  int64_t water = 0;
  for (int64_t y = 20; y < 40; ++y) {
    for (int64_t x = 20; x < 60; ++x) {
      water += world.Quanta(Layer::kRunoff, x, y);
    }
  }
  EXPECT_NEAR(static_cast<double>(water), 6 * kQuantaOfWater * 20 * 40,
              0.05 * 6 * kQuantaOfWater * 20 * 40);
}

// Where a layer says so fewer drops are born, down to the least that the
// parameter may be.
TEST(Droplets, AreBornAsOftenAsTheScaleSays) {
  v1::Recipe recipe;
  v1::Stage& message = *recipe.add_stages();
  message.mutable_droplets()->set_drops_per_pass(200000);
  message.mutable_droplets()->set_steps(2);
  message.mutable_droplets()->set_evaporation(0);
  message.mutable_droplets()->set_start_water(1);
  v1::Scale& scale = *message.add_scales();
  scale.set_parameter("drops_per_pass");
  scale.set_layer(v1::LAYER_MASK);
  scale.set_at_zero(0);
  scale.set_at_one(0.5);
  const v1::Stage filled = Canonicalize(recipe)->recipe.stages(0);
  const std::vector<ParameterScale> scales = ScalesOf(filled);
  ASSERT_EQ(scales.size(), 1u);
  EXPECT_EQ(scales[0].at_zero, 1.0f / 200000);
  EXPECT_EQ(scales[0].at_one, 0.5f);
  const auto stage =
      *FindStage(v1::Stage::kDroplets)
           ->make(filled,
                  {.seed = 3, .level0_cell_m = kCell, .scales = scales});
  World world({0, 0, 200, 100}, kWall,
              kLayers | LayerSet{Layer::kRunoff, Layer::kMask});
  world.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    return QuantaFromMeters(-1.0 * static_cast<double>(x + y));
  });
  world.SetQuanta(Layer::kMask, [](int64_t x, int64_t) {
    return std::bit_cast<int32_t>(x < 100 ? 0.0f : 1.0f);
  });
  world.Run(*stage, 1);
  double west = 0, east = 0;
  for (int64_t y = 0; y < 100; ++y) {
    for (int64_t x = 0; x < 200; ++x) {
      (x < 100 ? west : east) += world.Quanta(Layer::kRunoff, x, y);
    }
  }
  // Each is counted at both of its steps.
  const double water =
      2 * kQuantaOfWater * 0.5 * 200000 / (512 * 512) * 99 * 99;
  EXPECT_NEAR(east, water, 0.1 * water);
  EXPECT_LE(west, 4 * kQuantaOfWater);
}

TEST(Droplets, SumUpRunoffOverPassesAndHeedItNot) {
  World with = HillWorld(kWall, kLayers | LayerSet{Layer::kRunoff});
  World without = HillWorld(kWall);
  const auto stage = Make(Downpour());
  with.Run(*stage, 1);
  const int64_t first = with.Sum(Layer::kRunoff);
  EXPECT_GT(first, 0);
  with.Run(*stage, 1, 1);
  EXPECT_GT(with.Sum(Layer::kRunoff), first);
  without.Run(*stage, 2);
  for (int64_t y = -20; y < 44; ++y) {
    for (int64_t x = -30; x < 50; ++x) {
      ASSERT_EQ(with.Quanta(Layer::kHeight, x, y),
                without.Quanta(Layer::kHeight, x, y));
    }
  }
}

TEST(Droplets, EndOnceAStopIsRequested) {
  const Rect rect{0, 0, 64, 64};
  const State in = MakeState(kLayers, Grow(rect, 64), /*zeroed=*/true);
  for (int64_t y = -64; y < 128; ++y) {
    for (int64_t x = -64; x < 128; ++x) {
      *in.Get(Layer::kHeight)->At(x, y) = Hills(x, y);
    }
  }
  const auto worn = [&](const Workers& workers, const std::stop_token& stop) {
    Ledger ledger;
    Window window{.rect = rect, .counted = rect, .stop = stop};
    window.workers = &workers;
    const State out = RunPass(*Make(Downpour()), 0, in, window, &ledger);
    int64_t sum = 0;
    for (int64_t y = 0; y < 64; ++y) {
      for (int64_t x = 0; x < 64; ++x) sum += *out.Get(Layer::kWear)->At(x, y);
    }
    return sum;
  };
  std::stop_source source;
  EXPECT_GT(worn(kOneWorker, source.get_token()), 0);
  source.request_stop();
  EXPECT_EQ(worn(kOneWorker, source.get_token()), 0) << "drops ran on";
  // While the ground is copied, and while drops run.
  int works = 0;
  for (bool stopped = true; stopped; ++works) {
    const testing::StoppingWorkers workers(works + 1);
    const int64_t sum = worn(workers, workers.stop());
    stopped = workers.stop().stop_requested();
    EXPECT_EQ(sum == 0, stopped) << works;
  }
  EXPECT_GT(works, 2);
}

// Runs what is shared out one after the other, the last first.
class Backwards final : public Workers {
 public:
  int count() const override { return 3; }
  void ForEach(size_t count,
               const std::function<void(size_t)>& work) const override {
    most_ = std::max(most_, count);
    for (size_t i = count; i-- > 0;) work(i);
  }
  size_t most() const { return most_; }

 private:
  mutable size_t most_ = 0;
};

TEST(Droplets, AreTheSameWhereWorkersShareThem) {
  constexpr LayerSet kAll = kLayers | LayerSet{Layer::kRunoff};
  const auto stage = Make(Downpour());
  const Rect rect{-30, -20, 50, 144};
  const State in =
      testing::RoughWorld(kAll | LayerSet{Layer::kHardness},
                          Grow(rect, stage->info().halo_cells + kMaxHalo), 100);
  const auto after = [&](const Workers& workers, Ledger* ledger) {
    const Window window{.rect = rect, .counted = rect, .workers = &workers};
    return testing::Words(RunPass(*stage, 0, in, window, ledger), kAll, rect);
  };
  const Backwards backwards;
  Ledger alone, together;
  EXPECT_EQ(after(backwards, &together), after(kOneWorker, &alone));
  EXPECT_EQ(together, alone);
  EXPECT_GE(backwards.most(), 3u);
}

TEST(Droplets, RoundsOverTheLimitAreRefused) {
  const auto checked = [](uint32_t passes, uint32_t steps, uint32_t count) {
    v1::Recipe recipe;
    v1::Repeat& group = *recipe.add_stages()->mutable_repeat();
    group.set_count(count);
    v1::Droplets& p = *group.add_stages()->mutable_droplets();
    p.set_passes(passes);
    p.set_steps(steps);
    return Canonicalize(recipe).status();
  };
  EXPECT_TRUE(checked(8, 62, 1).ok());  // 8 * (62 + 2) = 512
  EXPECT_TRUE(checked(2, 62, 4).ok());
  for (const auto& status :
       {checked(8, 63, 1), checked(9, 62, 1), checked(2, 62, 5)}) {
    EXPECT_TRUE(absl::IsInvalidArgument(status));
    EXPECT_NE(status.message().find("droplets.passes"), std::string::npos);
    EXPECT_NE(status.message().find("take fewer passes"), std::string::npos);
  }
}

}  // namespace
}  // namespace talus

#include "sim/stages/river_deposits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "sim/base/fixed.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"
#include "tests/sim/stages/stream_power_harness.h"

namespace talus::testing {
namespace {

using stream_power::DepositsOf;
using stream_power::RiverBeds;

struct Draws {
  Draws(const Drainage& d, uint64_t seed)
      : stay(seed, 0, 1, {0, 0, d.width, d.height}),
        division(seed, 0, 2, {0, 0, d.width, d.height}) {}
  CellDraws stay, division;
};

// A river of one cell after the other; the last in the order is its head, and
// none lies below the water that it drains to.
struct River {
  explicit River(std::vector<int32_t> ground)
      : bed(std::move(ground)),
        water(bed),
        taken(bed.size()),
        coefficient(bed.size(), 1),
        area(bed.size()) {
    drainage.width = static_cast<int64_t>(bed.size());
    drainage.height = 1;
    drainage.filled.assign(bed.begin(), bed.end());
    for (size_t i = 0; i < bed.size(); ++i) {
      drainage.receiver.push_back(i == 0 ? Drainage::kNone
                                         : static_cast<CellIndex>(i - 1));
      area[i] = static_cast<float>(bed.size() - i);
    }
  }
  void SetWater(size_t i, int32_t level) {
    drainage.filled[i] = water[i] = level;
  }
  RiverBeds Beds(const Draws& draws, double steepest = 0) const {
    return {.drainage = drainage,
            .ground = bed,
            .surface = water,
            .taken = taken,
            .coefficient = coefficient,
            .area = area,
            .stay_draws = draws.stay,
            .division_draws = draws.division,
            .hillslope = {steepest, {}}};
  }
  WordVector<int32_t> Deposits(double steepest = 0, uint64_t seed = 1) const {
    const Draws draws(drainage, seed);
    return *DepositsOf(Beds(draws, steepest), {});
  }

  Drainage drainage;
  std::vector<int32_t> bed, water, taken;
  std::vector<float> coefficient, area;
};

double Mean(int seeds, const std::function<int32_t(uint64_t)>& of_seed) {
  double sum = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    sum += of_seed(static_cast<uint64_t>(seed));
  }
  return sum / seeds;
}

TEST(DepositsOf, KeepsAShareOfTheLoadThatPasses) {
  River river({0, 1000, 2000, 3000});
  river.taken = {0, 0, 60, 600};
  // The head keeps nothing; of 660, G / (G + 2); of what is left, G / (G + 3).
  EXPECT_EQ(river.Deposits(), (WordVector<int32_t>{0, 110, 220, 0}));
  river.coefficient = {1, 0, 2, 1};
  EXPECT_EQ(river.Deposits(), (WordVector<int32_t>{0, 0, 330, 0}));
}

TEST(DepositsOf, KeepsItsShareOnAverageWhereItIsNoWholeNumber) {
  River river({0, 1000, 2000, 3000});
  river.taken = {0, 0, 0, 2};
  EXPECT_NEAR(
      Mean(20000, [&](uint64_t seed) { return river.Deposits(0, seed)[2]; }),
      2.0 / 3, 0.02);
}

TEST(DepositsOf, NeverRisesAboveWhatDrainsToIt) {
  River river({0, 1000, 1010, 1015});
  river.taken = {0, 0, 0, 6000};
  const WordVector<int32_t> laid = river.Deposits();
  EXPECT_EQ(laid[2], 5);
  EXPECT_EQ(laid[1], 15);
}

TEST(DepositsOf, FillsStandingWaterToItsLevelAndNoFurther) {
  River river({0, 900, 500, 3000});
  river.SetWater(2, 1000);
  river.taken = {0, 0, 0, 300};
  EXPECT_EQ(river.Deposits(), (WordVector<int32_t>{0, 0, 300, 0}));
  river.taken[3] = 800;
  // 300 flow on; the cell below has 100 of room, and a quarter of them.
  EXPECT_EQ(river.Deposits(), (WordVector<int32_t>{0, 75, 500, 0}));
}

// It ends there: what the first cell of the sea has no room for leaves.
TEST(DepositsOf, FillsTheFirstCellOfTheSeaToItsLevel) {
  River river({-500, 1000, 2000});
  river.SetWater(0, 0);
  river.coefficient = {1, 0, 0};
  river.taken = {0, 0, 300};
  EXPECT_EQ(river.Deposits(), (WordVector<int32_t>{300, 0, 0}));
  river.taken = {0, 0, 800};
  EXPECT_EQ(river.Deposits(), (WordVector<int32_t>{500, 0, 0}));
}

TEST(DepositsOf, LaysNothingDownInWaterWithoutACoefficient) {
  River river({0, 900, 500, 3000});
  river.SetWater(2, 1000);
  river.coefficient = {1, 0, 0, 1};
  river.taken = {0, 0, 0, 300};
  EXPECT_EQ(river.Deposits(), (WordVector<int32_t>{0, 0, 0, 0}));
}

TEST(DepositsOf, LeavesHillslopesAlone) {
  River river({0, 1000, 1200, 5000});
  river.taken = {0, 0, 0, 300};
  EXPECT_EQ(river.Deposits(900), (WordVector<int32_t>{0, 0, 100, 0}));
  EXPECT_EQ(river.Deposits(5000), (WordVector<int32_t>{0, 50, 100, 0}));
}

// A head above three cells that drain away from it side by side.
std::vector<int32_t> DepositsBelowAHead(int32_t taken, int32_t west,
                                        float coefficient = 1,
                                        uint64_t seed = 1) {
  constexpr int32_t kNo = Drainage::kNoData;
  constexpr CellIndex kNone = Drainage::kNone;
  const std::vector<int32_t> ground = {kNo,  3000, kNo, west, 2000,
                                       2000, 0,    0,   0};
  Drainage drainage{.width = 3, .height = 3};
  drainage.filled.assign(ground.begin(), ground.end());
  drainage.receiver = {kNone, 4, kNone, 6, 7, 8, kNone, kNone, kNone};
  std::vector<int32_t> cut(9);
  cut[1] = taken;
  const std::vector<float> ones(9, 1), coefficients(9, coefficient);
  const Draws draws(drainage, seed);
  const WordVector<int32_t> laid =
      *DepositsOf({.drainage = drainage,
                   .ground = ground,
                   .surface = ground,
                   .taken = cut,
                   .coefficient = coefficients,
                   .area = ones,
                   .stay_draws = draws.stay,
                   .division_draws = draws.division,
                   .flow_exponent = 1},
                  {});
  return {laid.begin() + 3, laid.begin() + 6};
}

TEST(DepositsOf, DividesTheLoadAsTheAreaIsCounted) {
  // 2414 go by slope, 1 / sqrt(2) : 1 : 1 / sqrt(2), and half of it stays.
  const std::vector<int32_t> laid = DepositsBelowAHead(2414, 2000);
  EXPECT_NEAR(laid[0], 353, 1);
  EXPECT_NEAR(laid[1], 500, 1);
  EXPECT_NEAR(laid[2], 353, 1);
}

// However little it is: one quantum for three, all of which keep what comes.
TEST(DepositsOf, DividesWithoutBias) {
  const double parts[] = {1, std::sqrt(2.0), 1};
  for (const size_t k : {0u, 1u, 2u}) {
    const double mean = Mean(20000, [&](uint64_t seed) {
      return DepositsBelowAHead(1, 2000, /*coefficient=*/1e9f, seed)[k];
    });
    EXPECT_NEAR(mean, parts[k] / (2 + std::sqrt(2.0)), 0.02) << k;
  }
}

TEST(DepositsOf, RisesToTheHighestDonorWhereNoCellDrainsToIt) {
  EXPECT_EQ(DepositsBelowAHead(1000000, 2990)[0], 10);
}

TEST(DepositsOf, HeedsAStop) {
  const River river({0, 1});
  const Draws draws(river.drainage, 1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(DepositsOf(river.Beds(draws), stop.get_token()).has_value());
}

v1::StreamPower Params() {
  v1::StreamPower p = RiversOf(1000);
  p.set_deposition(1.5);
  return p;
}

// In balance what is cut is the uplift and what is laid down, U + G U = K A^m
// S: Yuan and others' steady state. The heads of rivers lay nothing down, and
// every bed stands one deposit above its profile.
TEST(StreamPowerDeposits, MakeSteadyRiversSteeper) {
  constexpr int64_t kCells = 120;
  v1::StreamPower p = Params();
  p.set_base_level_m(0);
  World w({0, 0, kCells, 1}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight,
              [](int64_t x, int64_t) { return static_cast<int32_t>(x) * 655; });
  w.Run(*MakeRivers(p, w), 20000);
  const double rise = p.uplift_m_per_yr() * p.step_years();
  double height = p.deposition() * rise;
  for (int64_t x = 1; x < kCells - 1; ++x) {
    const double area = static_cast<double>(kCells - x) * kCell * kCell;
    height += (1 + p.deposition()) * p.uplift_m_per_yr() /
              (p.erodibility() * std::pow(area, 0.45)) * kCell;
    ASSERT_NEAR(ToMeters(w.Quanta(Layer::kHeight, x, 0)) / height, 1, 2e-3)
        << x;
  }
}

TEST(StreamPowerDeposits, BalanceTheBooks) {
  World w({0, 0, 60, 40}, kOpen,
          {Layer::kHeight, Layer::kWear, Layer::kDeposition});
  const State rough = RoughWorld({Layer::kHeight}, w.domain(), 300);
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y);
  });
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(*MakeRivers(Params(), w), 12);
  EXPECT_GT(w.Sum(Layer::kDeposition), 0);
  EXPECT_EQ(w.Sum(Layer::kHeight) - before,
            w.ledger().uplift - w.ledger().dissolved);
  EXPECT_EQ(w.Sum(Layer::kWear) - w.Sum(Layer::kDeposition),
            w.ledger().dissolved);
}

// What is declared is written, and a G too small for a float lays nothing down.
TEST(StreamPowerDeposits, OfAlmostNothingAreNoLayer) {
  v1::StreamPower p = Params();
  p.set_deposition(1e-50);
  const auto stage = MakeRivers(p, Rect{0, 0, 8, 8});
  ASSERT_TRUE(stage.ok());
  EXPECT_FALSE((*stage)->info().optional.Has(Layer::kDeposition));
}

// A coast: the cells beside the land fill up to the sea, those beyond stay.
TEST(StreamPowerDeposits, FillTheSeaBesideTheLandUpToItsLevel) {
  World w({0, 0, 30, 4}, kWall, {Layer::kHeight});
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return static_cast<int32_t>(x < 5 ? -2 : 20 * (x - 4)) << 16;
  });
  v1::StreamPower p = Params();
  p.set_base_level_m(0);
  w.Run(*MakeRivers(p, w), 400);
  for (int64_t y = 0; y < 4; ++y) {
    EXPECT_EQ(w.Quanta(Layer::kHeight, 4, y), 0);
    for (int64_t x = 0; x < 4; ++x) {
      EXPECT_EQ(w.Quanta(Layer::kHeight, x, y), -2 << 16);
    }
  }
}

// Mountains that rise in the north, a plain in the south that does not.
TEST(StreamPowerDeposits, RaiseThePlainBeforeTheMountains) {
  const Rect domain{0, 0, 64, 96};
  const auto run = [&](double deposition) {
    World w(domain, kOpen, {Layer::kHeight});
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
      const bool mountains = y < 40;
      return static_cast<int32_t>((96 - y) * 6553 +
                                  (mountains ? 300 * 65536 : 0) +
                                  (x * 37 + y * 91) % 64 * 4096);
    });
    v1::StreamPower p = Params();
    p.set_uplift_m_per_yr(0);
    p.set_deposition(deposition);
    w.Run(*MakeRivers(p, w), 30);
    double sum = 0;
    for (int64_t y = 44; y < 60; ++y) {
      for (int64_t x = 4; x < 60; ++x) {
        sum += ToMeters(w.Quanta(Layer::kHeight, x, y));
      }
    }
    return sum / (16 * 56);
  };
  EXPECT_GT(run(1), run(0) + 1);
}

}  // namespace
}  // namespace talus::testing

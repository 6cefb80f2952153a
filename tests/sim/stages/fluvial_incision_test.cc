#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "sim/base/fixed.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus {
namespace {

using testing::World;

constexpr double kCell = 10;
constexpr double kCellArea = kCell * kCell;
constexpr LayerSet kLand = {Layer::kHeight, Layer::kFlow};
constexpr LayerSet kLayers = {Layer::kHeight, Layer::kFlow, Layer::kHardness,
                              Layer::kWear, Layer::kDeposition};

v1::FluvialIncision Params() {
  v1::FluvialIncision p;
  p.set_passes(1);
  p.set_step_years(1000);
  p.set_erodibility(2e-5);
  p.set_area_exponent(0.5);
  p.set_slope_exponent(1);
  p.set_flow_exponent(4);
  p.set_diffusivity_m2_per_yr(0);
  p.set_deposition_m_per_yr(0);
  p.set_deposition_slope(0.01);
  return p;
}

std::unique_ptr<Stage> Make(const v1::FluvialIncision& params) {
  v1::Stage stage;
  *stage.mutable_fluvial_incision() = params;
  return *FindStage(v1::Stage::kFluvialIncision)
              ->make(stage, {.seed = 11, .level0_cell_m = kCell});
}

std::unique_ptr<Stage> MakeWithoutCut() {
  v1::FluvialIncision p = Params();
  p.set_erodibility(0);
  return Make(p);
}

void SetRough(World& w, double relief_m) {
  const State rough =
      testing::RoughWorld({Layer::kHeight}, w.domain(), relief_m);
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y);
  });
}

// The lowest of the eight neighbours inside the domain.
int32_t LowestNeighbour(const World& w, int64_t x, int64_t y) {
  int32_t lowest = std::numeric_limits<int32_t>::max();
  for (int64_t v = y - 1; v <= y + 1; ++v) {
    for (int64_t u = x - 1; u <= x + 1; ++u) {
      if ((u == x && v == y) || !w.domain().Contains(u, v)) continue;
      lowest = std::min(lowest, w.Quanta(Layer::kHeight, u, v));
    }
  }
  return lowest;
}

TEST(FluvialIncision, HandsDrainageAreaDownAChannelCellByCell) {
  // A V-shaped channel along row 0 that falls eastward; its two sides are one
  // cell wide.
  World w({0, -1, 20, 2}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    return QuantaFromMeters(100 - 0.1 * static_cast<double>(x) +
                            1000.0 * std::abs(static_cast<double>(y)));
  });
  w.Run(*MakeWithoutCut(), 40);
  // Each column adds three cells; the sides spill a trace to their diagonal
  // neighbours.
  for (int64_t x = 1; x < 20; ++x) {
    EXPECT_NEAR(w.Real(Layer::kFlow, x, 0) - w.Real(Layer::kFlow, x - 1, 0),
                3 * kCellArea, 0.6 * kCellArea)
        << x;
  }
  EXPECT_NEAR(w.Real(Layer::kFlow, 19, 0), 60 * kCellArea, 0.1);
}

TEST(FluvialIncision, HandsOnOneCellAPass) {
  World w({0, 0, 30, 1}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(100 - static_cast<double>(x));
  });
  w.Run(*MakeWithoutCut(), 4);
  EXPECT_FLOAT_EQ(w.Real(Layer::kFlow, 0, 0), kCellArea);
  EXPECT_FLOAT_EQ(w.Real(Layer::kFlow, 3, 0), 4 * kCellArea);
  EXPECT_FLOAT_EQ(w.Real(Layer::kFlow, 20, 0), 5 * kCellArea);
}

TEST(FluvialIncision, CountsEveryCellOnceInTheAreaOfTheOutlets) {
  for (const double exponent : {1.0, 1.7, 2.0, 4.0}) {
    v1::FluvialIncision p = Params();
    p.set_erodibility(0);
    p.set_flow_exponent(exponent);
    World w({0, 0, 24, 24}, kWall, kLand);
    SetRough(w, 100);
    w.Run(*Make(p), 100);
    double at_pits = 0;
    for (int64_t y = 0; y < 24; ++y) {
      for (int64_t x = 0; x < 24; ++x) {
        if (w.Quanta(Layer::kHeight, x, y) <= LowestNeighbour(w, x, y)) {
          at_pits += w.Real(Layer::kFlow, x, y);
        }
      }
    }
    EXPECT_NEAR(at_pits, 576 * kCellArea, 0.01 * kCellArea) << exponent;
  }
}

TEST(FluvialIncision, KeepsAreaExactFromDropsOfAQuantumToCliffs) {
  for (const double drop : {kMetersPerQuantum * 1.0, 1e-3, 1.0, 1600.0}) {
    World w({0, 0, 20, 1}, kWall, kLand);
    w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t) {
      return QuantaFromMeters(-drop * static_cast<double>(x - 10));
    });
    w.Run(*MakeWithoutCut(), 30);
    EXPECT_NEAR(w.Real(Layer::kFlow, 19, 0), 20 * kCellArea, 1e-3) << drop;
  }
}

TEST(FluvialIncision, CutsByTheStreamPowerLaw) {
  // m and n by the quick form and by the general one: K A^m S^n dt on a plane
  // of slope 0.2 with a given area.
  for (const auto& [m, n] :
       {std::pair{0.5, 1.0}, {0.5, 1.5}, {0.4, 1.0}, {0.7, 2.0}}) {
    v1::FluvialIncision p = Params();
    p.set_area_exponent(m);
    p.set_slope_exponent(n);
    World w({0, 0, 16, 16}, kWall, kLand);
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
      return QuantaFromMeters(2.0 * static_cast<double>(x));
    });
    w.SetQuanta(Layer::kFlow, [](int64_t, int64_t) {
      return std::bit_cast<int32_t>(5000.0f);
    });
    w.Run(*Make(p), 1);
    const double cut = 16 - ToMeters(w.Quanta(Layer::kHeight, 8, 8));
    const double law = 2e-5 * 1000 * std::pow(5000, m) * std::pow(0.2, n);
    EXPECT_NEAR(cut, law, 1e-5 * law + 2 * kMetersPerQuantum) << m << ", " << n;
  }
}

TEST(FluvialIncision, LosesToTheLedgerWhatTheGroundLoses) {
  v1::FluvialIncision p = Params();
  p.set_diffusivity_m2_per_yr(0.01);
  p.set_deposition_m_per_yr(1e-5);
  World w({-20, 5, 30, 44}, kWall,
          {Layer::kHeight, Layer::kFlow, Layer::kWear, Layer::kDeposition});
  SetRough(w, 300);
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(*Make(p), 200);
  const int64_t lost = before - w.Sum(Layer::kHeight);
  EXPECT_GT(lost, 0);
  EXPECT_EQ(w.ledger().dissolved, lost);
  EXPECT_EQ(w.Sum(Layer::kWear) - w.Sum(Layer::kDeposition), lost);
  Ledger rest = w.ledger();
  rest.dissolved = 0;
  EXPECT_EQ(rest, Ledger{});
}

TEST(FluvialIncision, NeitherCutsBelowAReceiverNorMakesAPit) {
  v1::FluvialIncision p = Params();
  p.set_erodibility(1);  // far beyond what a pass can cut
  const auto stage = Make(p);
  World w({0, 0, 48, 48}, kWall, kLand);
  SetRough(w, 300);
  for (int pass = 0; pass < 30; ++pass) {
    World old(w.domain(), kWall, {Layer::kHeight});
    old.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
      return w.Quanta(Layer::kHeight, x, y);
    });
    w.Run(*stage, 1, pass);
    for (int64_t y = 0; y < 48; ++y) {
      for (int64_t x = 0; x < 48; ++x) {
        const int32_t was = old.Quanta(Layer::kHeight, x, y);
        const int32_t lowest = LowestNeighbour(old, x, y);
        if (was <= lowest) {
          ASSERT_EQ(w.Quanta(Layer::kHeight, x, y), was);
        } else {
          ASSERT_GT(w.Quanta(Layer::kHeight, x, y), lowest);
          ASSERT_GT(w.Quanta(Layer::kHeight, x, y), LowestNeighbour(w, x, y));
        }
      }
    }
  }
}

TEST(FluvialIncision, DoesNotCutBelowItsBaseLevel) {
  v1::FluvialIncision p = Params();
  p.set_erodibility(1e-3);
  p.set_base_level_m(20);
  World w({0, 0, 64, 8}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(static_cast<double>(x));
  });
  w.Run(*Make(p), 400);
  for (int64_t x = 0; x < 64; ++x) {
    const int32_t h = w.Quanta(Layer::kHeight, x, 4);
    if (x <= 20) {
      EXPECT_EQ(h, QuantaFromMeters(static_cast<double>(x)));
    } else {
      EXPECT_GE(h, QuantaFromMeters(20));
    }
  }
  EXPECT_LT(w.Quanta(Layer::kHeight, 40, 4), QuantaFromMeters(25));
}

TEST(FluvialIncision, SparesHardGround) {
  const auto cut = [](float hardness) {
    World w({0, 0, 16, 16}, kWall,
            {Layer::kHeight, Layer::kFlow, Layer::kHardness});
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
      return QuantaFromMeters(2.0 * static_cast<double>(x));
    });
    w.SetQuanta(Layer::kHardness, [&](int64_t, int64_t) {
      return std::bit_cast<int32_t>(hardness);
    });
    w.Run(*Make(Params()), 1);
    return QuantaFromMeters(16) - w.Quanta(Layer::kHeight, 8, 8);
  };
  EXPECT_EQ(cut(1), 0);
  EXPECT_NEAR(cut(0.75f), 0.25 * cut(0), 2);
}

TEST(FluvialIncision, DrainsOverAnOpenBorderToTheBaseLevel) {
  const auto corner_after = [](CellKind border) {
    World w({0, 0, 12, 12}, border, kLand, QuantaFromMeters(0));
    w.SetQuanta(Layer::kHeight,
                [](int64_t, int64_t) { return QuantaFromMeters(50); });
    w.Run(*Make(Params()), 30);
    return w.Quanta(Layer::kHeight, 0, 0);
  };
  EXPECT_EQ(corner_after(kWall), QuantaFromMeters(50));
  EXPECT_LT(corner_after(kOpen), QuantaFromMeters(45));
}

TEST(FluvialIncision, LeavesCellsOutsideTheWorldAlone) {
  const Rect rect{0, 0, 32, 16};
  const State in = testing::RoughWorld(kLayers, Grow(rect, 2), 300);
  Plane<int32_t> mask(Grow(rect, kMaxHalo));
  mask.Fill(kInside);
  for (int64_t x = 10; x < 20; ++x) *mask.At(x, 7) = kOpen;
  const State out = testing::Pass(*Make(Params()), in, rect, &mask);
  const Rect outside{10, 7, 20, 8};
  const LayerSet written = testing::Written(*Make(Params()), kLayers);
  EXPECT_EQ(testing::Words(out, written, outside),
            testing::Words(in, written, outside));
}

TEST(FluvialIncision, WearsAConeEvenlyAllRound) {
  constexpr int64_t kRadius = 100;
  v1::FluvialIncision p = Params();
  p.set_diffusivity_m2_per_yr(0.01);
  World w({-kRadius, -kRadius, kRadius + 1, kRadius + 1}, kWall, kLand);
  const auto cone = [](int64_t x, int64_t y) {
    return QuantaFromMeters(
        3000 - 5 * std::hypot(static_cast<double>(x), static_cast<double>(y)));
  };
  w.SetQuanta(Layer::kHeight, cone);
  w.Run(*Make(p), 40);
  // Fourier terms of the incision around a ring.
  double mean = 0;
  double cells = 0;
  std::complex<double> fourth = 0;
  std::complex<double> eighth = 0;
  for (int64_t y = -70; y <= 70; ++y) {
    for (int64_t x = -70; x <= 70; ++x) {
      const double r =
          std::hypot(static_cast<double>(x), static_cast<double>(y));
      if (r < 30 || r > 70) continue;
      const double cut = ToMeters(cone(x, y) - w.Quanta(Layer::kHeight, x, y));
      const double angle =
          std::atan2(static_cast<double>(y), static_cast<double>(x));
      mean += cut;
      fourth += std::polar(cut, -4 * angle);
      eighth += std::polar(cut, -8 * angle);
      cells += 1;
    }
  }
  EXPECT_GT(mean / cells, 0.5);
  EXPECT_LT(2 * std::abs(fourth), 0.05 * mean);
  EXPECT_LT(2 * std::abs(eighth), 0.05 * mean);
}

TEST(FluvialIncision, FillsALakeUntilItOverflowsAndDrainsOnThroughIt) {
  v1::FluvialIncision p = Params();
  p.set_deposition_m_per_yr(2e-5);
  p.set_deposition_slope(0.02);
  // A valley that falls eastward, with a hollow of 15 m across its floor and a
  // steep run below, whose far end takes long to fill.
  World w({0, 0, 80, 5}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t y) {
    const double side = 5.0 * std::abs(static_cast<double>(y - 2));
    const double hollow = x >= 30 && x < 50 ? 15 : 0;
    const double run = x >= 50 ? 20.0 * static_cast<double>(x - 50) : 0;
    return QuantaFromMeters(1000 - static_cast<double>(x) + side - hollow -
                            run);
  });
  p.set_erodibility(0);
  const auto stage = Make(p);
  w.Run(*stage, 20);
  EXPECT_LT(w.Real(Layer::kFlow, 60, 2), 60 * kCellArea);
  w.Run(*stage, 300, 20);
  // Past the lake flows what rises before it.
  EXPECT_GT(w.Real(Layer::kFlow, 60, 2), 150 * kCellArea);
  for (int64_t x = 30; x < 50; ++x) {
    EXPECT_GT(w.Quanta(Layer::kHeight, x, 2), QuantaFromMeters(945)) << x;
  }
  EXPECT_LT(w.ledger().dissolved, 0);
}

TEST(FluvialIncision, FillsPitsForGoodUnderALargeRiver) {
  v1::FluvialIncision p = Params();
  p.set_deposition_m_per_yr(1e-4);
  p.set_diffusivity_m2_per_yr(0.02);
  World w({0, 0, 200, 41}, kWall, kLand);
  const State rough = testing::RoughWorld({Layer::kHeight}, w.domain(), 40);
  // A valley that falls eastward into a lower basin.
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y) +
           QuantaFromMeters(1000 -
                            2 * static_cast<double>(std::min<int64_t>(x, 150)) +
                            5 * std::abs(static_cast<double>(y - 20)));
  });
  w.Run(*Make(p), 120);
  int deep = 0;
  for (int64_t y = 0; y < 41; ++y) {
    for (int64_t x = 0; x < 150; ++x) {
      deep += LowestNeighbour(w, x, y) - w.Quanta(Layer::kHeight, x, y) >
              QuantaFromMeters(0.1);
    }
  }
  EXPECT_EQ(deep, 0);
}

TEST(FluvialIncision, LaysDownNoMoreThanAKilometreAPass) {
  v1::FluvialIncision p = Params();
  p.set_deposition_m_per_yr(1);
  p.set_deposition_slope(1);
  p.set_step_years(1e6);
  v1::Stage stage;
  *stage.mutable_fluvial_incision() = p;
  const auto made =
      FindStage(v1::Stage::kFluvialIncision)
          ->make(stage, {.seed = 11, .level0_cell_m = 10000, .level = 6});
  World w({0, 0, 12, 12}, kWall, kLand);
  SetRough(w, 300);
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(**made, 3);
  const int64_t risen = w.Sum(Layer::kHeight) - before;
  EXPECT_GT(risen, 0);
  EXPECT_LE(risen, int64_t{3} * 144 * QuantaFromMeters(1025));
}

TEST(FluvialIncision, LaysNothingDownWhereNothingFlowsIn) {
  v1::FluvialIncision p = Params();
  p.set_deposition_m_per_yr(1);
  World w({0, 0, 20, 20}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t, int64_t) { return 1000; });
  w.Run(*Make(p), 50);
  EXPECT_EQ(w.Sum(Layer::kHeight), 400 * 1000);
}

TEST(FluvialIncision, LaysNothingDownOnSteepBeds) {
  v1::FluvialIncision p = Params();
  const auto height_after = [&](double deposition) {
    p.set_deposition_m_per_yr(deposition);
    p.set_deposition_slope(0.05);
    World w({0, 0, 30, 3}, kWall, kLand);
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
      return QuantaFromMeters(2.0 * static_cast<double>(x));
    });
    w.Run(*Make(p), 5);
    return w.Quanta(Layer::kHeight, 20, 1);
  };
  EXPECT_EQ(height_after(0.1), height_after(0));
}

TEST(FluvialIncision, TurnsASlopeConcave) {
  // Detachment-limited rivers over a fixed base wear headward: slope falls as
  // the area grows.
  v1::FluvialIncision p = Params();
  p.set_base_level_m(0);
  World w({0, 0, 120, 3}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(2.0 * static_cast<double>(x));
  });
  w.Run(*Make(p), 150);
  const auto slope = [&](int64_t x) {
    return w.Quanta(Layer::kHeight, x + 5, 1) - w.Quanta(Layer::kHeight, x, 1);
  };
  EXPECT_GT(slope(10), 0);
  EXPECT_GT(slope(60), 2 * slope(10));
  EXPECT_GT(slope(110), slope(60));
}

TEST(FluvialIncision, RoundsSlowCutsWithoutBias) {
  // A fifth of a quantum a pass: a plane of many cells loses a fifth of a
  // quantum a cell on average.
  v1::FluvialIncision p = Params();
  p.set_erodibility(0.2 / 65536 / (1000 * 10 * 0.2));
  World w({0, 0, 200, 100}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(2.0 * static_cast<double>(x));
  });
  w.Run(*Make(p), 1);
  // 199 columns of 100 cells have somewhere to drain to: mean 3980,
  // deviation 56.
  EXPECT_NEAR(static_cast<double>(w.ledger().dissolved), 3980, 250);
}

TEST(FluvialIncision, KeepsTheLaw) {
  for (const double exponent : {1.0, 2.0, 3.0, 4.0}) {
    v1::FluvialIncision p = Params();
    p.set_diffusivity_m2_per_yr(0.01);
    p.set_flow_exponent(exponent);
    p.set_deposition_m_per_yr(1e-4);
    p.set_deposition_slope(0.02);
    const auto stage = Make(p);
    testing::ExpectPartsGiveTheWhole(*stage, kLayers, -40, -17);
    testing::ExpectPartsGiveTheWhole(*stage, kLand, int64_t{1} << 33,
                                     -(int64_t{1} << 34));
    testing::ExpectInstructionSetsAgree(*stage, kLayers);
    testing::ExpectMaskedPathAgrees(*stage, kLayers);
    testing::ExpectExtremesAreSurvived(*stage, kLayers);
    testing::ExpectHaloIsWhatIsRead(*stage, kLayers);
  }
}

TEST(FluvialIncision, ErodesALiftedWorldToTheSameBits) {
  v1::FluvialIncision p = Params();
  p.set_diffusivity_m2_per_yr(0.01);
  p.set_base_level_m(-20);
  const auto low = Make(p);
  p.set_base_level_m(5980);
  testing::ExpectLiftedWorldErodesAlike(*low, *Make(p), kLayers,
                                        QuantaFromMeters(6000));
}

}  // namespace
}  // namespace talus

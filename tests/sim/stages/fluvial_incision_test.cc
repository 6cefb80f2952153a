#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <complex>
#include <utility>

#include "tests/sim/stages/incision_harness.h"

namespace talus {
namespace {

using testing::IncisionParams;
using testing::kLand;
using testing::LowestNeighbour;
using testing::MakeIncision;
using testing::SetRough;
using testing::World;

constexpr LayerSet kLayers = {Layer::kHeight, Layer::kFlow, Layer::kHardness,
                              Layer::kWear, Layer::kDeposition};

TEST(FluvialIncision, CutsByTheStreamPowerLaw) {
  // m and n by the quick form and by the general one: K A^m S^n dt on a plane
  // of slope 0.2 with a given area.
  for (const auto& [m, n] :
       {std::pair{0.5, 1.0}, {0.5, 1.5}, {0.4, 1.0}, {0.7, 2.0}}) {
    v1::FluvialIncision p = IncisionParams();
    p.set_area_exponent(m);
    p.set_slope_exponent(n);
    World w({0, 0, 16, 16}, kWall, kLand);
    w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
      return QuantaFromMeters(2.0 * static_cast<double>(x));
    });
    w.SetQuanta(Layer::kFlow, [](int64_t, int64_t) {
      return std::bit_cast<int32_t>(5000.0f);
    });
    w.Run(*MakeIncision(p), 1);
    const double cut = 16 - ToMeters(w.Quanta(Layer::kHeight, 8, 8));
    const double law = 2e-5 * 1000 * std::pow(5000, m) * std::pow(0.2, n);
    EXPECT_NEAR(cut, law, 1e-5 * law + 2 * kMetersPerQuantum) << m << ", " << n;
  }
}

TEST(FluvialIncision, LosesToTheLedgerWhatTheGroundLoses) {
  v1::FluvialIncision p = IncisionParams();
  p.set_diffusivity_m2_per_yr(0.01);
  p.set_deposition_m_per_yr(1e-5);
  World w({-20, 5, 30, 44}, kWall,
          {Layer::kHeight, Layer::kFlow, Layer::kWear, Layer::kDeposition});
  SetRough(w, 300);
  const int64_t before = w.Sum(Layer::kHeight);
  w.Run(*MakeIncision(p), 200);
  const int64_t lost = before - w.Sum(Layer::kHeight);
  EXPECT_GT(lost, 0);
  EXPECT_EQ(w.ledger().dissolved, lost);
  EXPECT_EQ(w.Sum(Layer::kWear) - w.Sum(Layer::kDeposition), lost);
  Ledger rest = w.ledger();
  rest.dissolved = 0;
  EXPECT_EQ(rest, Ledger{});
}

TEST(FluvialIncision, NeitherCutsBelowAReceiverNorMakesAPit) {
  v1::FluvialIncision p = IncisionParams();
  p.set_erodibility(1);  // far beyond what a pass can cut
  const auto stage = MakeIncision(p);
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
  v1::FluvialIncision p = IncisionParams();
  p.set_erodibility(1e-3);
  p.set_base_level_m(20);
  World w({0, 0, 64, 8}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(static_cast<double>(x));
  });
  w.Run(*MakeIncision(p), 400);
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
    w.Run(*MakeIncision(IncisionParams()), 1);
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
    w.Run(*MakeIncision(IncisionParams()), 30);
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
  const State out =
      testing::Pass(*MakeIncision(IncisionParams()), in, rect, &mask);
  const Rect outside{10, 7, 20, 8};
  const LayerSet written =
      testing::Written(*MakeIncision(IncisionParams()), kLayers);
  EXPECT_EQ(testing::Words(out, written, outside),
            testing::Words(in, written, outside));
}

TEST(FluvialIncision, WearsAConeEvenlyAllRound) {
  constexpr int64_t kRadius = 100;
  v1::FluvialIncision p = IncisionParams();
  p.set_diffusivity_m2_per_yr(0.01);
  World w({-kRadius, -kRadius, kRadius + 1, kRadius + 1}, kWall, kLand);
  const auto cone = [](int64_t x, int64_t y) {
    return QuantaFromMeters(
        3000 - 5 * std::hypot(static_cast<double>(x), static_cast<double>(y)));
  };
  w.SetQuanta(Layer::kHeight, cone);
  w.Run(*MakeIncision(p), 40);
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

TEST(FluvialIncision, TurnsASlopeConcave) {
  // Detachment-limited rivers over a fixed base wear headward: slope falls as
  // the area grows.
  v1::FluvialIncision p = IncisionParams();
  p.set_base_level_m(0);
  World w({0, 0, 120, 3}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(2.0 * static_cast<double>(x));
  });
  w.Run(*MakeIncision(p), 150);
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
  v1::FluvialIncision p = IncisionParams();
  p.set_erodibility(0.2 / 65536 / (1000 * 10 * 0.2));
  World w({0, 0, 200, 100}, kWall, kLand);
  w.SetQuanta(Layer::kHeight, [](int64_t x, int64_t) {
    return QuantaFromMeters(2.0 * static_cast<double>(x));
  });
  w.Run(*MakeIncision(p), 1);
  // 199 columns of 100 cells have somewhere to drain to: mean 3980,
  // deviation 56.
  EXPECT_NEAR(static_cast<double>(w.ledger().dissolved), 3980, 250);
}

TEST(FluvialIncision, KeepsTheLaw) {
  for (const double exponent : {1.0, 2.0, 3.0, 4.0}) {
    v1::FluvialIncision p = IncisionParams();
    p.set_diffusivity_m2_per_yr(0.01);
    p.set_flow_exponent(exponent);
    p.set_deposition_m_per_yr(1e-4);
    p.set_deposition_slope(0.02);
    const auto stage = MakeIncision(p);
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
  v1::FluvialIncision p = IncisionParams();
  p.set_diffusivity_m2_per_yr(0.01);
  p.set_base_level_m(-20);
  const auto low = MakeIncision(p);
  p.set_base_level_m(5980);
  testing::ExpectLiftedWorldErodesAlike(*low, *MakeIncision(p), kLayers,
                                        QuantaFromMeters(6000));
}

}  // namespace
}  // namespace talus

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "sim/base/isa.h"
#include "tests/sim/stages/water_world.h"

// The law for water erosion: what a cell depends on, and on nothing else.
namespace talus {
namespace {

using testing::kWaterLayers;
using testing::MakeWater;
using testing::RoughGround;
using testing::WaterDefaults;

constexpr LayerSet kAll =
    kWaterLayers | LayerSet{Layer::kHardness, Layer::kWear, Layer::kDeposition};

// A wet state in full flow over `rect`, made of hashes of world coordinates.
State Flowing(const Rect& rect) {
  State state = MakeState(kAll, rect, /*zeroed=*/true);
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      const auto draw = [&](uint32_t salt) {
        return CellHash(RowKey(3, 0, salt, y), static_cast<uint32_t>(x));
      };
      *state.Get(Layer::kHeight)->At(x, y) = RoughGround(x, y);
      // A third of the cells is dry.
      const uint32_t wet = draw(1);
      *state.Get(Layer::kWater)->At(x, y) =
          wet % 3 == 0 ? 0 : static_cast<int32_t>(wet >> 16);
      *state.Get(Layer::kSediment)->At(x, y) =
          static_cast<int32_t>(draw(2) >> 19);
      const LayerRows rows = state.Rows(x);
      rows.Real(Layer::kHardness, y)[0] = UnitFloat(draw(3));
      uint32_t salt = 4;
      kFluxLayers.ForEach([&](Layer l) {
        rows.Real(l, y)[0] = UnitFloat(draw(salt++)) - 0.5f;
      });
    }
  }
  return state;
}

State Pass(const State& in, const Window& window, Ledger* ledger,
           int64_t pass = 5) {
  v1::WaterErosion p = WaterDefaults();
  p.set_base_level_m(280);
  return RunPass(*MakeWater(p), pass, in, window, ledger);
}

Window Unmasked(const Rect& rect) { return {rect, nullptr, {}, rect}; }

// Empty where the layers of both states agree over `rect`, or else the first
// word that does not.
std::string Difference(const State& a, const State& b, const Rect& rect) {
  std::string found;
  const LayerSet written =
      kWaterLayers | LayerSet{Layer::kWear, Layer::kDeposition};
  written.ForEach([&](Layer l) {
    for (int64_t y = rect.y0; y < rect.y1 && found.empty(); ++y) {
      for (int64_t x = rect.x0; x < rect.x1 && found.empty(); ++x) {
        if (*a.Get(l)->At(x, y) != *b.Get(l)->At(x, y)) {
          found = std::string(LayerName(l)) + " at " + std::to_string(x) +
                  ", " + std::to_string(y);
        }
      }
    }
  });
  return found;
}

constexpr Rect kRect{-13, (int64_t{1} << 33) - 9, 38, (int64_t{1} << 33) + 22};

TEST(WaterErosionLaw, AnyPartitionGivesTheBitsOfTheWhole) {
  const State in = Flowing(Grow(kRect, 2));
  Ledger whole_ledger, parts_ledger;
  const State whole = Pass(in, Unmasked(kRect), &whole_ledger);
  for (const int64_t width : {1, 7, 16, 37}) {
    for (const int64_t height : {1, 9, 31}) {
      parts_ledger = {};
      for (int64_t y = kRect.y0; y < kRect.y1; y += height) {
        for (int64_t x = kRect.x0; x < kRect.x1; x += width) {
          const Rect part = Intersect({x, y, x + width, y + height}, kRect);
          const State out = Pass(in, Unmasked(part), &parts_ledger);
          ASSERT_EQ(Difference(out, whole, part), "");
        }
      }
      EXPECT_EQ(parts_ledger.rain, whole_ledger.rain);
      EXPECT_EQ(parts_ledger.evaporated, whole_ledger.evaporated);
      EXPECT_EQ(parts_ledger.water_net_in, whole_ledger.water_net_in);
      EXPECT_EQ(parts_ledger.ground_net_in, whole_ledger.ground_net_in);
    }
  }
}

TEST(WaterErosionLaw, AMaskOfInsideCellsChangesNoBit) {
  const State in = Flowing(Grow(kRect, 2));
  Plane<int32_t> mask(Grow(kRect, 2));
  mask.Fill(kInside);
  Window masked = Unmasked(kRect);
  masked.mask = &mask;
  Ledger a, b;
  EXPECT_EQ(
      Difference(Pass(in, Unmasked(kRect), &a), Pass(in, masked, &b), kRect),
      "");
  EXPECT_EQ(a, b);
}

TEST(WaterErosionLaw, EveryInstructionSetGivesTheSameBits) {
  Plane<int32_t> mask(Grow(kRect, 2));
  for (int64_t y = kRect.y0 - 2; y < kRect.y1 + 2; ++y) {
    for (int64_t x = kRect.x0 - 2; x < kRect.x1 + 2; ++x) {
      const uint32_t h =
          CellHash(static_cast<uint32_t>(y), static_cast<uint32_t>(x));
      *mask.At(x, y) = h % 16 == 0 ? kOpen : h % 16 == 1 ? kWall : kInside;
    }
  }
  Window masked = Unmasked(kRect);
  masked.mask = &mask;
  masked.base_level = QuantaFromMeters(295);
  const State in = Flowing(Grow(kRect, 2));
  for (const Window& window : {Unmasked(kRect), masked}) {
    Ledger a, b;
    const State best = Pass(in, window, &a);
    for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
      if (isa > BestIsa()) continue;
      const ScopedIsa scoped(isa);
      b = {};
      EXPECT_EQ(Difference(Pass(in, window, &b), best, kRect), "")
          << IsaName(isa);
      EXPECT_EQ(a, b);
    }
  }
}

TEST(WaterErosionLaw, NothingBeyondTheHaloMatters) {
  const int halo = MakeWater(WaterDefaults())->info().halo_cells;
  ASSERT_EQ(halo, 2);
  const State in = Flowing(Grow(kRect, 6));
  Ledger ledger;
  const State clean = Pass(in, Unmasked(kRect), &ledger);
  State poisoned = Flowing(Grow(kRect, 6));
  const Rect held = Grow(kRect, halo), all = Grow(kRect, 6);
  for (int64_t y = all.y0; y < all.y1; ++y) {
    for (int64_t x = all.x0; x < all.x1; ++x) {
      if (held.Contains(x, y)) continue;
      kAll.ForEach([&](Layer l) {
        int32_t& word = *poisoned.Get(l)->At(x, y);
        word = (x + y) % 2 == 0 ? kMaxQuanta : -kMaxQuanta;
        if (!IsFixed(l)) word = 0x7f7fffff;  // the largest float
      });
    }
  }
  EXPECT_EQ(Difference(Pass(poisoned, Unmasked(kRect), &ledger), clean, kRect),
            "");
}

TEST(WaterErosionLaw, WhatLiesTwoCellsAwayMatters) {
  const Rect cell{0, 0, 1, 1};
  // A wet peak beside the cell gives all it has, and each neighbour its share:
  // a larger one where a neighbour on its far side is high, too.
  const auto share = [&](int64_t x, int64_t y, bool blocked) {
    State state = MakeState(kAll, Grow(cell, 3), /*zeroed=*/true);
    const int32_t high = 1 << 24;
    *state.Get(Layer::kHeight)->At(x / 2, y / 2) = high;
    *state.Get(Layer::kWater)->At(x / 2, y / 2) = 1 << 15;
    *state.Get(Layer::kHeight)->At(x, y) = blocked ? 2 * high : 0;
    Ledger ledger;
    return *Pass(state, Unmasked(cell), &ledger).Get(Layer::kWater)->At(0, 0);
  };
  for (int64_t y = -2; y <= 2; y += 2) {
    for (int64_t x = -2; x <= 2; x += 2) {
      if (x == 0 && y == 0) continue;
      EXPECT_GT(share(x, y, true), share(x, y, false)) << x << ", " << y;
    }
  }
}

TEST(WaterErosionLaw, LiftedLandErodesToTheSameBitsLifted) {
  const int32_t lift = QuantaFromMeters(6000);
  v1::WaterErosion p = WaterDefaults();
  p.set_base_level_m(290);
  v1::WaterErosion lifted_p = p;
  lifted_p.set_base_level_m(6290);
  const Rect domain{0, 0, 48, 40};
  testing::World low(domain, kOpen, kWaterLayers, QuantaFromMeters(270));
  testing::World high(domain, kOpen, kWaterLayers, QuantaFromMeters(6270));
  low.SetQuanta(Layer::kHeight, RoughGround);
  high.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return RoughGround(x, y) + lift;
  });
  low.Run(*MakeWater(p), 100);
  high.Run(*MakeWater(lifted_p), 100);
  for (int64_t y = 0; y < domain.y1; ++y) {
    for (int64_t x = 0; x < domain.x1; ++x) {
      ASSERT_EQ(high.Quanta(Layer::kHeight, x, y),
                low.Quanta(Layer::kHeight, x, y) + lift);
      ASSERT_EQ(high.Quanta(Layer::kWater, x, y),
                low.Quanta(Layer::kWater, x, y));
      ASSERT_EQ(high.Quanta(Layer::kSediment, x, y),
                low.Quanta(Layer::kSediment, x, y));
    }
  }
  EXPECT_EQ(low.ledger(), high.ledger());
}

}  // namespace
}  // namespace talus

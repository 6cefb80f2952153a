#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "sim/base/float_env.h"
#include "sim/base/isa.h"
#include "tests/law/compare.h"
#include "tests/law/law_case.h"
#include "tests/law/stage_world.h"

// The law, stage by stage: one pass over any window of a made-up land.
namespace talus::law {
namespace {

// North-western corners of windows: around the origin, and beyond 32 bits.
struct Corner {
  int64_t x, y;
};
constexpr Corner kCorners[] = {
    {-29, -17},
    {(int64_t{1} << 31) - 20, -(int64_t{1} << 31) - 9},
    {-(int64_t{1} << 39), (int64_t{1} << 38) + 5},
};

class StageLaw : public ::testing::TestWithParam<LawCase> {
 protected:
  // The stage of the case for land around `at`.
  std::unique_ptr<Stage> Make(const Rect& at, int level = 0) {
    StageContext context{.seed = 42, .level0_cell_m = 10, .level = level};
    context.domain = Grow(at, StageWorld::kMargin);
    auto made = MakeCaseStage(GetParam(), context);
    EXPECT_TRUE(made.ok()) << made.status();
    return made.ok() ? *std::move(made) : nullptr;
  }
};

// Cuts a rectangle into parts of all sizes down to one cell.
void CutUp(const Rect& rect, uint64_t seed, std::vector<Rect>* parts) {
  const uint32_t draw =
      Draw(seed, 5, rect.x0 * 4096 + rect.x1, rect.y0 * 4096 + rect.y1);
  const bool along_x = (draw & 1) != 0;
  const int64_t length = along_x ? rect.width() : rect.height();
  if (length < 2 || rect.area() < 40 || (rect.area() < 900 && draw % 4 == 0)) {
    parts->push_back(rect);
    return;
  }
  const int64_t cut =
      1 + DrawBelow(Mix32(draw), static_cast<uint32_t>(length - 1));
  Rect first = rect, second = rect;
  if (along_x) {
    first.x1 = second.x0 = rect.x0 + cut;
  } else {
    first.y1 = second.y0 = rect.y0 + cut;
  }
  CutUp(first, seed, parts);
  CutUp(second, seed, parts);
}

TEST_P(StageLaw, AnyPartsInAnyOrderMakeTheWhole) {
  for (const Corner& corner : kCorners) {
    const Rect extent{corner.x, corner.y, corner.x + 71, corner.y + 45};
    const auto stage = Make(extent);
    ASSERT_NE(stage, nullptr);
    for (const Edge edge : kEdges) {
      SCOPED_TRACE(static_cast<int>(edge));
      const StageWorld world(*stage, 3, extent, edge);
      for (const int64_t pass : {0, 1, 17}) {
        Ledger ledger;
        const State whole = world.Run(extent, pass, &ledger);
        std::vector<Rect> parts;
        CutUp(extent, static_cast<uint64_t>(pass), &parts);
        ASSERT_GT(parts.size(), 4u);
        std::sort(parts.begin(), parts.end(), [](const Rect& a, const Rect& b) {
          return Draw(9, 1, a.x0, a.y0) < Draw(9, 1, b.x0, b.y0);
        });
        Ledger sum;
        for (const Rect& part : parts) {
          const State alone = world.Run(part, pass, &sum);
          ASSERT_TRUE(SameBits(whole, alone, world.written(), part));
        }
        EXPECT_TRUE(sum == ledger);
      }
    }
  }
}

TEST_P(StageLaw, NothingBeyondTheHaloMatters) {
  for (const int64_t width : {1, 2, 7, 16, 33}) {
    const Rect extent{-20, -3, -20 + width, 9};
    const auto stage = Make(extent);
    ASSERT_NE(stage, nullptr);
    const Rect read = Grow(extent, stage->info().halo_cells);
    for (const Edge edge : kEdges) {
      SCOPED_TRACE(static_cast<int>(edge));
      const StageWorld world(*stage, 3, extent, edge);
      Ledger clean_ledger;
      const State clean = world.Run(extent, 2, &clean_ledger);
      for (const uint64_t poison : {0, 1, 3}) {
        const State in = world.Poisoned(
            poison, [&](int64_t x, int64_t y) { return read.Contains(x, y); });
        Ledger ledger;
        const State poisoned = world.Run(in, extent, 2, &ledger);
        ASSERT_TRUE(SameBits(clean, poisoned, world.written(), extent));
        EXPECT_TRUE(ledger == clean_ledger);
      }
    }
  }
}

// Behind the border of a world schedules leave rows of zeros or of whatever was
// there before.
TEST_P(StageLaw, NothingOutsideTheWorldMatters) {
  const Rect extent{-20, -3, 30, 29};
  const auto stage = Make(extent);
  ASSERT_NE(stage, nullptr);
  for (const Edge edge :
       {Edge::kWall, Edge::kOpen, Edge::kBase, Edge::kHoles}) {
    SCOPED_TRACE(static_cast<int>(edge));
    const StageWorld world(*stage, 3, extent, edge);
    const auto spare = [&](int64_t x, int64_t y) { return world.Inside(x, y); };
    Ledger first_ledger;
    const State first =
        world.Run(world.Poisoned(0, spare), extent, 2, &first_ledger);
    for (const uint64_t poison : {1, 3}) {
      Ledger ledger;
      const State second =
          world.Run(world.Poisoned(poison, spare), extent, 2, &ledger);
      EXPECT_TRUE(ledger == first_ledger);
      for (int64_t y = extent.y0; y < extent.y1; ++y) {
        for (int64_t x = extent.x0; x < extent.x1; ++x) {
          if (!world.Inside(x, y)) continue;
          ASSERT_TRUE(
              SameBits(first, second, world.written(), {x, y, x + 1, y + 1}));
        }
      }
    }
  }
}

// Holes and what lies behind a border take part in nothing, and what reaches
// them is counted as gone.
TEST_P(StageLaw, CellsOutsideTheWorldKeepTheirValues) {
  const Rect extent{-20, -3, 30, 29};
  const auto stage = Make(extent);
  ASSERT_NE(stage, nullptr);
  // A source writes everywhere.
  if (stage->info().budget == Budget::kSource) return;
  for (const Edge edge :
       {Edge::kWall, Edge::kOpen, Edge::kBase, Edge::kHoles}) {
    SCOPED_TRACE(static_cast<int>(edge));
    const StageWorld world(*stage, 3, extent, edge);
    Ledger ledger;
    const State out = world.Run(extent, 2, &ledger);
    int64_t ground = 0, water = 0;
    world.written().ForEach([&](Layer l) {
      for (int64_t y = extent.y0; y < extent.y1; ++y) {
        for (int64_t x = extent.x0; x < extent.x1; ++x) {
          // Zero where the stage writes a layer that it does not read.
          const int32_t before =
              world.land().Has(l) ? *world.land().Get(l)->At(x, y) : 0;
          const int32_t after = *out.Get(l)->At(x, y);
          if (!world.Inside(x, y)) {
            ASSERT_EQ(before, after)
                << LayerName(l) << " at (" << x << ", " << y << ")";
          } else if (l == Layer::kHeight || l == Layer::kSediment) {
            ground += after - before;
          } else if (l == Layer::kWater) {
            water += after - before;
          }
        }
      }
    });
    EXPECT_EQ(ground, ledger.GroundGain());
    EXPECT_EQ(water, ledger.WaterGain());
  }
}

// A halo larger than what is read costs work for nothing.
TEST_P(StageLaw, SomethingAtTheHaloMatters) {
  const auto probe = Make({0, 0, 1, 1});
  ASSERT_NE(probe, nullptr);
  // The domain of a case ends at the margin.
  const int64_t halo = probe->info().WholeDomain() ? StageWorld::kMargin
                                                   : probe->info().halo_cells;
  ASSERT_LE(halo, probe->info().whole_window ? StageWorld::kMargin : kMaxHalo);
  if (halo == 0) {
    // It is as small as can be: what is left to show is that no cell around
    // matters, and NothingBeyondTheHaloMatters does.
    EXPECT_TRUE(probe->info().budget == Budget::kSource);
    return;
  }
  constexpr int kTries = 4000;
  for (int t = 0; t < kTries; ++t) {
    const auto seed = static_cast<uint64_t>(t);
    const Rect cell{t, -t, t + 1, 1 - t};
    const auto stage = Make(cell);
    StageWorld world(*stage, seed, cell, Edge::kNone);
    Ledger ledger;
    const int64_t pass = t % 3;
    const State before = world.Run(cell, pass, &ledger);
    // A cell of the ring at distance `halo`.
    const auto along = static_cast<int64_t>(
        DrawBelow(Draw(seed, 11, 0, 0), static_cast<uint32_t>(2 * halo + 1)));
    const uint32_t side = Draw(seed, 12, 0, 0) % 4;
    const int64_t across = side < 2 ? -halo : halo;
    const int64_t x = cell.x0 + (side % 2 == 0 ? across : along - halo);
    const int64_t y = cell.y0 + (side % 2 == 0 ? along - halo : across);
    world.land().layers().ForEach([&](Layer l) {
      *world.land().Get(l)->At(x, y) = LandWord(seed + 999, l, x, y);
    });
    const State after = world.Run(cell, pass, &ledger);
    if (!SameBits(before, after, world.written(), cell)) return;
  }
  FAIL() << "no cell at distance " << halo << " was seen to matter in "
         << kTries << " tries; declare a smaller halo";
}

TEST_P(StageLaw, EveryInstructionSetGivesTheSameBits) {
  const Rect extent{-20, -3, 61, 20};
  const auto stage = Make(extent);
  ASSERT_NE(stage, nullptr);
  for (const Edge edge : kEdges) {
    const StageWorld world(*stage, 3, extent, edge);
    std::vector<State> results;
    std::vector<Ledger> ledgers;
    for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
      if (isa > BestIsa()) continue;
      const ScopedIsa scoped(isa);
      ledgers.emplace_back();
      results.push_back(world.Run(extent, 1, &ledgers.back()));
    }
    for (size_t i = 1; i < results.size(); ++i) {
      EXPECT_TRUE(SameBits(results[0], results[i], world.written(), extent));
      EXPECT_TRUE(ledgers[0] == ledgers[i]);
    }
  }
}

// Ground anywhere in the valid range, cliffs of its full height.
TEST_P(StageLaw, ValuesStayFiniteAndInTheirRange) {
  constexpr LayerSet kSums = {Layer::kWear, Layer::kDeposition, Layer::kRunoff};
  const Rect extent{-30, -30, 34, 34};
  for (const int level : {0, 4}) {
    const auto stage = Make(extent, level);
    ASSERT_NE(stage, nullptr);
    for (const uint64_t poison : {0, 1, 3, 5}) {
      StageWorld world(*stage, poison, extent, Edge::kNone);
      if (world.land().Has(Layer::kHeight)) {
        LayerPlane& ground = *world.land().Get(Layer::kHeight);
        for (int64_t y = ground.rect().y0; y < ground.rect().y1; ++y) {
          for (int64_t x = ground.rect().x0; x < ground.rect().x1; ++x) {
            *ground.At(x, y) = PoisonWord(poison, Layer::kHeight, x, y);
          }
        }
      }
      Ledger ledger;
      const State out = world.Run(extent, 1, &ledger);
      world.written().ForEach([&](Layer l) {
        for (int64_t y = extent.y0; y < extent.y1; ++y) {
          for (int64_t x = extent.x0; x < extent.x1; ++x) {
            const int32_t word = *out.Get(l)->At(x, y);
            if (IsFixed(l)) {
              // Sums of what moved may exceed any height.
              if (!kSums.Has(l)) {
                ASSERT_LE(word, kMaxQuanta) << LayerName(l);
              }
              ASSERT_GE(word, l == Layer::kHeight ? -kMaxQuanta : 0)
                  << LayerName(l);
            } else {
              ASSERT_TRUE(std::isfinite(std::bit_cast<float>(word)))
                  << LayerName(l);
            }
          }
        }
      });
    }
  }
}

// Passes in a closed world: what its kind of budget promises, to the quantum.
TEST_P(StageLaw, KeepsItsBudget) {
  const Rect extent{-30, -30, 34, 34};
  const auto stage = Make(extent);
  ASSERT_NE(stage, nullptr);
  if (stage->info().budget == Budget::kSource) {
    EXPECT_TRUE(
        (stage->info().optional & LayerSet{Layer::kWear, Layer::kDeposition})
            .empty())
        << "a source keeps no account";
    return;
  }
  const LayerSet layers = stage->info().reads | stage->info().optional;
  State state = MakeLand(4, layers, Grow(extent, 24));
  Plane<int32_t> mask(Grow(extent, 24));
  mask.Fill(kWall);
  for (int64_t y = extent.y0; y < extent.y1; ++y) {
    std::fill_n(mask.At(extent.x0, y), extent.width(), kInside);
  }
  const auto sum = [&](Layer l) {
    int64_t total = 0;
    if (!state.Has(l)) return total;
    for (int64_t y = extent.y0; y < extent.y1; ++y) {
      const int32_t* row = state.Get(l)->At(extent.x0, y);
      for (int64_t i = 0; i < extent.width(); ++i) total += row[i];
    }
    return total;
  };
  const auto ground = [&] {
    return sum(Layer::kHeight) + sum(Layer::kSediment);
  };
  const int64_t ground_before = ground();
  const int64_t water_before = sum(Layer::kWater);
  Ledger ledger;
  for (int64_t pass = 0; pass < 50; ++pass) {
    state = RunPass(*stage, pass, state, {extent, &mask, {}, extent}, &ledger);
  }
  EXPECT_EQ(ground() - ground_before, ledger.GroundGain());
  EXPECT_EQ(sum(Layer::kWater) - water_before, ledger.WaterGain());
  EXPECT_EQ(ledger.water_out, 0);
  EXPECT_EQ(ledger.sediment_out, 0);
  EXPECT_EQ(ledger.ground_net_in, 0);
  EXPECT_EQ(ledger.water_net_in, 0);
  if (stage->info().budget == Budget::kClosed) {
    EXPECT_EQ(ledger.dissolved, 0);
  }
}

// What runs on this machine; what does not is named in the output.
TEST(InstructionSets, NamesThoseThatThisMachineRuns) {
  int ran = 0;
  for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
    if (isa > BestIsa()) {
      std::cout << "not run: " << IsaName(isa) << " (this machine lacks it)\n";
      continue;
    }
    const ScopedIsa scoped(isa);
    EXPECT_EQ(ActiveIsa(), isa);
    std::cout << "run: " << IsaName(isa) << '\n';
    ++ran;
  }
  EXPECT_GE(ran, 1);
}

INSTANTIATE_TEST_SUITE_P(Every, StageLaw, ::testing::ValuesIn(StageCases()),
                         TestName);

}  // namespace
}  // namespace talus::law

#ifndef TALUS_TESTS_SIM_STAGES_STAGE_LAWS_H_
#define TALUS_TESTS_SIM_STAGES_STAGE_LAWS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/plan/run_pass.h"
#include "sim/stage/stage.h"

namespace talus::testing {

// Values over `rect` that leave no branch of a kernel out: rough ground up to
// `relief_m` high, areas of one to many cells, all of hardness. A pure function
// of the cell.
inline State RoughWorld(LayerSet layers, const Rect& rect, double relief_m) {
  State state = MakeState(layers, rect, /*zeroed=*/true);
  const auto draw = [](uint32_t salt, int64_t x, int64_t y) {
    return UnitFloat(CellHash(RowKey(5, 0, salt, y), static_cast<uint32_t>(x)));
  };
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const LayerRows rows = state.Rows(rect.x0);
    for (int64_t i = 0; i < rect.width(); ++i) {
      const int64_t x = rect.x0 + i;
      layers.ForEach([&](Layer l) {
        const float u = draw(static_cast<uint32_t>(l), x, y);
        if (IsShare(l)) {
          rows.Real(l, y)[i] = u;
        } else if (l == Layer::kFlow) {
          rows.Real(l, y)[i] = 50 + 1e6f * u * u;
        } else if (l == Layer::kHeight) {
          rows.Quanta(l, y)[i] = QuantaFromMeters((u - 0.5) * relief_m);
        } else {
          rows.Quanta(l, y)[i] = static_cast<int32_t>(u * 1000);
        }
      });
    }
  }
  return state;
}

// The words of a state's layers over `rect`, in order.
inline std::vector<int32_t> Words(const State& state, LayerSet layers,
                                  const Rect& rect) {
  std::vector<int32_t> words;
  layers.ForEach([&](Layer l) {
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      const int32_t* row = state.Get(l)->At(rect.x0, y);
      words.insert(words.end(), row, row + rect.width());
    }
  });
  return words;
}

inline LayerSet Written(const Stage& stage, LayerSet layers) {
  return stage.info().writes | (stage.info().optional & layers);
}

inline State Pass(const Stage& stage, const State& in, const Rect& rect,
                  const Plane<int32_t>* mask = nullptr,
                  Ledger* ledger = nullptr) {
  Ledger ignored;
  return RunPass(stage, 3, in, {rect, mask, std::nullopt, rect},
                 ledger != nullptr ? ledger : &ignored);
}

// Cuts a window in uneven parts, and expects the bits and the ledger of the
// whole.
inline void ExpectPartsGiveTheWhole(const Stage& stage, LayerSet layers,
                                    int64_t x0, int64_t y0) {
  const Rect rect{x0, y0, x0 + 83, y0 + 41};
  const State in = RoughWorld(layers, Grow(rect, stage.info().halo_cells), 300);
  Ledger whole_ledger;
  const State whole = Pass(stage, in, rect, nullptr, &whole_ledger);
  const LayerSet written = Written(stage, layers);
  Ledger sum;
  const std::vector<int64_t> xs = {x0, x0 + 1, x0 + 18, x0 + 50, rect.x1};
  const std::vector<int64_t> ys = {y0, y0 + 3, y0 + 4, y0 + 30, rect.y1};
  for (size_t j = 0; j + 1 < ys.size(); ++j) {
    for (size_t i = 0; i + 1 < xs.size(); ++i) {
      const Rect part{xs[i], ys[j], xs[i + 1], ys[j + 1]};
      // Only the part and its halo exist.
      const Rect around = Grow(part, stage.info().halo_cells);
      const State own = RoughWorld(layers, around, 300);
      const State out = Pass(stage, own, part, nullptr, &sum);
      EXPECT_EQ(Words(out, written, part), Words(whole, written, part))
          << "part " << i << ", " << j;
    }
  }
  EXPECT_EQ(sum, whole_ledger);
}

// Expects the bits of every instruction set that this machine has to be those
// of the least, with and without a mask.
inline void ExpectInstructionSetsAgree(const Stage& stage, LayerSet layers) {
  const Rect rect{-37, -11, 70, 22};
  const State in = RoughWorld(layers, Grow(rect, stage.info().halo_cells), 300);
  Plane<int32_t> mask(Grow(rect, kMaxHalo));
  mask.Fill(kInside);
  *mask.At(3, 4) = kWall;
  *mask.At(10, 4) = kOpen;
  const LayerSet written = Written(stage, layers);
  const auto run = [&](Isa isa, const Plane<int32_t>* m) {
    const ScopedIsa scoped(isa);
    return Words(Pass(stage, in, rect, m), written, rect);
  };
  for (const Plane<int32_t>* m : {static_cast<const Plane<int32_t>*>(nullptr),
                                  const_cast<const Plane<int32_t>*>(&mask)}) {
    const auto least = run(Isa::kV2, m);
    for (const Isa isa : {Isa::kV3, Isa::kV4}) {
      if (isa > BestIsa()) continue;
      EXPECT_EQ(run(isa, m), least) << IsaName(isa);
    }
  }
}

// Expects that a mask that is inside everywhere changes nothing.
inline void ExpectMaskedPathAgrees(const Stage& stage, LayerSet layers) {
  const Rect rect{5, -9, 60, 12};
  const State in = RoughWorld(layers, Grow(rect, stage.info().halo_cells), 300);
  Plane<int32_t> mask(Grow(rect, kMaxHalo));
  mask.Fill(kInside);
  const LayerSet written = Written(stage, layers);
  EXPECT_EQ(Words(Pass(stage, in, rect, &mask), written, rect),
            Words(Pass(stage, in, rect), written, rect));
}

// Whether a height beyond all bounds, `distance` cells from a cell (by the
// larger coordinate), changes it.
inline bool Reaches(const Stage& stage, LayerSet layers, int64_t cell_x,
                    int64_t distance) {
  const Rect cell{cell_x, 0, cell_x + 1, 1};
  const LayerSet written = Written(stage, layers);
  const Rect around = Grow(cell, distance);
  State in = RoughWorld(layers, Grow(cell, kMaxHalo), 300);
  const auto before = Words(Pass(stage, in, cell), written, cell);
  for (int64_t y = around.y0; y < around.y1; ++y) {
    for (int64_t x = around.x0; x < around.x1; ++x) {
      if (Grow(cell, distance - 1).Contains(x, y)) continue;
      int32_t& height = *in.Get(Layer::kHeight)->At(x, y);
      const int32_t kept = height;
      for (const int32_t poison : {-kMaxQuanta, kMaxQuanta}) {
        height = poison;
        if (Words(Pass(stage, in, cell), written, cell) != before) return true;
      }
      height = kept;
    }
  }
  return false;
}

// Expects the declared halo to be read, in some world, and nothing further off.
inline void ExpectHaloIsWhatIsRead(const Stage& stage, LayerSet layers) {
  const int64_t halo = stage.info().halo_cells;
  bool reached = false;
  for (int64_t x = 0; x < 12; ++x) {
    reached = reached || Reaches(stage, layers, x, halo);
    EXPECT_FALSE(Reaches(stage, layers, x, halo + 1));
  }
  EXPECT_TRUE(reached) << "a halo of " << halo - 1 << " would do";
}

// Expects heights in the valid range and finite areas from ground that
// alternates between the ends of the range.
inline void ExpectExtremesAreSurvived(const Stage& stage, LayerSet layers) {
  const Rect rect{0, 0, 40, 20};
  State state = RoughWorld(layers, Grow(rect, kMaxHalo), 300);
  const Rect all = Grow(rect, kMaxHalo);
  for (const int period : {1, 2, 7}) {
    for (int64_t y = all.y0; y < all.y1; ++y) {
      for (int64_t x = all.x0; x < all.x1; ++x) {
        const int64_t n = FloorDiv(x, period) + FloorDiv(y, period);
        *state.Get(Layer::kHeight)->At(x, y) =
            n % 2 == 0 ? QuantaFromMeters(16000) : QuantaFromMeters(-16000);
      }
    }
    const State out = Pass(stage, state, rect);
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      for (int64_t x = rect.x0; x < rect.x1; ++x) {
        const int32_t h = *out.Get(Layer::kHeight)->At(x, y);
        ASSERT_LE(std::abs(h), QuantaFromMeters(16001)) << x << ", " << y;
        if (!out.Has(Layer::kFlow)) continue;
        const float flow = out.Rows(0).Real(Layer::kFlow, y)[x];
        ASSERT_TRUE(flow >= 0 && flow < 1e12f) << x << ", " << y;
      }
    }
  }
}

// Expects the same ground, `lift` quanta higher, from a stage made for that
// height.
inline void ExpectLiftedWorldErodesAlike(const Stage& stage,
                                         const Stage& lifted_stage,
                                         LayerSet layers, int32_t lift) {
  const Rect rect{0, 0, 50, 30};
  const Rect all = Grow(rect, stage.info().halo_cells);
  const State in = RoughWorld(layers, all, 300);
  State lifted = RoughWorld(layers, all, 300);
  for (int64_t y = all.y0; y < all.y1; ++y) {
    for (int64_t x = all.x0; x < all.x1; ++x) {
      *lifted.Get(Layer::kHeight)->At(x, y) += lift;
    }
  }
  const State low = Pass(stage, in, rect);
  const State high = Pass(lifted_stage, lifted, rect);
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    for (int64_t x = rect.x0; x < rect.x1; ++x) {
      ASSERT_EQ(*low.Get(Layer::kHeight)->At(x, y) + lift,
                *high.Get(Layer::kHeight)->At(x, y));
    }
  }
  const LayerSet rest = Written(stage, layers) - LayerSet{Layer::kHeight};
  EXPECT_EQ(Words(low, rest, rect), Words(high, rest, rect));
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_STAGES_STAGE_LAWS_H_

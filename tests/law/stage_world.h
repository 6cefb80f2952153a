#ifndef TALUS_TESTS_LAW_STAGE_WORLD_H_
#define TALUS_TESTS_LAW_STAGE_WORLD_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/base/ledger.h"
#include "sim/plan/run_pass.h"
#include "sim/plan/state.h"
#include "sim/stage/stage.h"
#include "tests/law/fill.h"

namespace talus::law {

// How the made-up land around a window ends.
enum class Edge {
  kNone,   // goes on for ever
  kWall,   // a wall a third into the window
  kOpen,   // open a third into the window, ground behind it as high as inside
  kBase,   // likewise, with a base level behind it
  kHoles,  // open, with holes in the land
};
inline constexpr Edge kEdges[] = {Edge::kNone, Edge::kWall, Edge::kOpen,
                                  Edge::kBase, Edge::kHoles};

// One pass of a stage over a made-up land that is a pure function of the seed
// and of world coordinates.
class StageWorld {
 public:
  // Cells around the window that can be read or poisoned.
  static constexpr int64_t kMargin = 24;

  // `extent` is the largest window to come.
  StageWorld(const Stage& stage, uint64_t seed, const Rect& extent, Edge edge)
      : stage_(stage),
        extent_(extent),
        land_(MakeLand(seed, stage.info().reads | stage.info().optional,
                       Grow(extent, kMargin))) {
    if (edge == Edge::kNone) return;
    if (edge == Edge::kBase) base_level_ = 90 << kQuantumBits;
    const Rect all = Grow(extent, kMargin);
    inside_ = {extent.x0 + extent.width() / 3, extent.y0 + extent.height() / 3,
               all.x1, all.y1 - kMargin};
    mask_ = std::make_unique<Plane<int32_t>>(all);
    for (int64_t y = all.y0; y < all.y1; ++y) {
      for (int64_t x = all.x0; x < all.x1; ++x) {
        const bool hole =
            edge == Edge::kHoles && Draw(seed, 77, x >> 2, y >> 2) % 5 == 0;
        *mask_->At(x, y) = inside_.Contains(x, y) && !hole ? kInside
                           : edge == Edge::kWall           ? kWall
                                                           : kOpen;
      }
    }
  }

  const State& land() const { return land_; }
  State& land() { return land_; }
  const Rect& extent() const { return extent_; }
  bool Inside(int64_t x, int64_t y) const {
    return mask_ == nullptr || *mask_->At(x, y) == kInside;
  }

  // What the stage writes over `rect`, in a pass over it alone. Adds to
  // *ledger what happens in it.
  State Run(const Rect& rect, int64_t pass, Ledger* ledger) const {
    return Run(land_, rect, pass, ledger);
  }
  State Run(const State& in, const Rect& rect, int64_t pass,
            Ledger* ledger) const {
    const Window window{rect, mask_.get(), base_level_, rect};
    return RunPass(stage_, pass, in, window, ledger);
  }
  LayerSet written() const {
    return stage_.info().writes | (stage_.info().optional & land_.layers());
  }

  // A copy of the land with poison in all cells for which `spare` is false.
  template <typename SpareFn>
  State Poisoned(uint64_t seed, SpareFn&& spare) const {
    State state = MakeState(land_.layers(), Grow(extent_, kMargin), false);
    land_.layers().ForEach([&](Layer l) {
      const Rect& all = land_.Get(l)->rect();
      for (int64_t y = all.y0; y < all.y1; ++y) {
        for (int64_t x = all.x0; x < all.x1; ++x) {
          *state.Get(l)->At(x, y) =
              spare(x, y) ? *land_.Get(l)->At(x, y) : PoisonWord(seed, l, x, y);
        }
      }
    });
    return state;
  }

 private:
  const Stage& stage_;
  const Rect extent_;
  State land_;
  Rect inside_;
  std::optional<int32_t> base_level_;
  std::unique_ptr<Plane<int32_t>> mask_;
};

}  // namespace talus::law

#endif  // TALUS_TESTS_LAW_STAGE_WORLD_H_

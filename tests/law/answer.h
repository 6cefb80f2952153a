#ifndef TALUS_TESTS_LAW_ANSWER_H_
#define TALUS_TESTS_LAW_ANSWER_H_

#include <algorithm>
#include <bit>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/base/status_macros.h"
#include "sim/plan/coarse_cache.h"
#include "sim/plan/engine.h"
#include "sim/plan/level_evaluator.h"
#include "sim/plan/program.h"
#include "sim/plan/region_ledger.h"
#include "sim/plan/state.h"
#include "sim/plan/tiled_runner.h"

namespace talus::law {

// All layers of a program over a rectangle, with the balance.
struct Answer {
  State state;
  RegionLedger ledger;
};

// By any schedule. `rect` lies in the domain.
inline absl::StatusOr<Answer> AnswerBy(StepRunner& runner,
                                       const Program& program, int level,
                                       const Rect& rect,
                                       CoarseCache* cache = nullptr) {
  Answer answer;
  TALUS_ASSIGN_OR_RETURN(
      answer.state,
      LevelEvaluator(program, runner, cache)
          .Evaluate(level, rect, program.layers(), rect, &answer.ledger));
  return answer;
}

inline absl::StatusOr<Answer> AnswerByTiles(const TilingOptions& options,
                                            const Program& program, int level,
                                            const Rect& rect,
                                            CoarseCache* cache = nullptr) {
  WorkerPool pool(options.threads);
  TiledRunner runner(options, pool, {}, nullptr);
  return AnswerBy(runner, program, level, rect, cache);
}

// Keeps the tiles of a request as planes over its region.
class KeepingSink final : public TileSink {
 public:
  explicit KeepingSink(const RegionRequest& request)
      : state_(MakeState(request.layers, request.region, /*zeroed=*/true)) {}

  absl::Status OnTile(const TileView& tile) override {
    for (int64_t y = tile.rect.y0; y < tile.rect.y1; ++y) {
      std::copy_n(tile.Row(y), tile.rect.width(),
                  state_.Get(tile.layer)->At(tile.rect.x0, y));
    }
    ++tiles_;
    return absl::OkStatus();
  }

  const State& state() const { return state_; }
  int64_t tiles() const { return tiles_; }

 private:
  State state_;
  int64_t tiles_ = 0;
};

// Marks the cells outside the world, as tiles do.
inline void MarkNodata(const Program& program, int level, const Rect& rect,
                       State& state) {
  const auto mask = program.MaskAt(level, rect);
  if (mask == nullptr) return;
  program.layers().ForEach([&](Layer l) {
    // Planes are shared: the marks go into a copy.
    State marked = MakeState({l}, rect, /*zeroed=*/false);
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      const int32_t* from = state.Get(l)->At(rect.x0, y);
      int32_t* to = marked.Get(l)->At(rect.x0, y);
      for (int64_t i = 0; i < rect.width(); ++i) {
        to[i] = *mask->At(rect.x0 + i, y) == kInside
                    ? from[i]
                    : (IsFixed(l) ? kNodataQuanta
                                  : std::bit_cast<int32_t>(kNodataValue));
      }
    }
    state.Set(l, marked.Get(l));
  });
}

// A region of `width` x `height` cells that lies across the south-eastern
// corner of the domain, or across the origin of an endless world.
inline Rect RegionAcross(const Program& program, int level, int64_t width,
                         int64_t height) {
  const auto domain = program.DomainAt(level);
  const int64_t x = (domain ? domain->x1 : 0) - 2 * width / 3;
  const int64_t y = (domain ? domain->y1 : 0) - 2 * height / 3;
  return {x, y, x + width, y + height};
}

}  // namespace talus::law

#endif  // TALUS_TESTS_LAW_ANSWER_H_

#include "sim/plan/engine.h"

#include <algorithm>
#include <mutex>

#include "sim/base/spare_words.h"
#include "sim/base/status_macros.h"
#include "sim/plan/coarse_cache.h"
#include "sim/plan/domain_cache.h"
#include "sim/plan/level_evaluator.h"
#include "sim/plan/plan_region.h"
#include "sim/plan/window_tiles.h"

namespace talus {

Engine::Engine(const EngineOptions& options)
    : options_(options),
      spare_(std::make_unique<SpareWords>(options.spare_bytes)),
      pool_(std::make_unique<WorkerPool>(options.tiling.threads)),
      cache_(std::make_unique<CoarseCache>(options.coarse_cache_bytes)),
      domains_(std::make_unique<DomainCache>(options.domain_cache_bytes)) {}

Engine::~Engine() = default;

int Engine::threads() const { return pool_->count(); }

absl::StatusOr<RegionPlan> Engine::Plan(const Program& program,
                                        const RegionRequest& request,
                                        const std::stop_token& stop) const {
  const TiledRunner runner(options_.tiling, *pool_, {}, nullptr);
  return PlanRegion(program, runner, request, options_, stop);
}

absl::StatusOr<RegionSummary> Engine::Run(const Program& program,
                                          const RegionRequest& request,
                                          TileSink& sink,
                                          const std::stop_token& stop,
                                          const ProgressFn& progress) const {
  TALUS_ASSIGN_OR_RETURN(const RegionPlan plan, Plan(program, request, stop));
  std::mutex mutex;  // guards done
  int64_t done = 0;
  TiledRunner runner(options_.tiling, *pool_, stop, [&](int64_t cells) {
    const std::lock_guard lock(mutex);
    done += cells;
    if (progress) progress(std::min(done, plan.cell_passes), plan.cell_passes);
  });
  LevelEvaluator evaluator(program, runner,
                           plan.cached ? cache_.get() : nullptr, domains_.get(),
                           stop);
  RegionSummary summary;
  WindowTiles tiles(program, request, sink);
  for (const Rect& window : plan.layout) {
    State state;
    const Rect rect = program.Clip(request.level, window);
    if (!rect.empty()) {
      TALUS_ASSIGN_OR_RETURN(
          state,
          evaluator.Evaluate(request.level, rect, request.layers, rect,
                             request.ledger ? &summary.ledger : nullptr));
    }
    TALUS_RETURN_IF_ERROR(tiles.Emit(window, rect, state, runner, stop));
  }
  // What the cache saved counts as done.
  if (progress) progress(plan.cell_passes, plan.cell_passes);
  summary.cell_passes = done;
  summary.tiles = tiles.count();
  summary.layers = tiles.Summaries();
  return summary;
}

}  // namespace talus

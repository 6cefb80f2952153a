#include "sim/plan/engine.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "absl/strings/str_cat.h"
#include "sim/base/fixed.h"
#include "sim/base/status_macros.h"
#include "sim/plan/coarse_cache.h"
#include "sim/plan/level_evaluator.h"
#include "sim/plan/root_digest.h"
#include "sim/plan/tile_order.h"
#include "sim/plan/window_tiles.h"

namespace talus {
namespace {

// Regions up to this area are likely to have neighbours asked for soon.
constexpr int64_t kCachedArea = 512 * 512;
// Edge of the largest region; keeps counts of cell updates and of windows small
// enough to plan at once.
constexpr int64_t kLargestRegion = int64_t{1} << 20;
constexpr int64_t kWorldEdge = int64_t{1} << 40;  // cells of level 0

absl::Status CheckRequest(const Program& program,
                          const RegionRequest& request) {
  const Rect& r = request.region;
  if (request.level < 0 || request.level > program.max_level()) {
    return absl::OutOfRangeError(absl::StrCat(
        "level = ", request.level, " is outside [0, ", program.max_level(),
        "], the levels of this recipe; ask for one of them"));
  }
  const int64_t edge = kWorldEdge >> request.level;
  if (!Rect{-edge, -edge, edge, edge}.Contains(r)) {
    return absl::OutOfRangeError(absl::StrCat(
        "region [", r.x0, ", ", r.x1, ") x [", r.y0, ", ", r.y1,
        ") leaves the world, [-2^40, 2^40) cells of level 0; move it inside"));
  }
  if (r.empty()) {
    return absl::InvalidArgumentError(
        "region: width and height must be at least 1");
  }
  if (r.width() > kLargestRegion || r.height() > kLargestRegion) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "region: ", r.width(), " x ", r.height(), " cells are more than ",
        kLargestRegion, " along one edge; ask for it in parts, they join"));
  }
  const int64_t t = request.tile_size;
  if (t < 64 || t > 1024 || (t & (t - 1)) != 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "tile_size = ", t, " is none of 64, 128, 256, 512 and 1024"));
  }
  const LayerSet unknown = request.layers - program.layers();
  if (!unknown.empty() || request.layers.empty()) {
    std::string have;
    program.layers().ForEach([&](Layer l) {
      absl::StrAppend(&have, have.empty() ? "" : ", ",
                      std::string(LayerName(l)));
    });
    std::string lacks;
    unknown.ForEach([&](Layer l) {
      absl::StrAppend(&lacks, lacks.empty() ? "" : ", ",
                      std::string(LayerName(l)));
    });
    return absl::InvalidArgumentError(
        absl::StrCat("layers: ", lacks.empty() ? "none is named" : lacks,
                     "; the stages of this recipe make ", have));
  }
  return absl::OkStatus();
}

}  // namespace

Engine::Engine(const EngineOptions& options)
    : options_(options),
      pool_(std::make_unique<WorkerPool>(options.tiling.threads)),
      cache_(std::make_unique<CoarseCache>(options.coarse_cache_bytes)) {}

Engine::~Engine() = default;

int Engine::threads() const { return pool_->threads(); }

namespace {

// Tries windows from large to small until one fits the memory; sets the plan's
// windows.
absl::Status LayOut(const Program& program, const TiledRunner& runner,
                    const RegionRequest& request, const EngineOptions& options,
                    RegionPlan& plan) {
  const int64_t unit =
      std::max<int64_t>(request.tile_size, RootDigest::kBlockCells);
  const Rect& r = request.region;
  int64_t needed = 0;
  for (int64_t edge = options.window_edge; edge >= unit; edge /= 2) {
    // A window that lies across the grid's lines costs no more than one along
    // them, so the first stands for all.
    const Rect first = program.Clip(
        request.level,
        {r.x0, r.y0, std::min(r.x1, r.x0 + edge), std::min(r.y1, r.y0 + edge)});
    needed = first.empty() ? 0
                           : CostOfWindow(program, runner, request.level, first,
                                          request.layers)
                                 .memory_bytes;
    if (needed > options.memory_bytes) continue;
    plan.window_edge = edge;
    plan.layout = r.width() <= edge && r.height() <= edge
                      ? std::vector<Rect>{r}
                      : GridPieces(r, edge, request.near);
    plan.windows = static_cast<int64_t>(plan.layout.size());
    return absl::OkStatus();
  }
  return absl::ResourceExhaustedError(absl::StrCat(
      "the smallest window of this recipe needs ", needed >> 20, " MiB and ",
      options.memory_bytes >> 20,
      " MiB are allowed; take fewer passes or a coarser level, or allow more "
      "memory"));
}

}  // namespace

absl::StatusOr<RegionPlan> Engine::Plan(const Program& program,
                                        const RegionRequest& request) const {
  TALUS_RETURN_IF_ERROR(CheckRequest(program, request));
  const TiledRunner runner(options_.tiling, *pool_, {}, nullptr);
  RegionPlan plan;
  TALUS_RETURN_IF_ERROR(LayOut(program, runner, request, options_, plan));
  plan.tiles = BlocksOf(request.region, request.tile_size).area();
  // In an endless world windows of one shape cost the same: the first of each
  // stands for the others.
  std::map<std::pair<int64_t, int64_t>, WindowCost> known;
  for (const Rect& window : plan.layout) {
    const Rect rect = program.Clip(request.level, window);
    if (rect.empty()) continue;
    const std::pair shape{rect.width(), rect.height()};
    const auto found = known.find(shape);
    const WindowCost cost = found != known.end() && !program.DomainAt(0)
                                ? found->second
                                : CostOfWindow(program, runner, request.level,
                                               rect, request.layers);
    known.emplace(shape, cost);
    plan.cell_passes += cost.cell_passes;
    plan.core_cell_passes += cost.core_cell_passes;
    plan.memory_bytes = std::max(plan.memory_bytes, cost.memory_bytes);
    for (const StageCost& row : cost.stages) {
      const auto at = std::find_if(
          plan.stages.begin(), plan.stages.end(), [&](const StageCost& other) {
            return other.path == row.path && other.level == row.level;
          });
      if (at == plan.stages.end()) {
        plan.stages.push_back(row);
      } else {
        at->cell_passes += row.cell_passes;
      }
    }
  }
  return plan;
}

absl::StatusOr<RegionSummary> Engine::Run(const Program& program,
                                          const RegionRequest& request,
                                          TileSink& sink, std::stop_token stop,
                                          const ProgressFn& progress) const {
  TALUS_ASSIGN_OR_RETURN(const RegionPlan plan, Plan(program, request));
  std::mutex mutex;  // guards done
  int64_t done = 0;
  TiledRunner runner(options_.tiling, *pool_, stop, [&](int64_t cells) {
    const std::lock_guard lock(mutex);
    done += cells;
    if (progress) progress(std::min(done, plan.cell_passes), plan.cell_passes);
  });
  const bool cached =
      plan.layout.size() > 1 || request.region.area() <= kCachedArea;
  LevelEvaluator evaluator(program, runner, cached ? cache_.get() : nullptr);
  RegionSummary summary;
  WindowTiles tiles(program, request, sink);
  for (const Rect& window : plan.layout) {
    State state;
    const Rect rect = program.Clip(request.level, window);
    if (!rect.empty()) {
      TALUS_ASSIGN_OR_RETURN(
          state, evaluator.Evaluate(request.level, rect, request.layers, rect,
                                    &summary.ledger));
    }
    TALUS_RETURN_IF_ERROR(tiles.Emit(window, rect, state, stop));
  }
  // What the cache saved counts as done.
  if (progress) progress(plan.cell_passes, plan.cell_passes);
  summary.cell_passes = done;
  summary.tiles = tiles.count();
  summary.layers = tiles.Summaries();
  return summary;
}

}  // namespace talus

#include "sim/plan/plan_region.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/base/format_bytes.h"
#include "sim/base/status_macros.h"
#include "sim/plan/region_cost.h"
#include "sim/plan/root_digest.h"
#include "sim/plan/tile_order.h"
#include "sim/plan/window_walk.h"

namespace talus {
namespace {

// Regions up to this area are likely to have neighbours asked for soon.
constexpr int64_t kCachedArea = 512 * 512;
// Planning looks at every window.
constexpr int64_t kMostWindows = int64_t{1} << 16;

absl::Status CheckRequest(const Program& program,
                          const RegionRequest& request) {
  const Rect& r = request.region;
  if (request.level < 0 || request.level > program.max_level()) {
    return absl::OutOfRangeError(absl::StrCat(
        "level = ", request.level, " is outside [0, ", program.max_level(),
        "], the levels of this recipe; ask for one of them"));
  }
  if (!WorldAt(request.level).Contains(r)) {
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

// Sums up what windows cost. Windows of one shape cost the same: the first of
// each stands for the others.
class WindowCosts {
 public:
  WindowCosts(const Program& program, const StepRunner& runner,
              const RegionRequest& request)
      : program_(program), runner_(runner), request_(request) {}

  // Adds the windows of plan->layout. Ends early where one needs more than
  // `memory_bytes`.
  absl::Status AddTo(RegionPlan* plan, int64_t memory_bytes,
                     const std::stop_token& stop) {
    CoarseBlocks left_by_windows;
    for (const Rect& window : plan->layout) {
      if (stop.stop_requested()) return absl::CancelledError("cancelled");
      const Rect rect = program_.Clip(request_.level, window);
      if (rect.empty()) continue;
      // Memory is that of a window that finds nothing in the cache.
      CoarseBlocks none;
      const WindowCost& alone = CostOf(rect, plan->cached ? &none : nullptr);
      plan->memory_bytes = std::max(plan->memory_bytes, alone.memory_bytes);
      if (plan->memory_bytes > memory_bytes) break;
      AddWindow(plan->cached ? CostOf(rect, &left_by_windows) : alone, plan);
    }
    return absl::OkStatus();
  }

 private:
  const WindowCost& CostOf(const Rect& rect, CoarseBlocks* cached) {
    const auto walk = WalkWindow(program_, request_.level, rect, cached);
    const auto [entry, fresh] = known_.try_emplace(ShapeOf(*walk));
    if (fresh) {
      entry->second = talus::CostOf(program_, runner_, *walk, request_.layers);
    }
    return entry->second;
  }

  static void AddWindow(const WindowCost& cost, RegionPlan* plan) {
    plan->cell_passes += cost.cell_passes;
    for (const StageCost& row : cost.stages) {
      const auto at = std::find_if(plan->stages.begin(), plan->stages.end(),
                                   [&](const StageCost& other) {
                                     return other.path == row.path &&
                                            other.level == row.level;
                                   });
      if (at == plan->stages.end()) {
        plan->stages.push_back(row);
      } else {
        at->cell_passes += row.cell_passes;
        at->memory_bytes = std::max(at->memory_bytes, row.memory_bytes);
      }
    }
  }

  const Program& program_;
  const StepRunner& runner_;
  const RegionRequest& request_;
  std::map<std::vector<int64_t>, WindowCost> known_;
};

// Cuts the region into windows of at most `edge` cells.
RegionPlan LayOut(const RegionRequest& request, int64_t edge) {
  const Rect& r = request.region;
  RegionPlan plan;
  plan.window_edge = edge;
  plan.layout = r.width() <= edge && r.height() <= edge
                    ? std::vector<Rect>{r}
                    : GridPieces(r, edge, request.near);
  plan.windows = static_cast<int64_t>(plan.layout.size());
  plan.cached = plan.windows > 1 || r.area() <= kCachedArea;
  return plan;
}

}  // namespace

absl::StatusOr<RegionPlan> PlanRegion(const Program& program,
                                      const StepRunner& runner,
                                      const RegionRequest& request,
                                      const EngineOptions& options,
                                      const std::stop_token& stop) {
  TALUS_RETURN_IF_ERROR(CheckRequest(program, request));
  WindowCosts costs(program, runner, request);
  const int64_t unit =
      std::max<int64_t>(request.tile_size, RootDigest::kBlockCells);
  int64_t needed = 0;
  // Every window of a whole domain would make it again.
  const bool one_window = program.NeedsWholeDomain(request.level);
  const auto longest = static_cast<uint64_t>(
      std::max(request.region.width(), request.region.height()));
  const int64_t first_edge =
      one_window ? std::max(options.window_edge,
                            static_cast<int64_t>(std::bit_ceil(longest)))
                 : options.window_edge;
  const int64_t last_edge = one_window ? first_edge : unit;
  for (int64_t edge = first_edge; edge >= last_edge; edge /= 2) {
    const Rect blocks = BlocksOf(request.region, edge);
    if (blocks.area() > kMostWindows) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "region: in ", FormatLimit(options.memory_bytes), " it takes ",
          blocks.area(), " windows of ", edge, " cells, more than ",
          kMostWindows, "; ask for it in parts or allow more memory"));
    }
    RegionPlan plan = LayOut(request, edge);
    TALUS_RETURN_IF_ERROR(costs.AddTo(&plan, options.memory_bytes, stop));
    needed = plan.memory_bytes;
    if (needed > options.memory_bytes) continue;
    plan.tiles = BlocksOf(request.region, request.tile_size).area();
    plan.core_cell_passes =
        CoreCellPasses(program, request.level, request.region);
    return plan;
  }
  return absl::ResourceExhaustedError(absl::StrCat(
      one_window ? "the domain of this recipe, worked on as a whole, needs "
                 : "the smallest window of this recipe needs ",
      FormatUsed(needed, options.memory_bytes), " and ",
      FormatLimit(options.memory_bytes),
      " are allowed; take fewer passes or a coarser level, or allow more "
      "memory"));
}

}  // namespace talus

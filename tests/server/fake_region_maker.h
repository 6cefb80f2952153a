#ifndef TALUS_TESTS_SERVER_FAKE_REGION_MAKER_H_
#define TALUS_TESTS_SERVER_FAKE_REGION_MAKER_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "server/region_maker.h"

namespace talus {

// Makes tiles whose value is a function of the cell, at once, or when `gate`
// lets it. Its plan costs ten updates and hundred bytes a cell.
class FakeRegionMaker final : public RegionMaker {
 public:
  // Called at the begin of each Run, in its thread.
  using Gate = std::function<absl::Status(std::stop_token)>;
  explicit FakeRegionMaker(Gate gate = nullptr) : gate_(std::move(gate)) {}

  static int32_t ValueAt(int64_t x, int64_t y) {
    return static_cast<int32_t>(x * 31 + y * 17);
  }

  absl::StatusOr<LandscapePtr> Prepare(const CanonicalRecipe& recipe) override {
    auto landscape = std::make_shared<Landscape>();
    landscape->recipe = recipe;
    return landscape;
  }

  absl::StatusOr<RegionPlan> Plan(const Landscape&,
                                  const RegionRequest& request,
                                  std::stop_token stop) override {
    if (plan_gate) {
      if (absl::Status status = plan_gate(stop); !status.ok()) return status;
    }
    RegionPlan plan;
    plan.core_cell_passes = request.region.area() * 10;
    plan.cell_passes = plan.core_cell_passes;
    plan.memory_bytes = request.region.area() * 100;
    plan.tiles = BlocksOf(request.region, request.tile_size).area();
    plan.stages.resize(1);
    plan.stages[0].path = "stages[0].plane";
    plan.stages[0].cell_passes = plan.cell_passes;
    return plan;
  }

  absl::StatusOr<RegionSummary> Run(const Landscape&,
                                    const RegionRequest& request,
                                    TileSink& sink, std::stop_token stop,
                                    const ProgressFn& progress) override {
    ++runs;
    ++running;
    const absl::StatusOr<RegionSummary> summary =
        MakeTiles(request, sink, stop, progress);
    --running;
    return summary;
  }

  Gate plan_gate;                 // called at the begin of each Plan
  std::function<void()> on_tile;  // called before each tile
  std::atomic<int> runs = 0;
  std::atomic<int> running = 0;

 private:
  absl::StatusOr<RegionSummary> MakeTiles(const RegionRequest& request,
                                          TileSink& sink, std::stop_token stop,
                                          const ProgressFn& progress) {
    if (gate_) {
      if (absl::Status status = gate_(stop); !status.ok()) return status;
    }
    const Rect blocks = BlocksOf(request.region, request.tile_size);
    RegionSummary summary;
    for (int64_t by = blocks.y0; by < blocks.y1; ++by) {
      for (int64_t bx = blocks.x0; bx < blocks.x1; ++bx) {
        if (stop.stop_requested()) return absl::CancelledError("stopped");
        const Rect cells =
            Intersect(CellsOf({bx, by, bx + 1, by + 1}, request.tile_size),
                      request.region);
        if (on_tile) on_tile();
        absl::Status status;
        request.layers.ForEach([&](Layer layer) {
          if (status.ok()) status = EmitTile(layer, request, cells, sink);
        });
        if (!status.ok()) return status;
        ++summary.tiles;
        progress(summary.tiles * request.region.area() * 10 / blocks.area(),
                 request.region.area() * 10);
      }
    }
    summary.cell_passes = request.region.area() * 10;
    return summary;
  }

  static absl::Status EmitTile(Layer layer, const RegionRequest& request,
                               const Rect& cells, TileSink& sink) {
    std::vector<int32_t> words;
    words.reserve(static_cast<size_t>(cells.area()));
    for (int64_t y = cells.y0; y < cells.y1; ++y) {
      for (int64_t x = cells.x0; x < cells.x1; ++x) {
        words.push_back(ValueAt(x, y));
      }
    }
    TileView view;
    view.layer = layer;
    view.level = request.level;
    view.rect = cells;
    view.words = words.data();
    view.stride = cells.width();
    return sink.OnTile(view);
  }

  const Gate gate_;
};

// Waits until `stop` is requested.
inline absl::Status WaitForStop(std::stop_token stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait(lock, stop, [] { return false; });
  return absl::CancelledError("stopped");
}

}  // namespace talus

#endif  // TALUS_TESTS_SERVER_FAKE_REGION_MAKER_H_

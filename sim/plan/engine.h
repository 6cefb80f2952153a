#ifndef TALUS_SIM_PLAN_ENGINE_H_
#define TALUS_SIM_PLAN_ENGINE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/base/rect.h"
#include "sim/plan/program.h"
#include "sim/plan/region_cost.h"
#include "sim/plan/region_ledger.h"
#include "sim/plan/tiled_runner.h"
#include "sim/stage/layer.h"

namespace talus {

class CoarseCache;
class DomainCache;
class SpareWords;

// Changes if and only if a golden digest changes.
inline constexpr uint32_t kEngineVersion = 5;

// Edge of the largest region in cells; keeps counts of cell updates and of
// windows small enough to plan at once.
inline constexpr int64_t kLargestRegion = int64_t{1} << 20;

// How work is laid out. Nothing here changes a bit of the result.
struct EngineOptions {
  TilingOptions tiling;
  // Most bytes that one request may hold; above it a region is made in windows.
  int64_t memory_bytes = int64_t{4} << 30;
  int64_t coarse_cache_bytes = int64_t{256} << 20;  // shared by requests
  // Of domains that stages worked on as a whole; shared likewise.
  int64_t domain_cache_bytes = int64_t{512} << 20;
  // Memory of planes that is kept between requests and within them, to be used
  // again. It is none in addition: with the planes in use it is never more than
  // these took at once before.
  int64_t spare_bytes = int64_t{2} << 30;
  // Largest edge of a window, a power of two from 1024 on. A region larger than
  // that comes window by window, so that its first tiles come early; windows
  // share coarse levels through the cache and repeat the halo of the finest
  // one.
  int64_t window_edge = 4096;
};

// A part of the world at one level. Cells of level `level`.
struct RegionRequest {
  int level = 0;
  Rect region;
  LayerSet layers = {Layer::kHeight};  // public layers that the program makes
  int64_t tile_size = 256;             // 64, 128, 256, 512 or 1024
  std::optional<std::pair<int64_t, int64_t>>
      near;  // cell whose tiles come first
  // Whether the summary's ledger is wanted. Without it a whole domain that a
  // stage works on is made once for all requests.
  bool ledger = true;
};

// What a request costs, known before any work. Less is done where the cache has
// coarse levels already.
struct RegionPlan {
  int64_t cell_passes = 0;  // halo included
  int64_t core_cell_passes =
      0;  // what the region's own cells (at every level) take
  int64_t memory_bytes = 0;
  int64_t windows = 0;
  int64_t window_edge = 0;   // cells; windows are cut along a world grid
  std::vector<Rect> layout;  // the windows, in their order
  bool cached = false;       // coarse levels come from and go to the cache
  int64_t tiles = 0;
  std::vector<StageCost> stages;
};

// One layer of one tile. `words` are row-major: int32 quanta for fixed-point
// layers (nodata INT32_MIN), the bits of float32 for the others (nodata
// -32768).
struct TileView {
  Layer layer = Layer::kHeight;
  int level = 0;
  Rect rect;
  const int32_t* words = nullptr;
  int64_t stride = 0;  // words from row to row

  const int32_t* Row(int64_t y) const { return words + (y - rect.y0) * stride; }
};

inline constexpr int32_t kNodataQuanta = INT32_MIN;
inline constexpr float kNodataValue = -32768.0f;

// Takes the tiles of a request. Called from one thread at a time; may block,
// which holds the work back. An error ends the request with it.
class TileSink {
 public:
  virtual ~TileSink() = default;
  // The view is valid during the call. The layers of a tile follow each other
  // in enum order.
  virtual absl::Status OnTile(const TileView& tile) = 0;
};

// What a finished request leaves behind.
struct LayerSummary {
  Layer layer = Layer::kHeight;
  std::string root_digest;  // 32 bytes, see LayerDigest.root in terrain.proto
  double min = 0;  // metres or the layer's unit; nodata left out; 0 where there
                   // is no data
  double max = 0;
};
struct RegionSummary {
  int64_t tiles = 0;
  int64_t cell_passes = 0;
  std::vector<LayerSummary> layers;
  RegionLedger ledger;  // zeros where it was not asked for
};

// Called now and then from worker threads, one at a time, with rising `done`.
using ProgressFn =
    std::function<void(int64_t cell_passes_done, int64_t cell_passes_total)>;

// Makes regions. Thread-safe: requests run side by side and share the workers
// and the cache of coarse levels.
class Engine {
 public:
  explicit Engine(const EngineOptions& options);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // INVALID_ARGUMENT or OUT_OF_RANGE where the request does not suit the
  // program, RESOURCE_EXHAUSTED where it does not suit the options, CANCELLED
  // once `stop` is requested.
  absl::StatusOr<RegionPlan> Plan(const Program& program,
                                  const RegionRequest& request,
                                  const std::stop_token& stop = {}) const;

  // Blocks until the region is made and every tile was taken, the sink failed,
  // or `stop` was requested (CANCELLED, within some milliseconds of work).
  absl::StatusOr<RegionSummary> Run(const Program& program,
                                    const RegionRequest& request,
                                    TileSink& sink, const std::stop_token& stop,
                                    const ProgressFn& progress) const;

  const EngineOptions& options() const { return options_; }
  int threads() const;

 private:
  const EngineOptions options_;
  std::unique_ptr<SpareWords> spare_;  // takes in what those below let go of
  std::unique_ptr<WorkerPool> pool_;
  std::unique_ptr<CoarseCache> cache_;
  std::unique_ptr<DomainCache> domains_;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_ENGINE_H_

#ifndef TALUS_SIM_PLAN_WINDOW_TILES_H_
#define TALUS_SIM_PLAN_WINDOW_TILES_H_

#include <cstdint>
#include <map>
#include <stop_token>
#include <vector>

#include "absl/status/status.h"
#include "sim/plan/engine.h"
#include "sim/plan/root_digest.h"
#include "sim/plan/state.h"

namespace talus {

// Cuts evaluated windows into tiles, marks cells without data, and sums up
// digests and ranges.
class WindowTiles {
 public:
  WindowTiles(const Program& program, const RegionRequest& request,
              TileSink& sink)
      : program_(program), request_(request), sink_(sink) {}

  // `state` holds the layers over `inside`, the part of `window` that lies in
  // the domain. What is done to whole planes is cut up by `runner`. CANCELLED
  // on request.
  absl::Status Emit(const Rect& window, const Rect& inside, const State& state,
                    StepRunner& runner, const std::stop_token& stop);

  int64_t count() const { return count_; }
  std::vector<LayerSummary> Summaries() const;

 private:
  struct Totals {
    RootDigest digest;
    bool any = false;
    double min = 0;
    double max = 0;
  };
  absl::Status AddTotals(const TileView& window, const std::stop_token& stop);
  void AddRows(const TileView& rows);

  const Program& program_;
  const RegionRequest& request_;
  TileSink& sink_;
  std::map<Layer, Totals> totals_;
  int64_t count_ = 0;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_WINDOW_TILES_H_

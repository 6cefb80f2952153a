#ifndef TALUS_SIM_PLAN_TILED_RUNNER_H_
#define TALUS_SIM_PLAN_TILED_RUNNER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

#include "sim/base/workers.h"
#include "sim/plan/step_runner.h"

namespace talus {

// How the tiled schedule cuts the work. Changes no bit.
struct TilingOptions {
  int threads = 0;             // 0: as many as the process may use
  int64_t block_width = 1024;  // most cells of a block's row
  int64_t block_height = 512;  // most rows of a block
  int passes_per_group = 16;   // most passes that run through a block in one go
  int64_t ring_bytes =
      288 << 10;  // rows in flight of a block should fit the L2 cache
  uint64_t shuffle_seed =
      0;  // other than 0: blocks start in a hashed order, for tests
};

// Workers shared by all runs of a process part. Only tiled_runner.cc knows what
// they are. Parts may have parts of their own.
class WorkerPool final : public Workers {
 public:
  explicit WorkerPool(int threads);
  ~WorkerPool() override;
  int count() const override;
  void ForEach(size_t parts,
               const std::function<void(size_t)>& work) const override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Cuts the steps into groups of passes and the cells into blocks. Within a
// block the rows of all passes of the group stream through rings of a few rows,
// each pass a halo behind the one before; a block recomputes the halo that the
// later passes of its group need, so blocks of a group do not wait for each
// other.
class TiledRunner final : public StepRunner {
 public:
  // `on_cells` is told of finished cell updates, from worker threads, at the
  // same time. `pool` must outlive the runner.
  TiledRunner(const TilingOptions& options, WorkerPool& pool,
              std::stop_token stop, std::function<void(int64_t)> on_cells);

  absl::StatusOr<State> Run(State in, const StepRun& run,
                            Ledger* ledger) override;
  absl::Status ForStrips(const Rect& rect,
                         const std::function<void(const Rect&)>& work) override;
  int64_t CellPasses(const StepRun& run) const override;
  int64_t WorkBytes(const StepRun& run) const override;

 private:
  const TilingOptions options_;
  WorkerPool& pool_;
  const std::stop_token stop_;
  const std::function<void(int64_t)> on_cells_;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_TILED_RUNNER_H_

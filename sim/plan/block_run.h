#ifndef TALUS_SIM_PLAN_BLOCK_RUN_H_
#define TALUS_SIM_PLAN_BLOCK_RUN_H_

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "sim/plan/pass_group.h"

namespace talus {

// What all blocks of a group share.
struct GroupTask {
  const Program* program = nullptr;
  int level = 0;
  const PassGroup* group = nullptr;
  const State* in = nullptr;
  const State* out = nullptr;
  const Plane<int32_t>* mask = nullptr;  // over everything that is read;
                                         // nullptr where all cells are inside
  const InsideRuns* inside = nullptr;    // of the mask
  Rect counted;
  std::stop_token stop;
  const Workers* workers = &kOneWorker;  // of each block
};

// Streams one block through one group of passes. Lives on one thread, but for
// what the workers of the task do.
class BlockRun {
 public:
  BlockRun(const GroupTask& task, const Rect& block);

  // Most bytes that the run of a block holds: its rings, and what a pass over a
  // whole window keeps beside the layers. Of the task only the program, the
  // level, the group and the workers are looked at.
  static int64_t MostBytes(const GroupTask& task, const Rect& block);

  // Returns what happened in the counted cells of the block. Ends early, with
  // part of the block unwritten, when a stop is requested: the caller MUST
  // look.
  Ledger Run();

 private:
  struct Lane {
    Rect rect;  // cells that the pass writes here
    LayerRows in;
    LayerRows out;
    std::unique_ptr<Sweep> sweep;
  };

  LayerRows OutOfStrip(size_t strip) const;
  Ledger RunStrips();

  void LayOutRings();
  void Connect(size_t i);
  Window WindowOf(const Rect& rect) const;
  void CopyFinalRow(size_t i, int64_t y);

  const GroupTask& task_;
  const PassGroup& group_;
  const Rect block_;
  const Plane<int32_t>*
      mask_;  // nullptr where no cell near the block is outside
  std::vector<Lane> lanes_;
  int64_t first_x_ = 0;  // column of the rings' first word
  int64_t stride_ = 0;   // words from ring row to ring row
  Plane<int32_t> rings_;
  std::vector<std::array<int64_t, kLayerCount>>
      ring_at_;  // first row of each ring in rings_
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_BLOCK_RUN_H_

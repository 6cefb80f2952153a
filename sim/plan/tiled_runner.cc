#include "sim/plan/tiled_runner.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "sim/base/float_env.h"
#include "sim/base/hash.h"
#include "sim/base/status_macros.h"
#include "sim/plan/block_run.h"
#include "sim/plan/pass_group.h"
#include "sim/plan/spare_planes.h"
#include "sim/plan/strip_work.h"

namespace talus {

class WorkerPool::Impl {
 public:
  explicit Impl(int threads)
      : threads_(threads > 0 ? threads
                             : std::max(1, tbb::info::default_concurrency())),
        // oneTBB never runs more workers than the machine has cores unless told
        // to.
        control_(tbb::global_control::max_allowed_parallelism,
                 static_cast<size_t>(threads_)),
        arena_(threads_) {}

  int threads() const { return threads_; }
  tbb::task_arena& arena() { return arena_; }

 private:
  const int threads_;
  tbb::global_control control_;
  tbb::task_arena arena_;
};

WorkerPool::WorkerPool(int threads) : impl_(std::make_unique<Impl>(threads)) {}
WorkerPool::~WorkerPool() = default;
int WorkerPool::count() const { return impl_->threads(); }

void WorkerPool::ForEach(size_t parts,
                         const std::function<void(size_t)>& work) const {
  impl_->arena().execute([&] {
    tbb::this_task_arena::isolate([&] {
      const auto run = [&](size_t i) {
        const ScopedFloatEnv float_env;
        work(i);
      };
      tbb::parallel_for(size_t{0}, parts, run, tbb::simple_partitioner());
    });
  });
}

namespace {

// A group and the cells that it must write.
struct Stretch {
  PassGroup group;
  Rect out;
};

bool WholeWindow(const Stage& stage) { return stage.info().whole_window; }

// Cuts the steps of a run into groups whose rings fit the budget. A pass that
// works on whole windows is a group of its own: it reads whole planes.
std::vector<Stretch> CutIntoGroups(const StepRun& run,
                                   const TilingOptions& options) {
  const std::vector<LayerSet> live =
      LiveAfterEach(*run.program, run.steps, run.wanted);
  std::vector<Stretch> stretches;
  size_t first = 0;
  while (first < run.steps.size()) {
    size_t count = 1;
    const auto group_of = [&](size_t n) {
      return MakePassGroup(*run.program, run.steps.subspan(first, n),
                           live[first + n - 1]);
    };
    PassGroup group = group_of(count);
    while (first + count < run.steps.size() &&
           count < static_cast<size_t>(options.passes_per_group) &&
           !WholeWindow(*run.steps[first].stage) &&
           !WholeWindow(*run.steps[first + count].stage)) {
      PassGroup larger = group_of(count + 1);
      if (larger.RingBytes(options.block_width) > options.ring_bytes) break;
      group = std::move(larger);
      ++count;
    }
    stretches.push_back({std::move(group), Rect{}});
    first += count;
  }
  int64_t grow = 0;
  for (auto s = stretches.rbegin(); s != stretches.rend(); ++s) {
    s->out = run.program->Clip(run.level, Grow(run.out, grow));
    grow += s->group.input_grow;
  }
  return stretches;
}

// Blocks of about equal size that cover `out`, small enough that every thread
// gets several. The halo of a pass over whole windows is no small part of a
// block: fewer and larger ones, whose work threads share.
std::vector<Rect> CutIntoBlocks(const Stretch& stretch,
                                const TilingOptions& options, int threads) {
  constexpr int64_t kLeastRows = 64;
  const Rect& out = stretch.out;
  if (out.empty()) return {};
  // A block of a whole domain would take as much work as all of it.
  if (stretch.group.passes[0].stage->info().WholeDomain()) return {out};
  const bool whole = WholeWindow(*stretch.group.passes[0].stage);
  const int64_t blocks_for_threads = whole ? 1 : int64_t{3} * threads;
  const int64_t scale = whole ? 2 : 1;
  const int64_t columns = CeilDiv(out.width(), scale * options.block_width);
  // More rows of blocks for more threads, but no thin ones for that.
  const int64_t for_threads = std::min(CeilDiv(blocks_for_threads, columns),
                                       CeilDiv(out.height(), kLeastRows));
  const int64_t rows = std::max(
      CeilDiv(out.height(), scale * options.block_height), for_threads);
  std::vector<Rect> blocks;
  for (int64_t j = 0; j < rows; ++j) {
    for (int64_t i = 0; i < columns; ++i) {
      blocks.push_back({out.x0 + out.width() * i / columns,
                        out.y0 + out.height() * j / rows,
                        out.x0 + out.width() * (i + 1) / columns,
                        out.y0 + out.height() * (j + 1) / rows});
    }
  }
  if (options.shuffle_seed != 0) {
    std::sort(blocks.begin(), blocks.end(), [&](const Rect& a, const Rect& b) {
      const auto key = [&](const Rect& r) {
        return HashCombine(
            HashCombine(options.shuffle_seed, static_cast<uint64_t>(r.x0)),
            static_cast<uint64_t>(r.y0));
      };
      return key(a) < key(b);
    });
  }
  return blocks;
}

int64_t BlockCells(const StepRun& run, const PassGroup& group,
                   const Rect& block) {
  int64_t cells = 0;
  for (size_t i = 0; i < group.passes.size(); ++i) {
    cells += group.PassRect(*run.program, run.level, i, block).area();
  }
  return cells;
}

// The workers of a pool that each of some blocks has: as many as no other
// needs.
class WorkerShare final : public Workers {
 public:
  WorkerShare(const Workers& pool, size_t blocks)
      : pool_(pool),
        count_(static_cast<int>(
            CeilDiv(pool.count(),
                    std::max<int64_t>(1, static_cast<int64_t>(blocks))))) {}

  int count() const override { return count_; }
  void ForEach(size_t parts,
               const std::function<void(size_t)>& work) const override {
    pool_.ForEach(parts, work);
  }

 private:
  const Workers& pool_;
  const int count_;
};

}  // namespace

TiledRunner::TiledRunner(const TilingOptions& options, WorkerPool& pool,
                         std::stop_token stop,
                         std::function<void(int64_t)> on_cells)
    : options_(options),
      pool_(pool),
      stop_(std::move(stop)),
      on_cells_(std::move(on_cells)) {}

absl::StatusOr<State> TiledRunner::Run(State in, const StepRun& run,
                                       Ledger* ledger) {
  TALUS_ASSIGN_OR_RETURN(const auto mask,
                         MaskInStrips(*this, *run.program, run.level,
                                      Grow(HaloOf(run), kMaxHalo)));
  std::optional<InsideRuns> inside;
  if (mask != nullptr) {
    inside.emplace(mask->rect());
    TALUS_RETURN_IF_ERROR(ForStrips(mask->rect(), [&](const Rect& strip) {
      for (int64_t y = strip.y0; y < strip.y1; ++y) inside->FindRow(*mask, y);
    }));
  }
  SparePlanes planes;
  std::mutex mutex;  // guards *ledger
  for (const Stretch& stretch : CutIntoGroups(run, options_)) {
    LayerSet written;
    for (const PassGroup::Pass& pass : stretch.group.passes) {
      written = written | pass.final;
    }
    State out = planes.Make(*run.program, written, stretch.out);
    const std::vector<Rect> blocks =
        CutIntoBlocks(stretch, options_, pool_.count());
    const WorkerShare workers(pool_, blocks.size());
    const GroupTask task{run.program,
                         run.level,
                         &stretch.group,
                         &in,
                         &out,
                         mask.get(),
                         inside ? &*inside : nullptr,
                         run.counted,
                         stop_,
                         &workers};
    const auto run_block = [&](size_t i) {
      if (stop_.stop_requested()) return;
      const Ledger block_ledger = BlockRun(task, blocks[i]).Run();
      const std::lock_guard lock(mutex);
      *ledger += block_ledger;
      if (on_cells_) on_cells_(BlockCells(run, stretch.group, blocks[i]));
    };
    pool_.ForEach(blocks.size(), run_block);
    if (stop_.stop_requested()) return absl::CancelledError("cancelled");
    State next;
    stretch.group.live_after.ForEach(
        [&](Layer l) { next.Set(l, written.Has(l) ? out.Get(l) : in.Get(l)); });
    in = std::move(next);
  }
  State result;
  run.wanted.ForEach([&](Layer l) { result.Set(l, in.Get(l)); });
  return result;
}

absl::Status TiledRunner::ForStrips(
    const Rect& rect, const std::function<void(const Rect&)>& work) {
  // Some milliseconds of work at most.
  constexpr int64_t kStripCells = int64_t{1} << 17;
  if (rect.empty()) return absl::OkStatus();
  const int64_t rows = std::max<int64_t>(1, kStripCells / rect.width());
  const auto run_strip = [&](size_t i) {
    if (stop_.stop_requested()) return;
    const int64_t y0 = rect.y0 + static_cast<int64_t>(i) * rows;
    work({rect.x0, y0, rect.x1, std::min(y0 + rows, rect.y1)});
  };
  pool_.ForEach(static_cast<size_t>(CeilDiv(rect.height(), rows)), run_strip);
  if (stop_.stop_requested()) return absl::CancelledError("cancelled");
  return absl::OkStatus();
}

int64_t TiledRunner::CellPasses(const StepRun& run) const {
  int64_t cells = 0;
  for (const Stretch& stretch : CutIntoGroups(run, options_)) {
    for (const Rect& block : CutIntoBlocks(stretch, options_, pool_.count())) {
      cells += BlockCells(run, stretch.group, block);
    }
  }
  return cells;
}

// The halos of blocks overlap, so that blocks together may hold more than the
// region does.
int64_t TiledRunner::WorkBytes(const StepRun& run) const {
  int64_t most = 0;
  for (const Stretch& stretch : CutIntoGroups(run, options_)) {
    const std::vector<Rect> blocks =
        CutIntoBlocks(stretch, options_, pool_.count());
    const WorkerShare workers(pool_, blocks.size());
    const GroupTask task{.program = run.program,
                         .level = run.level,
                         .group = &stretch.group,
                         .workers = &workers};
    std::vector<int64_t> bytes;
    for (const Rect& block : blocks) {
      bytes.push_back(BlockRun::MostBytes(task, block));
    }
    std::ranges::sort(bytes, std::greater<>());
    bytes.resize(std::min(bytes.size(), static_cast<size_t>(pool_.count())));
    most =
        std::max(most, std::accumulate(bytes.begin(), bytes.end(), int64_t{0}));
  }
  return most + InsideRuns::MostBytes(Grow(HaloOf(run), kMaxHalo));
}

}  // namespace talus

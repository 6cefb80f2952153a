#include "sim/plan/block_run.h"

#include <algorithm>

namespace talus {
namespace {

// A pass over a whole window, whose rows workers share out.
bool IsShared(const GroupTask& task) {
  return task.workers->count() > 1 &&
         task.group->passes[0].stage->info().whole_window;
}

// Of the rows of a block.
size_t StripCount(const GroupTask& task, int64_t rows) {
  if (!IsShared(task)) return 1;
  // Some for each, as they may not all be free at once.
  return static_cast<size_t>(
      std::clamp<int64_t>(rows, 1, int64_t{4} * task.workers->count()));
}

// Rows of a pass's ring where `strips` have one each.
int64_t RingRows(const PassGroup::Pass& pass, Layer layer, size_t strips) {
  return pass.WritesPlaneItself(layer)
             ? 0
             : pass.ring_rows[static_cast<size_t>(layer)] *
                   static_cast<int64_t>(strips);
}

// Words of a row of the rings of a block whose first pass writes `width` cells
// a row.
int64_t RingWidth(int64_t width) { return width + 2 * kMaxHalo; }

}  // namespace

BlockRun::BlockRun(const GroupTask& task, const Rect& block)
    : task_(task), group_(*task.group), block_(block), mask_(task.mask) {
  lanes_.resize(group_.passes.size());
  for (size_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].rect = group_.PassRect(*task.program, task.level, i, block);
  }
  // Of a group the first pass has the largest rectangle, and any halo beyond
  // kMaxHalo is that of a group of one.
  const int64_t around = group_.passes[0].stage->info().mask_cells();
  if (mask_ != nullptr && task.inside->Cover(Intersect(
                              Grow(lanes_[0].rect, around), mask_->rect()))) {
    mask_ = nullptr;
  }
  LayOutRings();
  for (size_t i = 0; i < lanes_.size(); ++i) Connect(i);
}

// Rings start as zeros: past the border of a world a pass reads rows that
// nobody writes, and a stray NaN there would survive a multiplication by zero.
void BlockRun::LayOutRings() {
  first_x_ = lanes_[0].rect.x0 - kMaxHalo;
  const int64_t width = RingWidth(lanes_[0].rect.width());
  const size_t strips = StripCount(task_, lanes_[0].rect.height());
  int64_t rows = 0;
  ring_at_.resize(lanes_.size());
  for (size_t i = 0; i < lanes_.size(); ++i) {
    for (int l = 0; l < kLayerCount; ++l) {
      ring_at_[i][static_cast<size_t>(l)] = rows;
      rows += RingRows(group_.passes[i], static_cast<Layer>(l), strips);
    }
  }
  rings_ = Plane<int32_t>({0, 0, width, rows});
  for (int64_t y = 0; y < rows; ++y) {
    std::fill_n(rings_.Row(y) - Plane<int32_t>::kPad,
                width + 2 * Plane<int32_t>::kPad, 0);
  }
  stride_ = rings_.stride();
}

int64_t BlockRun::MostBytes(const GroupTask& task, const Rect& block) {
  const PassGroup& group = *task.group;
  const StageInfo& info = group.passes[0].stage->info();
  const Rect rect = group.PassRect(*task.program, task.level, 0, block);
  const size_t strips = StripCount(task, rect.height());
  int64_t rows = 0;
  for (const PassGroup::Pass& pass : group.passes) {
    for (int l = 0; l < kLayerCount; ++l) {
      rows += RingRows(pass, static_cast<Layer>(l), strips);
    }
  }
  // Copies of what lies around a window go past the border of a world.
  const Rect seen = Grow(rect, info.halo_cells);
  const Rect held =
      info.WholeDomain() ? task.program->Clip(task.level, seen) : seen;
  const int64_t stride = RingWidth(rect.width()) + 3 * Plane<int32_t>::kPad;
  return rows * stride * int64_t{sizeof(int32_t)} +
         info.scratch_bytes * held.area();
}

void BlockRun::Connect(size_t i) {
  const PassGroup::Pass& pass = group_.passes[i];
  Lane& lane = lanes_[i];
  const auto ring = [&](size_t from, Layer l) {
    const auto k = static_cast<size_t>(l);
    const int64_t rows = group_.passes[from].ring_rows[k];
    // The origin lies whole turns above the first row, so that rows past the
    // border find a place too.
    return LayerRows::Slot{
        rings_.At(lane.rect.x0 - first_x_, ring_at_[from][k]), stride_,
        lanes_[from].rect.y0 - rows * kMaxHalo, static_cast<uint32_t>(rows)};
  };
  pass.reads.ForEach([&](Layer l) {
    const int from = pass.producer[static_cast<size_t>(l)];
    if (from >= 0 &&
        group_.passes[static_cast<size_t>(from)].WritesPlaneItself(l)) {
      lane.in.SetPlane(l, *task_.out->Get(l), lane.rect.x0);
    } else if (from >= 0) {
      lane.in.Set(l, ring(static_cast<size_t>(from), l));
    } else if (from == PassGroup::kFromInput) {
      lane.in.SetPlane(l, *task_.in->Get(l), lane.rect.x0);
    }
  });
  pass.writes.ForEach([&](Layer l) {
    if (pass.WritesPlaneItself(l)) {
      lane.out.SetPlane(l, *task_.out->Get(l), lane.rect.x0);
    } else {
      lane.out.Set(l, ring(i, l));
    }
  });
  lane.sweep = pass.stage->Begin(WindowOf(lane.rect), pass.number);
}

Window BlockRun::WindowOf(const Rect& rect) const {
  return {.rect = rect,
          .mask = mask_,
          .base_level = task_.program->base_level(),
          .counted = Intersect(block_, task_.counted),
          .stop = task_.stop,
          .inside = mask_ == nullptr ? nullptr : task_.inside,
          .workers = task_.workers};
}

void BlockRun::CopyFinalRow(size_t i, int64_t y) {
  const PassGroup::Pass& pass = group_.passes[i];
  const Lane& lane = lanes_[i];
  pass.final.ForEach([&](Layer l) {
    if (pass.WritesPlaneItself(l)) return;
    // Real layers travel as words too.
    const int32_t* from = lane.out.Quanta(l, y) + (block_.x0 - lane.rect.x0);
    std::copy_n(from, block_.width(), task_.out->Get(l)->At(block_.x0, y));
  });
}

// Each strip has rows of its own for what is not kept.
LayerRows BlockRun::OutOfStrip(size_t strip) const {
  LayerRows out = lanes_[0].out;
  const PassGroup::Pass& pass = group_.passes[0];
  pass.writes.ForEach([&](Layer l) {
    if (pass.WritesPlaneItself(l)) return;
    LayerRows::Slot slot = out.Get(l);
    slot.first = static_cast<int32_t*>(slot.first) +
                 static_cast<int64_t>(strip) * stride_;
    out.Set(l, slot);
  });
  return out;
}

Ledger BlockRun::RunStrips() {
  Lane& lane = lanes_[0];
  Ledger ledger;
  lane.sweep->Row(lane.in, lane.rect.y0, lane.out, &ledger);
  const size_t count = StripCount(task_, lane.rect.height());
  std::vector<Ledger> ledgers(count);
  const auto edge = [&](size_t strip) {
    const int64_t rows = lane.rect.height() - 1;
    return lane.rect.y0 + 1 +
           rows * static_cast<int64_t>(strip) / static_cast<int64_t>(count);
  };
  task_.workers->ForEach(count, [&](size_t strip) {
    const LayerRows out = OutOfStrip(strip);
    for (int64_t y = edge(strip); y < edge(strip + 1); ++y) {
      if (task_.stop.stop_requested()) return;
      lane.sweep->Row(lane.in, y, out, &ledgers[strip]);
    }
  });
  for (const Ledger& of_strip : ledgers) ledger += of_strip;
  return ledger;
}

Ledger BlockRun::Run() {
  if (IsShared(task_)) return RunStrips();
  Ledger ledger;
  const int64_t first = lanes_[0].rect.y0;
  const int64_t last = block_.y1 + group_.passes.back().lag;
  for (int64_t tick = first; tick < last; ++tick) {
    if (task_.stop.stop_requested()) return ledger;
    for (size_t i = 0; i < lanes_.size(); ++i) {
      Lane& lane = lanes_[i];
      const int64_t y = tick - group_.passes[i].lag;
      if (y < lane.rect.y0 || y >= lane.rect.y1) continue;
      lane.sweep->Row(lane.in, y, lane.out, &ledger);
      if (block_.y0 <= y && y < block_.y1) CopyFinalRow(i, y);
    }
  }
  return ledger;
}

}  // namespace talus

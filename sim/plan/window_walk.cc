#include "sim/plan/window_walk.h"

#include "sim/plan/coarse_cache.h"
#include "sim/plan/resample.h"

namespace talus {
namespace {

std::unique_ptr<SectionVisit> Walk(const Program& program, size_t section,
                                   int level, const Rect& rect,
                                   CoarseBlocks* cached) {
  const Section& s = program.sections()[section];
  auto visit = std::make_unique<SectionVisit>();
  visit->section = section;
  visit->level = level;
  visit->out = program.MadeFor(section, level, rect);
  visit->in = program.Clip(
      level, Grow(visit->out, s.levels[static_cast<size_t>(level)].halo));
  if (section > 0) {
    visit->before = Walk(program, section - 1, level, visit->in, cached);
  }
  if (!s.multiscale || level == s.coarsest_level) return visit;
  const int next = level + 1;
  visit->asked_of_coarse = program.Clip(next, CoarseRectOf(visit->in));
  Rect made = visit->asked_of_coarse;
  if (cached != nullptr) {
    made = program.Clip(next, CellsOf(cached->Missing(section, next, made),
                                      CoarseCache::kBlockCells));
  }
  if (made.empty()) return visit;
  made = program.MadeFor(section, next, made);
  visit->coarse = Walk(program, section, next, made, cached);
  if (cached != nullptr) cached->Add(program, section, next, made);
  return visit;
}

void AddShape(const SectionVisit& v, std::vector<int64_t>& shape) {
  // Clipped rectangles between `out` and `in` follow from how far each side
  // could grow.
  shape.insert(shape.end(),
               {static_cast<int64_t>(v.section), v.level, v.out.width(),
                v.out.height(), v.out.x0 - v.in.x0, v.out.y0 - v.in.y0,
                v.in.x1 - v.out.x1, v.in.y1 - v.out.y1,
                v.asked_of_coarse.width(), v.asked_of_coarse.height()});
  if (v.before != nullptr) AddShape(*v.before, shape);
  if (v.coarse != nullptr) AddShape(*v.coarse, shape);
}

}  // namespace

Rect CoarseBlocks::Missing(size_t section, int level, const Rect& rect) const {
  const Rect blocks = BlocksOf(rect, CoarseCache::kBlockCells);
  const auto held = blocks_.find({section, level});
  if (held == blocks_.end()) return blocks;
  Rect missing;
  for (int64_t by = blocks.y0; by < blocks.y1; ++by) {
    for (int64_t bx = blocks.x0; bx < blocks.x1; ++bx) {
      if (held->second.contains({by, bx})) continue;
      missing = Union(missing, {bx, by, bx + 1, by + 1});
    }
  }
  return missing;
}

void CoarseBlocks::Add(const Program& program, size_t section, int level,
                       const Rect& rect) {
  const Rect blocks = BlocksOf(rect, CoarseCache::kBlockCells);
  auto& held = blocks_[{section, level}];
  for (int64_t by = blocks.y0; by < blocks.y1; ++by) {
    for (int64_t bx = blocks.x0; bx < blocks.x1; ++bx) {
      const Rect cells = program.Clip(
          level, CellsOf({bx, by, bx + 1, by + 1}, CoarseCache::kBlockCells));
      if (rect.Contains(cells)) held.insert({by, bx});
    }
  }
}

std::unique_ptr<SectionVisit> WalkWindow(const Program& program, int level,
                                         const Rect& rect,
                                         CoarseBlocks* cached) {
  return Walk(program, program.sections().size() - 1, level, rect, cached);
}

std::vector<int64_t> ShapeOf(const SectionVisit& visit) {
  std::vector<int64_t> shape;
  AddShape(visit, shape);
  return shape;
}

}  // namespace talus

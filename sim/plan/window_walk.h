#ifndef TALUS_SIM_PLAN_WINDOW_WALK_H_
#define TALUS_SIM_PLAN_WINDOW_WALK_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "sim/plan/program.h"

namespace talus {

// The blocks of coarse levels that the windows so far have left in the cache.
class CoarseBlocks {
 public:
  // As CoarseCache::Read: the smallest rectangle of blocks that holds every
  // missing one of `rect`.
  Rect Missing(size_t section, int level, const Rect& rect) const;
  // As CoarseCache::Write: keeps the whole blocks of `rect`, as far as they lie
  // in the world.
  void Add(const Program& program, size_t section, int level, const Rect& rect);

 private:
  std::map<std::pair<size_t, int>, std::set<std::pair<int64_t, int64_t>>>
      blocks_;
};

// One section evaluated at one level, and what it needs for that.
struct SectionVisit {
  size_t section = 0;
  int level = 0;
  Rect out;                              // cells to be right
  Rect in;                               // with the halo of the steps
  Rect asked_of_coarse;                  // empty where nothing comes from there
  std::unique_ptr<SectionVisit> before;  // the section before it
  std::unique_ptr<SectionVisit> coarse;  // the next coarser level; null where
                                         // the cache has it
};

// The way of LevelEvaluator::Evaluate over a window. `cached` is null where it
// works without a cache; else it takes up what the window leaves there.
std::unique_ptr<SectionVisit> WalkWindow(const Program& program, int level,
                                         const Rect& rect,
                                         CoarseBlocks* cached);

// What tells apart windows that take other work: equal keys, equal cost.
std::vector<int64_t> ShapeOf(const SectionVisit& visit);

}  // namespace talus

#endif  // TALUS_SIM_PLAN_WINDOW_WALK_H_

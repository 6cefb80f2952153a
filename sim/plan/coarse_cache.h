#ifndef TALUS_SIM_PLAN_COARSE_CACHE_H_
#define TALUS_SIM_PLAN_COARSE_CACHE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "sim/base/byte_lru.h"
#include "sim/plan/state.h"

namespace talus {

// What a finer level takes over from a coarser one.
struct CoarseResult {
  std::shared_ptr<LayerPlane>
      delta;  // quanta; what the group changed of the ground
  std::shared_ptr<LayerPlane> flow;  // m^2
};

// Copies the cells of `rect`.
void CopyCoarse(const CoarseResult& from, const Rect& rect, CoarseResult& to);

// Holds finished blocks of coarse levels, the last used ones up to a number of
// bytes, so that neighbouring windows and requests do not make them again.
// Thread-safe.
class CoarseCache {
 public:
  static constexpr int64_t kBlockCells = 64;

  // A level of a section, which the recipe up to the section stands for.
  struct Prefix {
    std::string digest;
    int level = 0;
  };

  explicit CoarseCache(int64_t bytes) : blocks_(bytes) {}

  // Copies what is held of `rect` into `result`, whose planes cover it. Returns
  // the smallest rectangle of blocks (in block indices) that holds every
  // missing one; empty where nothing is missing.
  Rect Read(const Prefix& prefix, const Rect& rect, CoarseResult& result);

  // Keeps the blocks of `made` that lie in `rect` as far as they lie in
  // `world`.
  void Write(const Prefix& prefix, const Rect& rect, const Rect& world,
             const CoarseResult& made);

  int64_t bytes() const;

 private:
  using Key = std::tuple<std::string, int, int64_t, int64_t>;

  mutable std::mutex mutex_;
  ByteLru<Key, CoarseResult> blocks_;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_COARSE_CACHE_H_

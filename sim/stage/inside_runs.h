#ifndef TALUS_SIM_STAGE_INSIDE_RUNS_H_
#define TALUS_SIM_STAGE_INSIDE_RUNS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/stage/cell_kind.h"

namespace talus {

// Where the cells of each row of a mask are inside, found once for all passes
// that ask. Short runs are left out.
class InsideRuns {
 public:
  // Columns [x0, x1) of the world.
  struct Run {
    int64_t x0 = 0;
    int64_t x1 = 0;
    int64_t width() const { return x1 - x0; }
  };
  static constexpr int64_t kLeastWidth = 32;
  using Runs = absl::InlinedVector<Run, 1>;

  explicit InsideRuns(const Rect& rect)
      : rect_(rect), rows_(static_cast<size_t>(rect.height())) {}

  // Most bytes that the runs of a rectangle take.
  static int64_t MostBytes(const Rect& rect) {
    const int64_t runs = (rect.width() + 1) / (kLeastWidth + 1);
    // One lies in the row; of more, there may be room for twice as many.
    const int64_t apart = runs > 1 ? 2 * runs * int64_t{sizeof(Run)} : 0;
    return rect.height() * (int64_t{sizeof(Runs)} + apart);
  }

  // Rows may be found at the same time. REQUIRES: the mask covers the
  // rectangle, which holds row y.
  void FindRow(const Plane<int32_t>& mask, int64_t y) {
    const int32_t* kind = mask.At(rect_.x0, y);
    const int64_t width = rect_.width();
    Runs& runs = At(y);
    for (int64_t i = 0; i < width; ++i) {
      if (kind[i] != kInside) continue;
      const int64_t begin = i;
      i = EndOfRun(kind, begin, width);
      if (i - begin >= kLeastWidth) {
        runs.push_back({rect_.x0 + begin, rect_.x0 + i});
      }
    }
  }

  // The widest part of columns [x0, x1) of row y that lies in one run; empty
  // where there is none.
  Run Widest(int64_t y, int64_t x0, int64_t x1) const {
    Run widest;
    if (y < rect_.y0 || y >= rect_.y1) return widest;
    for (const Run& run : At(y)) {
      const Run part{std::max(run.x0, x0), std::min(run.x1, x1)};
      if (part.width() > widest.width()) widest = part;
    }
    return widest;
  }

  // Whether all of a rectangle is inside. REQUIRES: it is at least kLeastWidth
  // wide or empty; false otherwise.
  bool Cover(const Rect& rect) const {
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      if (Widest(y, rect.x0, rect.x1).width() < rect.width()) return false;
    }
    return true;
  }

 private:
  static int64_t EndOfRun(const int32_t* kind, int64_t i, int64_t width) {
    static_assert(kInside == 0);
    constexpr int64_t kStride = 64;
    for (; i + kStride <= width; i += kStride) {
      int32_t any = 0;
      for (int64_t k = 0; k < kStride; ++k) any |= kind[i + k];
      if (any != 0) break;
    }
    while (i < width && kind[i] == kInside) ++i;
    return i;
  }
  Runs& At(int64_t y) { return rows_[static_cast<size_t>(y - rect_.y0)]; }
  const Runs& At(int64_t y) const {
    return rows_[static_cast<size_t>(y - rect_.y0)];
  }

  Rect rect_;
  std::vector<Runs> rows_;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGE_INSIDE_RUNS_H_

#ifndef TALUS_SIM_STAGES_DROP_SUMS_H_
#define TALUS_SIM_STAGES_DROP_SUMS_H_

#include <cstdint>
#include <stop_token>
#include <vector>

#include "sim/base/rect.h"
#include "sim/base/word_vector.h"
#include "sim/stages/drop_model.h"

namespace talus::drops {

// Rows [first, last), counted from the window's first.
struct Rows {
  int64_t first = 0;
  int64_t last = 0;
};

// Cuts the rows in which drops of a window and its surroundings are born into
// bands for as many threads, of about equal work. Fewer where the sums of the
// bands would take more than twice the memory of those of one.
std::vector<Rows> CutBirths(const Rect& window, const Model& model,
                            int threads);

// What the drops born in some rows do to the cells of a window, in quanta: over
// the rows that they may come to and the brush's surroundings. Columns and rows
// count from the window's first cell.
class Sums {
 public:
  // Zeros; anything once the stop is requested.
  Sums(const Rect& window, const Model& model, const Rows& births,
       bool with_runoff, const std::stop_token& stop = {});

  const Rows& births() const { return births_; }
  bool HasRow(int64_t y) const { return rows_.first <= y && y < rows_.last; }

  int64_t stride() const { return stride_; }
  // REQUIRES: HasRow(y).
  int64_t Index(int64_t x, int64_t y) const {
    return (y - rows_.first) * stride_ + x + margin_;
  }
  // What was cut and what was laid down.
  int64_t* cuts() { return cuts_.data(); }
  int64_t* lays() { return lays_.data(); }
  // The water that ran off each cell, in quanta of depth; nullptr where nobody
  // asked for it.
  int64_t* runoff() { return runoff_.empty() ? nullptr : runoff_.data(); }

 private:
  const Rows births_;
  const int64_t margin_;
  const int64_t stride_;
  const Rows rows_;
  WordVector<int64_t> cuts_;
  WordVector<int64_t> lays_;
  WordVector<int64_t> runoff_;
};

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_SUMS_H_

#ifndef TALUS_SIM_STAGES_DROP_GROUND_H_
#define TALUS_SIM_STAGES_DROP_GROUND_H_

#include <array>
#include <cstdint>

#include "sim/base/word_vector.h"
#include "sim/stage/stage.h"
#include "sim/stages/drop_model.h"

namespace talus::drops {

// The ground of a window as the drops of a pass find it, and what they do to
// it. Columns and rows count from the window's first cell.
//
// A node is a square between four cells, named after its north-western one.
// Drops live where all four lie inside the world.
class Ground {
 public:
  Ground(const Window& window, const LayerRows& in, const Model& model,
         const Scales& scales);

  // Copies of what surrounds the window, by Index.
  int64_t stride() const { return stride_; }
  int32_t Index(int64_t x, int64_t y) const {
    return static_cast<int32_t>((y + margin_) * stride_ + x + margin_);
  }
  // kWallGround or kOpenGround outside the world and beyond the halo.
  const int32_t* heights() const { return heights_.data(); }
  // How much of a cut a cell holds out against, in [0, 1]: its hardness; 1
  // outside the world. nullptr where that is 0 everywhere inside.
  const float* holds() const {
    return holds_.empty() ? nullptr : holds_.data();
  }

  // Whether any parameter differs from cell to cell.
  bool scaled() const { return scaled_; }
  Factors factors() const;

  // What was cut and laid down, in quanta, over the window and the brush's
  // surroundings. By SumIndex.
  int64_t sum_stride() const { return sum_stride_; }
  int64_t SumIndex(int64_t x, int64_t y) const {
    return (y + sum_margin_) * sum_stride_ + x + sum_margin_;
  }
  int64_t* cuts() { return cuts_.data(); }
  int64_t* lays() { return lays_.data(); }
  // The water that ran off each cell, in quanta of depth; nullptr where `in`
  // has no such layer.
  int64_t* runoff() { return runoff_.empty() ? nullptr : runoff_.data(); }

 private:
  void CopyHeights(const Window& window, const LayerRows& in, const Rect& held);
  void FindHolds(const Window& window, const LayerRows& in, const Rect& held);
  void FindFactors(const LayerRows& in, const Rect& held, const Scales& scales);

  const Rect rect_;
  const int64_t margin_;
  const int64_t stride_;
  const int64_t sum_margin_;
  const int64_t sum_stride_;
  WordVector<int32_t> heights_;
  WordVector<float> holds_;
  bool scaled_ = false;
  // Those of a parameter that does not differ are empty.
  std::array<WordVector<float>, kScalableCount> factors_;
  WordVector<int64_t> cuts_;
  WordVector<int64_t> lays_;
  WordVector<int64_t> runoff_;
};

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_GROUND_H_

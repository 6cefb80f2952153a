#ifndef TALUS_SIM_STAGES_DROP_GROUND_H_
#define TALUS_SIM_STAGES_DROP_GROUND_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/base/word_vector.h"
#include "sim/stage/stage.h"
#include "sim/stages/drop_brush.h"
#include "sim/stages/drop_model.h"

namespace talus::drops {

// The ground of a window as the drops of a pass find it. Columns and rows count
// from the window's first cell.
//
// A node is a square between four cells, named after its north-western one.
// Drops live where all four lie inside the world.
class Ground {
 public:
  // Once the window's stop is requested it ends early with anything.
  Ground(const Window& window, const LayerRows& in, const Model& model,
         const Scales& scales);

  // Copies of what surrounds the window, by Index.
  int64_t stride() const { return stride_; }
  int32_t Index(int64_t x, int64_t y) const {
    return static_cast<int32_t>((y + margin_) * stride_ + x + margin_);
  }
  // kWallGround or kOpenGround outside the world and beyond the halo.
  const int32_t* heights() const { return heights_.data(); }
  // How much of a cut a cell resists, in [0, 1]: its hardness; 1 outside the
  // world. nullptr where that is 0 everywhere inside.
  const float* resistance() const {
    return resistance_.empty() ? nullptr : resistance_.data();
  }

  // Whether any parameter differs from cell to cell.
  bool scaled() const;
  Factors factors() const;

  // Whether a disc around a cell may reach out of the world.
  bool IsNearBorder(int64_t x, int64_t y) const {
    return !near_border_.empty() &&
           near_border_[TileOf(x + margin_, y + margin_)] != 0;
  }

 private:
  // Tiles are no shorter than a disc reaches.
  static constexpr int64_t kTile = 16;
  static_assert(kTile > Brush::kMaxReach);
  // The tile of a column and a row of the copy.
  size_t TileOf(int64_t column, int64_t row) const {
    return static_cast<size_t>(row / kTile * (stride_ / kTile + 1) +
                               column / kTile);
  }
  // Columns of a row, counted from the first cell that is held.
  struct Columns {
    int64_t first = 0;
    int64_t last = 0;
    bool empty() const { return first == last; }
    int64_t count() const { return last - first; }
  };
  // Those from the first cell inside to the last; what lies beyond the world
  // may not be there.
  static Columns ThereOf(const Window& window, const Rect& held, int64_t y);

  // Each for some rows of the copy, of which `held` are in `in`.
  void CopyHeights(const Window& window, const LayerRows& in, const Rect& held,
                   int64_t first_row, int64_t last_row);
  void FindOutside(int64_t first_row, int64_t last_row,
                   std::vector<uint8_t>* tiles) const;
  void FindResistance(const Window& window, const LayerRows& in,
                      const Rect& held, int64_t first_row, int64_t last_row);
  void FindFactors(const Window& window, const LayerRows& in, const Rect& held,
                   const Scales& scales, int64_t first_row, int64_t last_row);
  void FindBorder(int64_t rows, const std::vector<uint8_t>& has_outside);

  const Rect rect_;
  const int64_t margin_;
  const int64_t stride_;
  WordVector<int32_t> heights_;
  // By tile, whether it or one beside it has a cell outside; empty where all of
  // the halo is inside.
  std::vector<uint8_t> near_border_;
  WordVector<float> resistance_;
  // Those of a parameter that does not differ are empty.
  std::array<WordVector<float>, kScalableCount> factors_;
};

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_GROUND_H_

#ifndef TALUS_SIM_STAGE_LAYER_ROWS_H_
#define TALUS_SIM_STAGE_LAYER_ROWS_H_

#include <array>
#include <cstdint>

#include "sim/base/plane.h"
#include "sim/stage/layer.h"

namespace talus {

// Where the rows of the layers of a state lie in memory: in whole planes, or in
// rings of the last few rows. A row pointer points at the window's first
// column, so that p[i] is column window.x0 + i for -halo <= i < width + halo;
// up to Plane::kPad - halo words beyond may be read and mean nothing.
//
// Does not own the memory.
class LayerRows {
 public:
  // `first` is the address of column `window.x0` in row y0; `rows` rows lie
  // there, `stride` words apart, and row y is found at (y - y0) mod rows.
  struct Slot {
    void* first = nullptr;
    int64_t stride = 0;
    int64_t y0 = 0;
    uint32_t rows = 1;
  };

  // REQUIRES: slot.rows > 0.
  void Set(Layer layer, const Slot& slot) {
    slots_[static_cast<size_t>(layer)] = slot;
    turns_[static_cast<size_t>(layer)] = UINT64_MAX / slot.rows + 1;
  }
  const Slot& Get(Layer layer) const {
    return slots_[static_cast<size_t>(layer)];
  }
  // A view of a whole plane from column x on.
  void SetPlane(Layer layer, const Plane<int32_t>& plane, int64_t x) {
    // Planes are viewed for reading and writing alike; the caller keeps them
    // apart.
    Set(layer,
        {const_cast<int32_t*>(plane.At(x, plane.rect().y0)), plane.stride(),
         plane.rect().y0, static_cast<uint32_t>(plane.rect().height())});
  }

  bool Has(Layer layer) const { return Get(layer).first != nullptr; }

  // REQUIRES: Has(layer), row y is held, and the layer's type is asked for.
  int32_t* Quanta(Layer layer, int64_t y) const {
    return static_cast<int32_t*>(Address(layer, y));
  }
  float* Real(Layer layer, int64_t y) const {
    return static_cast<float*>(Address(layer, y));
  }

 private:
  // Stages ask for dozens of rows before each row that they write, so that a
  // division for each would be felt; two products give its rest, exactly:
  // Lemire, Kaser, Kurz. Faster remainder by direct computation. 2019.
  // doi:10.1002/spe.2689
  void* Address(Layer layer, int64_t y) const {
    const Slot& s = Get(layer);
    const auto row = static_cast<uint32_t>(y - s.y0);
    const uint64_t part = turns_[static_cast<size_t>(layer)] * row;
    const auto rest = static_cast<int64_t>(
        (static_cast<unsigned __int128>(part) * s.rows) >> 64);
    return static_cast<int32_t*>(s.first) + rest * s.stride;
  }

  std::array<Slot, kLayerCount> slots_;
  std::array<uint64_t, kLayerCount> turns_ = {};  // 2^64 / rows, rounded up
};

}  // namespace talus

#endif  // TALUS_SIM_STAGE_LAYER_ROWS_H_

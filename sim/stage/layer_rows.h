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
    int64_t rows = 1;
  };

  void Set(Layer layer, const Slot& slot) {
    slots_[static_cast<size_t>(layer)] = slot;
  }
  const Slot& Get(Layer layer) const {
    return slots_[static_cast<size_t>(layer)];
  }
  // A view of a whole plane from column x on.
  void SetPlane(Layer layer, const Plane<int32_t>& plane, int64_t x) {
    // Planes are viewed for reading and writing alike; the caller keeps them
    // apart.
    Set(layer, {const_cast<int32_t*>(plane.At(x, plane.rect().y0)),
                plane.stride(), plane.rect().y0, plane.rect().height()});
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
  void* Address(Layer layer, int64_t y) const {
    const Slot& s = Get(layer);
    // Whole planes need no division, which would cost narrow windows dear.
    int64_t row = y - s.y0;
    if (row >= s.rows) row %= s.rows;
    return static_cast<int32_t*>(s.first) + row * s.stride;
  }

  std::array<Slot, kLayerCount> slots_;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGE_LAYER_ROWS_H_

#ifndef TALUS_SIM_PLAN_STATE_H_
#define TALUS_SIM_PLAN_STATE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "sim/base/plane.h"
#include "sim/stage/layer.h"
#include "sim/stage/layer_rows.h"

namespace talus {

// The words of one layer: int32 quanta or float32, as IsFixed says.
using LayerPlane = Plane<int32_t>;

// The layers of a landscape between two passes. Planes are shared between
// states that do not change them; a plane may cover more cells than its
// neighbours.
class State {
 public:
  bool Has(Layer layer) const { return Get(layer) != nullptr; }
  const std::shared_ptr<LayerPlane>& Get(Layer layer) const {
    return planes_[static_cast<size_t>(layer)];
  }
  void Set(Layer layer, std::shared_ptr<LayerPlane> plane) {
    planes_[static_cast<size_t>(layer)] = std::move(plane);
  }
  LayerSet layers() const {
    LayerSet set;
    for (int i = 0; i < kLayerCount; ++i) {
      if (planes_[static_cast<size_t>(i)]) set.Add(static_cast<Layer>(i));
    }
    return set;
  }
  // Views all planes from column x on.
  LayerRows Rows(int64_t x) const {
    LayerRows rows;
    layers().ForEach([&](Layer l) { rows.SetPlane(l, *Get(l), x); });
    return rows;
  }

 private:
  std::array<std::shared_ptr<LayerPlane>, kLayerCount> planes_;
};

// New planes over `rect` for `layers`; zero (which is 0.0f too) where `zeroed`,
// else undefined.
inline State MakeState(LayerSet layers, const Rect& rect, bool zeroed) {
  State state;
  layers.ForEach([&](Layer l) {
    auto plane = std::make_shared<LayerPlane>(rect);
    if (zeroed) plane->Fill(0);
    state.Set(l, std::move(plane));
  });
  return state;
}

}  // namespace talus

#endif  // TALUS_SIM_PLAN_STATE_H_

#ifndef TALUS_SIM_STAGE_LAYER_H_
#define TALUS_SIM_STAGE_LAYER_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace talus {

// The layers of a state. The first ones are the public Layer enum less one; the
// last are of use between passes only.
enum class Layer : uint8_t {
  kHeight,      // quanta; ground
  kWater,       // quanta; depth
  kSediment,    // quanta; suspended
  kHardness,    // [0, 1]
  kDeposition,  // quanta; laid down, summed over the passes of the level
  kWear,        // quanta; worn off, likewise
  kFlow,        // m^2; drainage area
  kLoose,       // quanta; depth of loose material, a part of the ground
  kMask,        // [0, 1]
  kRain,        // [0, 1]
  kVegetation,  // [0, 1]
  kUplift,      // [0, 1]
  kRunoff,      // quanta; water that ran off, summed likewise
  kFluxE,       // m^2/s toward the neighbour at (+1, 0)
  kFluxSE,      // m^2/s toward (+1, +1)
  kFluxS,       // m^2/s toward (0, +1)
  kFluxSW,      // m^2/s toward (-1, +1)
};
inline constexpr int kLayerCount = 17;
inline constexpr int kPublicLayerCount = 13;

inline constexpr std::array<std::string_view, kLayerCount> kLayerNames = {
    "height", "water",  "sediment", "hardness", "deposition", "wear",
    "flow",   "loose",  "mask",     "rain",     "vegetation", "uplift",
    "runoff", "flux_e", "flux_se",  "flux_s",   "flux_sw"};

inline std::string_view LayerName(Layer layer) {
  return kLayerNames[static_cast<size_t>(layer)];
}

// Whether the layer holds int32 quanta of 2^-16 m; the others hold float32.
inline constexpr bool IsFixed(Layer layer) {
  return layer == Layer::kHeight || layer == Layer::kWater ||
         layer == Layer::kSediment || layer == Layer::kDeposition ||
         layer == Layer::kWear || layer == Layer::kLoose ||
         layer == Layer::kRunoff;
}

// Layers of shares in [0, 1]: sources write them, and they scale parameters.
inline constexpr bool IsShare(Layer layer) {
  return layer == Layer::kHardness || layer == Layer::kMask ||
         layer == Layer::kRain || layer == Layer::kVegetation ||
         layer == Layer::kUplift;
}

// A set of layers.
class LayerSet {
 public:
  constexpr LayerSet() = default;
  constexpr LayerSet(std::initializer_list<Layer> layers) {
    for (const Layer l : layers) Add(l);
  }
  static constexpr LayerSet FromBits(uint32_t bits) {
    LayerSet s;
    s.bits_ = bits;
    return s;
  }
  constexpr void Add(Layer l) { bits_ |= 1u << static_cast<unsigned>(l); }
  constexpr bool Has(Layer l) const {
    return (bits_ >> static_cast<unsigned>(l)) & 1u;
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr uint32_t bits() const { return bits_; }
  constexpr LayerSet operator|(LayerSet o) const {
    return FromBits(bits_ | o.bits_);
  }
  constexpr LayerSet operator&(LayerSet o) const {
    return FromBits(bits_ & o.bits_);
  }
  constexpr LayerSet operator-(LayerSet o) const {
    return FromBits(bits_ & ~o.bits_);
  }
  constexpr bool operator==(const LayerSet&) const = default;

  // Calls f(layer) for each layer in it, in order.
  template <typename F>
  constexpr void ForEach(F&& f) const {
    for (int i = 0; i < kLayerCount; ++i) {
      if ((bits_ >> i) & 1u) f(static_cast<Layer>(i));
    }
  }

 private:
  uint32_t bits_ = 0;
};

inline constexpr LayerSet kFluxLayers = {Layer::kFluxE, Layer::kFluxSE,
                                         Layer::kFluxS, Layer::kFluxSW};

}  // namespace talus

#endif  // TALUS_SIM_STAGE_LAYER_H_

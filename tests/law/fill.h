#ifndef TALUS_TESTS_LAW_FILL_H_
#define TALUS_TESTS_LAW_FILL_H_

#include <bit>
#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/plan/state.h"

namespace talus::law {

// A hash of a cell and a salt.
inline uint32_t Draw(uint64_t seed, uint32_t salt, int64_t x, int64_t y) {
  const uint64_t h =
      HashCombine(HashCombine(seed + salt, static_cast<uint64_t>(x)),
                  static_cast<uint64_t>(y));
  return static_cast<uint32_t>(h >> 32);
}
inline uint32_t DrawBelow(uint32_t draw, uint32_t bound) {
  return static_cast<uint32_t>((uint64_t{draw} * bound) >> 32);
}

// What a layer holds in a cell of a made-up land: a pure function of the seed
// and world coordinates. Rough hills of some hundred metres, cliffs, dry ground
// and pools, fluxes of either sign.
inline int32_t LandWord(uint64_t seed, Layer layer, int64_t x, int64_t y) {
  const auto salt = static_cast<uint32_t>(layer) + 1;
  const uint32_t fine = Draw(seed, salt, x, y);
  const uint32_t broad = Draw(seed, salt + 100, x >> 3, y >> 3);
  const float unit = UnitFloat(fine);
  switch (layer) {
    case Layer::kHeight:
      return static_cast<int32_t>(DrawBelow(broad, 400u << kQuantumBits) +
                                  DrawBelow(fine, 20u << kQuantumBits));
    case Layer::kWater:
      if ((broad & 1) != 0) return static_cast<int32_t>(DrawBelow(fine, 3));
      return static_cast<int32_t>(DrawBelow(fine, 3u << kQuantumBits));
    case Layer::kSediment:
    case Layer::kDeposition:
    case Layer::kWear:
    case Layer::kLoose:
    case Layer::kRunoff:
      return static_cast<int32_t>(DrawBelow(fine, 1u << 12));
    case Layer::kHardness:
    case Layer::kMask:
    case Layer::kRain:
    case Layer::kVegetation:
    case Layer::kUplift:
      return std::bit_cast<int32_t>((broad & 3) == 0 ? 0.0f : unit);
    case Layer::kFlow:
      return std::bit_cast<int32_t>(100.0f + 1e5f * unit * unit);
    default:
      return std::bit_cast<int32_t>((broad & 1) != 0 ? 0.0f
                                                     : 4.0f * unit - 2.0f);
  }
}

// Values at the ends of a layer's range and everywhere in it, for cells that
// must not matter.
inline int32_t PoisonWord(uint64_t seed, Layer layer, int64_t x, int64_t y) {
  const uint32_t draw = Draw(seed, static_cast<uint32_t>(layer), x, y);
  const bool random = (seed & 1) != 0;
  const bool odd = ((x ^ y) & 1) != 0;
  if (IsFixed(layer)) {
    const bool negative = layer == Layer::kHeight;
    const int32_t low = negative ? -kMaxQuanta : 0;
    if (!random) return odd ? kMaxQuanta : low;
    const auto any = static_cast<int32_t>(draw >> 2);
    return negative && (draw & 1) != 0 ? -any : any;
  }
  if (!random) return std::bit_cast<int32_t>(odd ? 3e38f : -3e38f);
  // Any finite number: exponents 0 to 254.
  const uint32_t exponent = DrawBelow(Mix32(draw), 255);
  return static_cast<int32_t>((draw & 0x807fffffu) | exponent << 23);
}

// Planes over `rect`, with the land in them.
inline State MakeLand(uint64_t seed, LayerSet layers, const Rect& rect) {
  State state = MakeState(layers, rect, /*zeroed=*/false);
  layers.ForEach([&](Layer l) {
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      int32_t* row = state.Get(l)->Row(y);
      for (int64_t i = 0; i < rect.width(); ++i) {
        row[i] = LandWord(seed, l, rect.x0 + i, y);
      }
    }
  });
  return state;
}

}  // namespace talus::law

#endif  // TALUS_TESTS_LAW_FILL_H_

#ifndef TALUS_SIM_STAGES_GROUND_RISES_H_
#define TALUS_SIM_STAGES_GROUND_RISES_H_

#include <cstdint>

#include "sim/base/isa.h"
#include "sim/stage/stage.h"

namespace talus {

// A row of ground with the rows beside it, for stencils of halo 1.
struct GroundRows {
  const int32_t* north = nullptr;
  const int32_t* here = nullptr;
  const int32_t* south = nullptr;
  // Kinds of the same cells; null where all of them are inside.
  const int32_t* north_kind = nullptr;
  const int32_t* here_kind = nullptr;
  const int32_t* south_kind = nullptr;
};

inline GroundRows GroundRowsAt(const Window& window, const LayerRows& in,
                               int64_t y) {
  GroundRows rows = {in.Quanta(Layer::kHeight, y - 1),
                     in.Quanta(Layer::kHeight, y),
                     in.Quanta(Layer::kHeight, y + 1)};
  if (window.mask != nullptr) {
    rows.north_kind = window.mask->At(window.rect.x0, y - 1);
    rows.here_kind = window.mask->At(window.rect.x0, y);
    rows.south_kind = window.mask->At(window.rect.x0, y + 1);
  }
  return rows;
}

// How much higher the eight neighbours lie, in quanta. Differences are exact as
// integers, and below 2^-8 m in float where slopes are of interest.
struct GroundRises {
  float n, e, s, w;
  float nw, ne, sw, se;
};

// The rises around cell i. A neighbour outside the world lies as high as the
// cell; one across a corner, as high as the neighbours beside it that are
// inside, on average.
template <bool kMasked>
TALUS_INLINE GroundRises RisesAt(const GroundRows& g, int64_t i) {
  const auto rise = [&](const int32_t* row, const int32_t* kind, int64_t at) {
    const float r = static_cast<float>(row[at] - g.here[i]);
    if constexpr (kMasked) return kind[at] == kInside ? r : 0.0f;
    return r;
  };
  GroundRises r;
  r.n = rise(g.north, g.north_kind, i);
  r.e = rise(g.here, g.here_kind, i + 1);
  r.s = rise(g.south, g.south_kind, i);
  r.w = rise(g.here, g.here_kind, i - 1);
  r.nw = rise(g.north, g.north_kind, i - 1);
  r.ne = rise(g.north, g.north_kind, i + 1);
  r.sw = rise(g.south, g.south_kind, i - 1);
  r.se = rise(g.south, g.south_kind, i + 1);
  if constexpr (kMasked) {
    const auto corner = [&](float own, int32_t kind, float a, int32_t a_kind,
                            float b, int32_t b_kind) {
      // A neighbour that is outside adds no rise to the sum.
      const float both = (a_kind | b_kind) == kInside ? 0.5f : 1.0f;
      const float beside = both * (a + b);
      return kind == kInside ? own : beside;
    };
    const int32_t n = g.north_kind[i], s = g.south_kind[i];
    const int32_t e = g.here_kind[i + 1], w = g.here_kind[i - 1];
    r.nw = corner(r.nw, g.north_kind[i - 1], r.n, n, r.w, w);
    r.ne = corner(r.ne, g.north_kind[i + 1], r.n, n, r.e, e);
    r.sw = corner(r.sw, g.south_kind[i - 1], r.s, s, r.w, w);
    r.se = corner(r.se, g.south_kind[i + 1], r.s, s, r.e, e);
  }
  return r;
}

}  // namespace talus

#endif  // TALUS_SIM_STAGES_GROUND_RISES_H_

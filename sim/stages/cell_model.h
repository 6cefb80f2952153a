#ifndef TALUS_SIM_STAGES_CELL_MODEL_H_
#define TALUS_SIM_STAGES_CELL_MODEL_H_

#include <cstdint>

#include "sim/base/isa.h"
#include "sim/stages/water_model.h"
#include "sim/stages/water_scratch.h"

// What the kernels of cellular erosion share: the constants of a level, the
// rows that they hand on, and the factors of parameters that differ from cell
// to cell. Directions are those of water erosion, clockwise from east.
namespace talus::cell {

using water::Either;
using water::kAlmost;
using water::kDirections;
using water::kDx;
using water::kDy;
using water::kLeastFade;
using water::Line;
using water::Max;
using water::Min;
using water::Movable;

inline constexpr int kHalo = 3;
inline constexpr int32_t kNowhere = 8;  // the way of water that stays
inline constexpr int32_t Opposite(int32_t k) { return k ^ 4; }
inline constexpr bool Diagonal(int32_t k) { return (k & 1) != 0; }

inline constexpr float kSqrt2 = 1.41421356f;
inline constexpr float kInvSqrt2 = 0.70710678f;

// Parameters folded for one level. Rates are per pass.
struct Constants {
  int32_t initial = 0;  // quanta, before the first pass
  float rain = 0;       // quanta where it rains
  float rain_density = 1;
  float share = 0;           // of the water, or of half of the drop
  float slope_per_drop = 0;  // slope per quantum of drop to the next cell
  float capacity = 0;        // quanta at the largest speed and depth 1 m
  float depth_exponent = 1;
  float erode_rate = 0;
  float settle_rate = 0;
  float dry_rate = 0;
  float rock = 1;  // erodibility at hardness 1
  float cap_share = 0;
  bool has_base = false;
  int32_t base = 0;      // quanta
  float fade_scale = 0;  // of erosion, per quantum above the base level
  float fade_offset = 1;
};

// What relaxes in a pass at a rate; exact to second order, so that half the
// step twice does the same.
TALUS_INLINE float ShareOf(float rate) {
  return Min(rate / (1.0f + rate * 0.5f), 1.0f);
}

// Factors of a row, for parameters that differ from cell to cell.
struct Factors {
  Line<float> initial, rain, rain_density, capacity, erode, rock, settle, dry,
      cap;
};

// What is kept of each of the last few rows of the world, from the old state.
struct Row {
  Line<int32_t> water;  // with the rain of the pass
  Line<int32_t> surface;
  Line<int32_t> way;    // direction of the receiver, or kNowhere
  Line<float> slope;    // down that way
  Line<float> wanted;   // quanta that would go there
  Line<float> conduct;  // the same per quantum of drop
  Line<float> water_draw;
  Line<float> load_draw;
  Line<float> concentration;  // load per water
  Line<float> limit;  // share of what givers want to give that the cell takes
  Line<int32_t> over_border;  // all bits where the receiver is kOpen
};

}  // namespace talus::cell

#endif  // TALUS_SIM_STAGES_CELL_MODEL_H_

#ifndef TALUS_SIM_STAGES_DROP_MODEL_H_
#define TALUS_SIM_STAGES_DROP_MODEL_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/base/isa.h"
#include "sim/stage/parameter_scale.h"

namespace talus::drops {

// Parameters of a drop, folded for the cells of a level. Loads, rises and cuts
// are in quanta.
struct Model {
  int steps = 0;
  int reach = 0;        // DropReach
  int brush_reach = 0;  // DropBrushReach
  bool four_corners = false;
  float births = 0;  // drops a cell and pass, at most 1
  float inertia = 0;
  float slope_per_quantum = 0;
  float capacity = 0;  // load of unit slope, speed and water
  float min_slope = 0;
  float erosion = 0;
  float deposition = 0;
  float evaporation = 0;
  float gravity = 0;
  float start_water = 0;
  float start_speed = 0;
  float max_speed = 0;
  int32_t cap = 0;
};

// Parameters that may differ from cell to cell. A birth takes them from the
// north-western cell of its node, a drop at its birth and at each step from the
// cell nearest to it before the step.
enum Scalable {
  kBirths,
  kStartWater,
  kStartSpeed,
  kInertia,
  kCapacity,
  kMinSlope,
  kErosion,
  kDeposition,
  kEvaporation,
  kGravity,
  kMaxSpeed,
  kScalableCount
};
inline constexpr std::array<std::string_view, kScalableCount> kScalableNames = {
    "drops_per_pass", "start_water", "start_speed", "inertia",
    "capacity",       "min_slope",   "erosion",     "deposition",
    "evaporation",    "gravity",     "max_speed"};

// How they do; nothing for those that do not.
using Scales = std::array<std::optional<ParameterScale>, kScalableCount>;

// What a parameter is times in each cell, by Ground::Index; one number for all
// cells where it does not differ.
struct FactorPlane {
  static constexpr float kOne = 1;
  const float* factors = &kOne;
  int32_t bits = 0;  // of the index that count: all or none

  TALUS_INLINE float At(int32_t cell) const { return factors[cell & bits]; }
};
using Factors = std::array<FactorPlane, kScalableCount>;

// What a copy of the ground holds where no drop lives, below all land. Over an
// OPEN border, the lowest, a drop leaves even where it meets a WALL too.
inline constexpr int32_t kOpenGround = INT32_MIN;
inline constexpr int32_t kWallGround = INT32_MIN + 1;

TALUS_INLINE bool IsOutside(int32_t height) { return height <= kWallGround; }

// No drop carries more; floats hold it exactly.
inline constexpr float kMaxLoad = 16777216.0f;

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_MODEL_H_

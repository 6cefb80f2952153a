#ifndef TALUS_SIM_STAGES_DROP_MODEL_H_
#define TALUS_SIM_STAGES_DROP_MODEL_H_

#include <cstdint>
#include <optional>

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
  float water_kept = 1;
  float gravity = 0;
  float start_water = 0;
  float start_speed = 0;
  float max_speed = 0;
  int32_t cap = 0;
};

// How parameters of drops differ from cell to cell.
struct Scales {
  std::optional<ParameterScale> capacity;
  std::optional<ParameterScale> min_slope;
  std::optional<ParameterScale> erosion;
  std::optional<ParameterScale> deposition;

  bool Any() const { return capacity || min_slope || erosion || deposition; }
};

// Their factors in a cell.
struct Factors {
  float capacity = 1;
  float min_slope = 1;
  float erosion = 1;
  float deposition = 1;
};

// What a copy of the ground holds where no drop lives, below all land. Over an
// OPEN border, the lowest, a drop leaves even where it meets a WALL too.
inline constexpr int32_t kOpenGround = INT32_MIN;
inline constexpr int32_t kWallGround = INT32_MIN + 1;

// No drop carries more; floats hold it exactly.
inline constexpr float kMaxLoad = 16777216.0f;

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_MODEL_H_

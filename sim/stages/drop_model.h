#ifndef TALUS_SIM_STAGES_DROP_MODEL_H_
#define TALUS_SIM_STAGES_DROP_MODEL_H_

#include <algorithm>
#include <cstdint>

namespace talus::drops {

// Parameters of a drop, folded for the cells of a level. Loads, rises and cuts
// are in quanta.
struct Model {
  int steps = 0;
  int brush_reach = 0;  // cells from the nearest one to the brush's last
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

  // How far ground at a drop's birth matters. A drop at (x + u, y + v) of node
  // (x, y) reads cells x and x + 1, goes a cell a step, and cuts around the
  // nearest cell before it goes, or lays down on x and x + 1 at its end.
  int Reach() const { return steps + std::max(1, brush_reach); }
};

// No drop carries more; floats hold it exactly.
inline constexpr float kMaxLoad = 16777216.0f;

}  // namespace talus::drops

#endif  // TALUS_SIM_STAGES_DROP_MODEL_H_

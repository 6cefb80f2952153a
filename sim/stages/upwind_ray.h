#ifndef TALUS_SIM_STAGES_UPWIND_RAY_H_
#define TALUS_SIM_STAGES_UPWIND_RAY_H_

#include <cstdint>
#include <vector>

namespace talus {

// The cells that a ray from the middle of a cell passes on its way upwind, one
// step along the longer axis at a time: between two cells each.
class UpwindRay {
 public:
  struct Step {
    int64_t dx = 0, dy = 0;  // of the nearer cell of the two, or of both
    int64_t beside_x = 0, beside_y = 0;  // from it to the other
    float share = 0;                     // of the other, in [0, 1)
    float distance = 0;                  // from the start, in cells
  };

  // `from_deg`, in [0, 360], is clockwise from north. Looks `reach_cells` far,
  // and a step at least. REQUIRES: reach_cells <= kMost.
  UpwindRay(double from_deg, double reach_cells);

  static constexpr int kMost = 512;
  const std::vector<Step>& steps() const { return steps_; }
  // Cells around the start that hold the ray.
  int reach() const { return static_cast<int>(steps_.size()); }

 private:
  std::vector<Step> steps_;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_UPWIND_RAY_H_

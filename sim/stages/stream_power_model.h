#ifndef TALUS_SIM_STAGES_STREAM_POWER_MODEL_H_
#define TALUS_SIM_STAGES_STREAM_POWER_MODEL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/rect.h"
#include "sim/base/word_vector.h"
#include "sim/flow/drainage.h"
#include "sim/stage/parameter_scale.h"

namespace talus::stream_power {

// Parameters folded for one level.
struct Model {
  Rect domain;
  double cell_m = 0;
  double uplift = 0;       // quanta a pass
  double erodibility = 0;  // K dt
  float area_exponent = 0;
  double slope_exponent = 1;
  float flow_exponent = 0;  // of multiple flow; 0 is D8
  std::optional<int32_t> sea;
  double hillslope = 0;  // quanta a cell; 0 is none
  float deposition = 0;  // G; 0 is none
  std::optional<ParameterScale> uplift_scale;
  std::optional<ParameterScale> erodibility_scale;
  std::optional<ParameterScale> deposition_scale;
};

// The domain after one pass.
struct Result {
  std::vector<float> area;      // m^2
  std::vector<int32_t> uplift;  // quanta
  std::vector<int32_t> cut;     // quanta
  std::vector<int32_t> laid;    // quanta; empty where nothing is laid down
};

// What the cut leaves for the load to go by.
struct Course {
  WordVector<CellIndex> order;   // each cell after the one it drains to
  std::vector<int32_t> surface;  // of water, or of ground where it is dry
};

}  // namespace talus::stream_power

#endif  // TALUS_SIM_STAGES_STREAM_POWER_MODEL_H_

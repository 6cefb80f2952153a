#ifndef TALUS_SIM_STAGES_STREAM_POWER_MODEL_H_
#define TALUS_SIM_STAGES_STREAM_POWER_MODEL_H_

#include <cstdint>
#include <optional>

#include "sim/base/rect.h"
#include "sim/base/word_vector.h"
#include "sim/stage/parameter_scale.h"
#include "sim/stages/hillslope.h"

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
  Hillslope hillslope;
  float deposition = 0;  // G; 0 is none
  std::optional<ParameterScale> uplift_scale;
  std::optional<ParameterScale> erodibility_scale;
  std::optional<ParameterScale> deposition_scale;
  std::optional<ParameterScale> hillslope_scale;
};

// The domain after one pass; a value a cell.
struct Result {
  WordVector<float> area;      // m^2
  WordVector<int32_t> uplift;  // quanta
  WordVector<int32_t> cut;     // quanta
  WordVector<int32_t> laid;    // quanta; empty where nothing is laid down
};

}  // namespace talus::stream_power

#endif  // TALUS_SIM_STAGES_STREAM_POWER_MODEL_H_

#ifndef TALUS_SIM_STAGES_WATER_SWEEP_H_
#define TALUS_SIM_STAGES_WATER_SWEEP_H_

#include <cstdint>
#include <memory>

#include "sim/stage/stage.h"
#include "sim/stages/water_model.h"
#include "sim/stages/water_scales.h"

namespace talus::water {

inline constexpr int kHalo = 2;

// What a pass needs to know besides the window.
struct PassSetup {
  Constants constants;
  uint64_t seed;
  int64_t pass;
  int32_t rain;          // quanta on every cell before anything else
  int64_t rain_rate;     // 2^-32 quanta a pass
  int32_t initial;       // quanta that the first pass brings beside it
  const Scales* scales;  // nullptr where nothing is scaled; outlives the pass
};

// A pass of water erosion down a window.
std::unique_ptr<Sweep> MakeSweep(const PassSetup& setup, const Window& window);

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_SWEEP_H_

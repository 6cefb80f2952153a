#ifndef TALUS_SIM_STAGES_CELL_SWEEP_H_
#define TALUS_SIM_STAGES_CELL_SWEEP_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/stage/parameter_scale.h"
#include "sim/stage/stage.h"
#include "sim/stages/cell_model.h"

namespace talus::cell {

// How parameters differ from cell to cell.
struct Scales {
  std::optional<ParameterScale> initial, rain, rain_density, capacity, erode,
      rock, settle, dry, cap;

  bool Any() const {
    return initial || rain || rain_density || capacity || erode || rock ||
           settle || dry || cap;
  }
};

// What a pass needs to know besides the window.
struct PassSetup {
  Constants constants;
  Scales scales;
  uint64_t seed;
  int64_t pass;
};

// A pass of cellular erosion down a window.
std::unique_ptr<Sweep> MakeSweep(const PassSetup& setup, const Window& window);

}  // namespace talus::cell

#endif  // TALUS_SIM_STAGES_CELL_SWEEP_H_

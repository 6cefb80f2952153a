#ifndef TALUS_TESTS_SIM_STAGES_INCISION_HARNESS_H_
#define TALUS_TESTS_SIM_STAGES_INCISION_HARNESS_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "sim/base/fixed.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"
#include "tests/sim/stages/stage_laws.h"

namespace talus::testing {

// The fluvial incision under test: without creep and deposition unless the
// test sets them.
inline constexpr double kCell = 10;
inline constexpr double kCellArea = kCell * kCell;
inline constexpr LayerSet kLand = {Layer::kHeight, Layer::kFlow};

inline v1::FluvialIncision IncisionParams() {
  v1::FluvialIncision p;
  p.set_passes(1);
  p.set_step_years(1000);
  p.set_erodibility(2e-5);
  p.set_area_exponent(0.5);
  p.set_slope_exponent(1);
  p.set_flow_exponent(4);
  p.set_diffusivity_m2_per_yr(0);
  p.set_deposition_m_per_yr(0);
  p.set_deposition_slope(0.01);
  return p;
}

inline std::unique_ptr<Stage> MakeIncision(const v1::FluvialIncision& params) {
  v1::Stage stage;
  *stage.mutable_fluvial_incision() = params;
  return *FindStage(v1::Stage::kFluvialIncision)
              ->make(stage, {.seed = 11, .level0_cell_m = kCell});
}

inline void SetRough(World& w, double relief_m) {
  const State rough = RoughWorld({Layer::kHeight}, w.domain(), relief_m);
  w.SetQuanta(Layer::kHeight, [&](int64_t x, int64_t y) {
    return *rough.Get(Layer::kHeight)->At(x, y);
  });
}

// The lowest of the eight neighbours inside the domain.
inline int32_t LowestNeighbour(const World& w, int64_t x, int64_t y) {
  int32_t lowest = std::numeric_limits<int32_t>::max();
  for (int64_t v = y - 1; v <= y + 1; ++v) {
    for (int64_t u = x - 1; u <= x + 1; ++u) {
      if ((u == x && v == y) || !w.domain().Contains(u, v)) continue;
      lowest = std::min(lowest, w.Quanta(Layer::kHeight, u, v));
    }
  }
  return lowest;
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_STAGES_INCISION_HARNESS_H_

#ifndef TALUS_TESTS_SIM_STAGES_CELL_WORLD_H_
#define TALUS_TESTS_SIM_STAGES_CELL_WORLD_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/recipe/params.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/running_water.h"
#include "tests/sim/stages/stage_harness.h"

// What the tests of cellular erosion share.
namespace talus::testing {

inline constexpr LayerSet kCellLayers = {Layer::kHeight, Layer::kWater,
                                         Layer::kSediment};
inline constexpr LayerSet kCellSums =
    kCellLayers | LayerSet{Layer::kWear, Layer::kDeposition};

inline v1::CellularErosion CellDefaults() {
  v1::CellularErosion p;
  FillDefaults(&p);
  return p;
}

// Water that runs and wears, but neither falls nor dries.
inline v1::CellularErosion DryCells() {
  v1::CellularErosion p = CellDefaults();
  p.set_initial_water_m(0);
  p.set_rain_m_per_s(0);
  p.set_evaporation_per_s(0);
  return p;
}

// Water that only runs.
inline v1::CellularErosion IdleCells() {
  v1::CellularErosion p = DryCells();
  p.set_erosion_per_s(0);
  p.set_deposition_per_s(0);
  return p;
}

inline std::unique_ptr<Stage> MakeCells(
    const v1::CellularErosion& p, std::vector<ParameterScale> scales = {}) {
  v1::Stage stage;
  *stage.mutable_cellular_erosion() = p;
  StageContext context{.seed = 7, .level0_cell_m = 10};
  context.scales = std::move(scales);
  auto made = FindStage(v1::Stage::kCellularErosion)->make(stage, context);
  EXPECT_TRUE(made.ok());
  return *std::move(made);
}

// A plane that falls eastward by a metre a cell.
inline int32_t EastwardPlane(int64_t x, int64_t) {
  return QuantaFromMeters(500 - static_cast<double>(x));
}

inline int32_t Surface(const World& world, int64_t x, int64_t y) {
  return world.Quanta(Layer::kHeight, x, y) + world.Quanta(Layer::kWater, x, y);
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_STAGES_CELL_WORLD_H_

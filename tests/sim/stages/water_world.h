#ifndef TALUS_TESTS_SIM_STAGES_WATER_WORLD_H_
#define TALUS_TESTS_SIM_STAGES_WATER_WORLD_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "sim/recipe/params.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/running_water.h"
#include "tests/sim/stages/stage_harness.h"

// What the tests of water erosion share.
namespace talus::testing {

inline constexpr LayerSet kWaterLayers =
    LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment} | kFluxLayers;

inline v1::WaterErosion WaterDefaults() {
  v1::WaterErosion p;
  FillDefaults(&p);
  return p;
}

// Water that runs and wears, but neither falls nor dries.
inline v1::WaterErosion DryWeather() {
  v1::WaterErosion p = WaterDefaults();
  p.set_initial_water_m(0);
  p.set_rain_m_per_s(0);
  p.set_evaporation_per_s(0);
  return p;
}

inline std::unique_ptr<Stage> MakeWater(const v1::WaterErosion& p,
                                        double cell_m = 10) {
  v1::Stage stage;
  *stage.mutable_water_erosion() = p;
  auto made = FindStage(v1::Stage::kWaterErosion)
                  ->make(stage, {.seed = 7, .level0_cell_m = cell_m});
  EXPECT_TRUE(made.ok());
  return *std::move(made);
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_STAGES_WATER_WORLD_H_

#ifndef TALUS_TESTS_SIM_STAGES_STREAM_POWER_HARNESS_H_
#define TALUS_TESTS_SIM_STAGES_STREAM_POWER_HARNESS_H_

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"

namespace talus::testing {

inline constexpr double kCell = 100;  // m

// Rivers that cut land rising by a millimetre a year, a step at a time.
inline v1::StreamPower RiversOf(double step_years) {
  v1::StreamPower p;
  p.set_passes(1);
  p.set_step_years(step_years);
  p.set_uplift_m_per_yr(1e-3);
  p.set_erodibility(2e-5);
  p.set_area_exponent(0.45);
  p.set_slope_exponent(1);
  p.set_routing(v1::FLOW_ROUTING_D8);
  p.set_flow_exponent(1.5);
  return p;
}

inline absl::StatusOr<std::unique_ptr<Stage>> MakeRivers(
    const v1::StreamPower& params, std::optional<Rect> domain,
    std::vector<ParameterScale> scales = {}) {
  v1::Stage stage;
  *stage.mutable_stream_power() = params;
  return FindStage(v1::Stage::kStreamPower)
      ->make(stage, {.seed = 5,
                     .level0_cell_m = kCell,
                     .domain = domain,
                     .scales = std::move(scales)});
}

inline std::unique_ptr<Stage> MakeRivers(const v1::StreamPower& params,
                                         const World& w) {
  auto stage = MakeRivers(params, w.domain());
  EXPECT_TRUE(stage.ok()) << stage.status();
  return *std::move(stage);
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_STAGES_STREAM_POWER_HARNESS_H_

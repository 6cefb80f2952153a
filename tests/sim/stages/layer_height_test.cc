#include <gtest/gtest.h>

#include <algorithm>

#include "sim/base/fixed.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

int32_t Ramp(int64_t x, int64_t) {
  return QuantaFromMeters(static_cast<double>(x));
}

v1::Stage Band() {
  v1::Stage stage;
  auto& p = *stage.mutable_layer_height();
  p.set_layer(v1::LAYER_VEGETATION);
  p.set_fade_m(20);
  p.set_outside(0);
  p.set_inside(1);
  p.set_combine(v1::COMBINE_REPLACE);
  return stage;
}

TEST(LayerHeight, IsABandWithSoftRims) {
  v1::Stage stage = Band();
  stage.mutable_layer_height()->set_min_m(100);
  stage.mutable_layer_height()->set_max_m(200);
  const Values v = RunSource(*MakeStage(stage, {}), {0, 0, 300, 1},
                             Layer::kVegetation, Ramp);
  for (int64_t x = 0; x < 300; ++x) {
    const double rim = std::min(static_cast<double>(x) - 100, 200.0 - x) / 20;
    const double t = std::clamp(rim + 0.5, 0.0, 1.0);
    ASSERT_NEAR(v.Real(x, 0), t * t * (3 - 2 * t), 1e-6) << x;
  }
}

TEST(LayerHeight, ReachesToTheDepthsAndTheSkyWithoutEnds) {
  v1::Stage stage = Band();
  stage.mutable_layer_height()->set_max_m(0);
  const Values low = RunSource(*MakeStage(stage, {}), {-16000, 0, 16000, 1},
                               Layer::kVegetation, Ramp);
  EXPECT_EQ(low.Real(-16000, 0), 1.0f);
  EXPECT_EQ(low.Real(15999, 0), 0.0f);
  stage.mutable_layer_height()->clear_max_m();
  stage.mutable_layer_height()->set_min_m(0);
  const Values high = RunSource(*MakeStage(stage, {}), {-16000, 0, 16000, 1},
                                Layer::kVegetation, Ramp);
  EXPECT_EQ(high.Real(-16000, 0), 0.0f);
  EXPECT_EQ(high.Real(15999, 0), 1.0f);
}

}  // namespace
}  // namespace talus

// No direction of the grid is a direction of the land: the same ground, turned
// on the grid, erodes to the same statistics.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/fixed.h"
#include "sim/recipe/params.h"
#include "sim/stage/registry.h"
#include "tests/sim/stages/stage_harness.h"

namespace talus {
namespace {

using testing::World;

constexpr double kCell = 10;
constexpr int64_t kPasses = 30;
// Largest relative differences. Found of wear and change: 2 % (water erosion),
// 3.3 % (fluvial incision) and 7 % (thermal erosion, whose pairs resolve the
// shortest waves the less the further apart they lie).
constexpr double kAnyTurn = 0.08;
// A channel takes fewer cells along a diagonal. Found: 9.9 %.
constexpr double kFlowAnyTurn = 0.12;
// The draws alone differ. Found: 0.0025 %.
constexpr double kQuarterTurn = 0.0002;
constexpr int64_t kReach = 2;  // cells a pass
// The walls are out of reach of the disc.
constexpr int64_t kDiscCells = 80;
constexpr int64_t kHalfWidth = kDiscCells + kReach * kPasses;

// Ground of twelve waves of 8 to 40 cells that all run within 20 degrees of one
// direction: turned on the grid, its slopes lie along other edges of the cells.
class Waves {
 public:
  // `turned` by degrees on the grid. The slopes of a wave reach
  // 2 pi * `steepness`.
  Waves(double steepness, double turned) {
    constexpr int kWaves = 12;
    for (int i = 0; i < kWaves; ++i) {
      const double golden = 0.618034 * i - std::floor(0.618034 * i);
      const double direction = (40 * (golden - 0.5) + turned) * M_PI / 180;
      const double wavelength = 8 * std::pow(5.0, i / (kWaves - 1.0));
      waves_.push_back({2 * M_PI / wavelength * std::cos(direction),
                        2 * M_PI / wavelength * std::sin(direction),
                        1.7 * i * i, steepness * kCell * wavelength});
    }
  }
  // At the centre of the cell.
  int32_t operator()(int64_t x, int64_t y) const {
    double metres = 1000;
    for (const Wave& wave : waves_) {
      metres +=
          wave.metres *
          std::sin(wave.phase + wave.east * (static_cast<double>(x) + 0.5) +
                   wave.south * (static_cast<double>(y) + 0.5));
    }
    return QuantaFromMeters(metres);
  }

 private:
  struct Wave {
    double east, south;  // radians a cell
    double phase;
    double metres;
  };
  std::vector<Wave> waves_;
};

// What a stage did to the disc.
struct Statistics {
  double mean_wear_m = 0;
  double rms_change_m = 0;  // of the ground's height
  double wear_90_m = 0;     // a tenth of the cells wore more
  double mean_flow = 0;     // of the layer that flows, if one does
};

struct Process {
  std::string name;
  std::function<void(v1::Stage*)> set;
  double steepness;  // of the ground
  LayerSet layers;
  std::function<double(const World&, int64_t, int64_t)> flow;
};
void PrintTo(const Process& process, std::ostream* out) {
  *out << process.name;
}

Statistics Erode(const Process& process, double degrees) {
  v1::Stage message;
  process.set(&message);
  FillDefaults(&message);
  const auto stage = *FindStage(message.process_case())
                          ->make(message, {.seed = 11, .level0_cell_m = kCell});
  EXPECT_LE(stage->info().halo_cells, kReach);
  World world({-kHalfWidth, -kHalfWidth, kHalfWidth, kHalfWidth}, kWall,
              process.layers);
  const Waves ground(process.steepness, degrees);
  world.SetQuanta(Layer::kHeight, ground);
  world.Run(*stage, kPasses);
  Statistics sums;
  std::vector<double> wear;
  for (int64_t y = -kDiscCells; y < kDiscCells; ++y) {
    for (int64_t x = -kDiscCells; x < kDiscCells; ++x) {
      const double r = std::hypot(static_cast<double>(x) + 0.5,
                                  static_cast<double>(y) + 0.5);
      if (r > static_cast<double>(kDiscCells)) continue;
      wear.push_back(ToMeters(world.Quanta(Layer::kWear, x, y)));
      sums.mean_wear_m += wear.back();
      const double change =
          ToMeters(world.Quanta(Layer::kHeight, x, y) - ground(x, y));
      sums.rms_change_m += change * change;
      if (process.flow) sums.mean_flow += process.flow(world, x, y);
    }
  }
  const auto cells = static_cast<double>(wear.size());
  const auto tenth = wear.end() - static_cast<int64_t>(wear.size() / 10);
  std::nth_element(wear.begin(), tenth, wear.end());
  return {sums.mean_wear_m / cells, std::sqrt(sums.rms_change_m / cells),
          *tenth, sums.mean_flow / cells};
}

double DepthOf(const World& world, int64_t x, int64_t y) {
  return ToMeters(world.Quanta(Layer::kWater, x, y));
}
double AreaOf(const World& world, int64_t x, int64_t y) {
  return world.Real(Layer::kFlow, x, y);
}

class Rotation : public ::testing::TestWithParam<Process> {};

TEST_P(Rotation, ErodesTurnedGroundAlike) {
  const Process& process = GetParam();
  const Statistics straight = Erode(process, 0);
  EXPECT_GT(straight.mean_wear_m, 0.05);
  EXPECT_GT(straight.wear_90_m, straight.mean_wear_m);
  for (const double degrees : {15.0, 30.0, 45.0, 90.0}) {
    const Statistics turned = Erode(process, degrees);
    const auto expect_near = [&](const char* what, double a, double b,
                                 double any_turn = kAnyTurn) {
      const double bound = degrees == 90 ? kQuarterTurn : any_turn;
      EXPECT_NEAR(a, b, bound * b) << what << " at " << degrees << " degrees, "
                                   << 100 * (a / b - 1) << " %";
    };
    expect_near("mean wear", turned.mean_wear_m, straight.mean_wear_m);
    expect_near("rms change", turned.rms_change_m, straight.rms_change_m);
    expect_near("90th percentile", turned.wear_90_m, straight.wear_90_m);
    if (process.flow) {
      expect_near("mean flow", turned.mean_flow, straight.mean_flow,
                  kFlowAnyTurn);
    }
  }
}

std::vector<Process> Processes() {
  return {
      {"water_erosion", [](v1::Stage* s) { s->mutable_water_erosion(); }, 0.03,
       LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment, Layer::kWear,
                Layer::kDeposition} |
           kFluxLayers,
       DepthOf},
      {"fluvial_incision",
       [](v1::Stage* s) { s->mutable_fluvial_incision(); },
       0.03,
       {Layer::kHeight, Layer::kFlow, Layer::kWear, Layer::kDeposition},
       AreaOf},
      {"thermal_erosion",
       [](v1::Stage* s) { s->mutable_thermal_erosion(); },
       0.06,
       {Layer::kHeight, Layer::kWear, Layer::kDeposition},
       nullptr},
  };
}

INSTANTIATE_TEST_SUITE_P(, Rotation, ::testing::ValuesIn(Processes()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace talus

#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "tests/soak/soak_run.h"

namespace talus::testing {
namespace {

constexpr int64_t kEdge = 256;

struct Case {
  std::string_view name;
  std::string_view stages;
  bool keeps_ground;  // in a closed domain
};

// Ten thousand passes each; of droplets as many as a recipe may have.
constexpr Case kCases[] = {
    {"WaterErosion", "stages { water_erosion { passes: 10000 } }", true},
    {"FluvialIncision", "stages { fluvial_incision { passes: 10000 } }", false},
    {"ThermalErosion", "stages { thermal_erosion { passes: 10000 } }", true},
    {"Creep", "stages { creep { passes: 10000 } }", true},
    {"CellularErosion", "stages { cellular_erosion { passes: 10000 } }", true},
    {"Droplets", "stages { droplets { passes: 40 steps: 8 } }", false},
    {"StreamPower", "stages { stream_power { passes: 10000 } }", false},
    {"StreamPowerWithDeposits",
     "stages { stream_power { passes: 10000 deposition: 1 "
     "routing: FLOW_ROUTING_MULTIPLE } }",
     false},
    {"WaterAndSlides",
     "stages { repeat { count: 1000 stages { water_erosion { passes: 7 } } "
     "stages { thermal_erosion { passes: 2 } } stages { creep { passes: 1 } } "
     "} }",
     true},
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Conservation
    : public ::testing::TestWithParam<std::tuple<Case, std::string_view>> {};

TEST_P(Conservation, BalancesToTheQuantumOverManyPasses) {
  const auto& [process, border] = GetParam();
  const auto program = CompileText(absl::StrCat(
      "cell_size_m: 20 domain { width: ", kEdge, " height: ", kEdge,
      " border: ", std::string(border), " } stages { gradient_noise {} } ",
      "stages { hardness {} } ", std::string(process.stages)));
  const auto start = std::chrono::steady_clock::now();
  const RegionSummary made =
      Make(*program,
           {.region = {0, 0, kEdge, kEdge}, .layers = program->layers()}, {});
  const RegionLedger& ledger = made.ledger;
  EXPECT_EQ(ledger.GroundError(), 0);
  EXPECT_EQ(ledger.WaterError(), 0);
  if (border == "BORDER_WALL") {
    EXPECT_EQ(ledger.flows.water_out, 0);
    EXPECT_EQ(ledger.flows.sediment_out, 0);
    if (process.keeps_ground) {
      EXPECT_EQ(ledger.ground_after, ledger.ground_sources);
    }
  }
  const double cells = static_cast<double>(kEdge * kEdge) * 65536.0;
  Figure(absl::StrCat(
      std::string(process.name), ", ", std::string(border), ": drift ",
      ledger.GroundError(), " quanta of ground, ", ledger.WaterError(),
      " of water; per cell ",
      static_cast<double>(ledger.flows.dissolved) / cells, " m dissolved, ",
      static_cast<double>(ledger.flows.sediment_out) / cells, " m gone, ",
      static_cast<double>(ledger.flows.rain) / cells, " m of rain; ",
      made.cell_passes / 1e6 / SecondsSince(start), " M cells x passes / s"));
}

INSTANTIATE_TEST_SUITE_P(Processes, Conservation,
                         ::testing::Combine(::testing::ValuesIn(kCases),
                                            ::testing::Values("BORDER_WALL",
                                                              "BORDER_OPEN")));

}  // namespace
}  // namespace talus::testing

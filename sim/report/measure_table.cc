#include "sim/report/measure_table.h"

namespace talus {
namespace {

using Measures = TerrainMeasures;
using Value = std::optional<double>;

constexpr MeasureRow kRows[] = {
    {"min_m", "lowest", "m", [](const Measures& m) -> Value { return m.min_m; },
     std::nullopt},
    {"max_m", "highest", "m",
     [](const Measures& m) -> Value { return m.max_m; }, std::nullopt},
    {"mean_m", "mean", "m", [](const Measures& m) -> Value { return m.mean_m; },
     std::nullopt},
    {"slope_50_deg", "median slope", "deg",
     [](const Measures& m) { return m.slope_50_deg; }, std::nullopt},
    {"slope_95_deg", "95th percentile of slope", "deg",
     [](const Measures& m) { return m.slope_95_deg; },
     LiteratureRange{30, 40, "bedrock of steep ranges"}},
    {"aspect_4_fold", "4-fold share of aspects", "",
     [](const Measures& m) { return m.aspect_4_fold; }, std::nullopt},
    {"aspect_8_fold", "8-fold share of aspects", "",
     [](const Measures& m) { return m.aspect_8_fold; }, std::nullopt},
    {"pit_fraction", "pits", "",
     [](const Measures& m) { return m.pit_fraction; },
     LiteratureRange{0, 0.001, "drained land has next to none"}},
    {"fill_m", "depth that fills depressions", "m",
     [](const Measures& m) -> Value { return m.fill_m; }, std::nullopt},
    {"hypsometric_integral", "hypsometric integral", "",
     [](const Measures& m) { return m.hypsometric_integral; },
     LiteratureRange{0.35, 0.6, "Strahler 1952, mature land"}},
    {"concavity", "concavity of channels (theta)", "",
     [](const Measures& m) { return m.concavity; },
     LiteratureRange{0.225, 0.575, "Gailleton et al., quartiles"}},
    {"hack_exponent", "Hack's exponent", "",
     [](const Measures& m) { return m.hack_exponent; },
     LiteratureRange{0.5, 0.7, "Hack 1957; Rigon et al. 1996"}},
    {"bifurcation_ratio", "Horton's ratio of numbers", "",
     [](const Measures& m) { return m.bifurcation_ratio; },
     LiteratureRange{3, 5, "Horton 1945"}},
    {"length_ratio", "Horton's ratio of lengths", "",
     [](const Measures& m) { return m.length_ratio; },
     LiteratureRange{1.5, 3.5, "Horton 1945"}},
    {"area_ratio", "Schumm's ratio of areas", "",
     [](const Measures& m) { return m.area_ratio; },
     LiteratureRange{3, 6, "Schumm 1956"}},
    {"drainage_density_per_km", "drainage density", "km/km^2",
     [](const Measures& m) -> Value { return m.drainage_density_per_km; },
     LiteratureRange{1, 10, "Horton 1932; badlands 48 to 464"}},
};

}  // namespace

std::span<const MeasureRow> MeasureRows() { return kRows; }

}  // namespace talus

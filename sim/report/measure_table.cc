#include "sim/report/measure_table.h"

#include <cmath>

namespace talus {
namespace {

using Measures = TerrainMeasures;
using Value = std::optional<double>;

Value Exponent(const PowerLaw& law, int sign) {
  if (!law.line) return std::nullopt;
  return sign * law.line->slope;
}

constexpr MeasureRow kRows[] = {
    {"min_m", "lowest", "m", [](const Measures& m) -> Value { return m.min_m; },
     std::nullopt},
    {"max_m", "highest", "m",
     [](const Measures& m) -> Value { return m.max_m; }, std::nullopt},
    {"mean_m", "mean", "m", [](const Measures& m) -> Value { return m.mean_m; },
     std::nullopt},
    {"slope_50_deg", "median slope", "deg",
     [](const Measures& m) { return m.slopes.median_deg; }, std::nullopt},
    {"slope_95_deg", "95th percentile of slope", "deg",
     [](const Measures& m) { return m.slopes.steep_deg; },
     LiteratureRange{30, 40, "bedrock of steep ranges"}},
    {"aspect_4_fold", "4-fold share of aspects", "",
     [](const Measures& m) { return m.slopes.aspect_4_fold; }, std::nullopt},
    {"aspect_8_fold", "8-fold share of aspects", "",
     [](const Measures& m) { return m.slopes.aspect_8_fold; }, std::nullopt},
    {"aspect_spread", "unevenness of aspects", "",
     [](const Measures& m) { return m.slopes.aspect_spread; }, std::nullopt},
    {"spectral_exponent", "exponent of the spectrum (beta)", "",
     [](const Measures& m) { return m.spectrum.exponent(); },
     LiteratureRange{1.5, 3, "about 2, Pelletier 1997"}},
    {"rolloff_m", "wavelength of its roll-off", "m",
     [](const Measures& m) -> Value {
       if (!m.spectrum.bend) return std::nullopt;
       return std::pow(10, -m.spectrum.bend->x);
     },
     std::nullopt},
    {"pit_fraction", "pits", "",
     [](const Measures& m) { return m.slopes.pit_fraction; },
     LiteratureRange{0, 0.001, "drained land has next to none"}},
    {"fill_m", "depth that fills depressions", "m",
     [](const Measures& m) -> Value { return m.fill_m; }, std::nullopt},
    {"hypsometric_integral", "hypsometric integral", "",
     [](const Measures& m) { return m.hypsometric_integral; },
     LiteratureRange{0.35, 0.6, "Strahler 1952, mature land"}},
    {"concavity", "concavity of channels (theta)", "",
     [](const Measures& m) { return Exponent(m.slope_area, -1); },
     LiteratureRange{0.225, 0.575, "Gailleton et al., quartiles"}},
    {"hack_exponent", "Hack's exponent", "",
     [](const Measures& m) { return Exponent(m.hack, 1); },
     LiteratureRange{0.5, 0.7, "Hack 1957; Rigon et al. 1996"}},
    {"flow_tail_exponent", "exponent of P(A > a) (tau)", "",
     [](const Measures& m) { return Exponent(m.flow_tail, -1); },
     LiteratureRange{0.4, 0.46, "Rodriguez-Iturbe and Rinaldo 1997"}},
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

#include "sim/stage/registry.h"

#include <array>

namespace talus {

// One factory a process, defined in sim/stages/<process>.cc.
using Made = absl::StatusOr<std::unique_ptr<Stage>>;
Made MakeGradientNoise(const v1::GradientNoise&, const StageContext&);
Made MakePlane(const v1::Plane&, const StageContext&);
Made MakeRaster(const v1::Raster&, const StageContext&);
Made MakeHeightCurve(const v1::HeightCurve&, const StageContext&);
Made MakeBorderFalloff(const v1::BorderFalloff&, const StageContext&);
Made MakeIslandFalloff(const v1::IslandFalloff&, const StageContext&);
Made MakeHardness(const v1::Hardness&, const StageContext&);
Made MakeWaterErosion(const v1::WaterErosion&, const StageContext&);
Made MakeFluvialIncision(const v1::FluvialIncision&, const StageContext&);
Made MakeThermalErosion(const v1::ThermalErosion&, const StageContext&);
Made MakeCreep(const v1::Creep&, const StageContext&);
Made MakeDroplets(const v1::Droplets&, const StageContext&);

namespace {

using Case = v1::Stage;
constexpr std::array kRows = {
    RegistryRow{Case::kGradientNoise, "gradient_noise",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeGradientNoise(s.gradient_noise(), c);
                }},
    RegistryRow{Case::kPlane, "plane",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakePlane(s.plane(), c);
                }},
    RegistryRow{Case::kRaster, "raster",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeRaster(s.raster(), c);
                }},
    RegistryRow{Case::kHeightCurve, "height_curve",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeHeightCurve(s.height_curve(), c);
                }},
    RegistryRow{Case::kBorderFalloff, "border_falloff",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeBorderFalloff(s.border_falloff(), c);
                }},
    RegistryRow{Case::kIslandFalloff, "island_falloff",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeIslandFalloff(s.island_falloff(), c);
                }},
    RegistryRow{Case::kHardness, "hardness",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeHardness(s.hardness(), c);
                }},
    RegistryRow{Case::kWaterErosion, "water_erosion",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeWaterErosion(s.water_erosion(), c);
                }},
    RegistryRow{Case::kFluvialIncision, "fluvial_incision",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeFluvialIncision(s.fluvial_incision(), c);
                }},
    RegistryRow{Case::kThermalErosion, "thermal_erosion",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeThermalErosion(s.thermal_erosion(), c);
                }},
    RegistryRow{Case::kCreep, "creep",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeCreep(s.creep(), c);
                }},
    RegistryRow{Case::kDroplets, "droplets",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeDroplets(s.droplets(), c);
                }},
};

}  // namespace

absl::Span<const RegistryRow> Registry() { return kRows; }

const RegistryRow* FindStage(v1::Stage::ProcessCase process) {
  for (const RegistryRow& row : kRows) {
    if (row.process == process) return &row;
  }
  return nullptr;
}

}  // namespace talus

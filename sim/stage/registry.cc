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
Made MakeGullyNoise(const v1::GullyNoise&, const StageContext&);
Made MakeWaterErosion(const v1::WaterErosion&, const StageContext&);
Made MakeFluvialIncision(const v1::FluvialIncision&, const StageContext&);
Made MakeThermalErosion(const v1::ThermalErosion&, const StageContext&);
Made MakeCreep(const v1::Creep&, const StageContext&);
Made MakeDroplets(const v1::Droplets&, const StageContext&);
Made MakeStreamPower(const v1::StreamPower&, const StageContext&);
Made MakeCellularErosion(const v1::CellularErosion&, const StageContext&);
Made MakeLayerNoise(const v1::LayerNoise&, const StageContext&);
Made MakeLayerHeight(const v1::LayerHeight&, const StageContext&);
Made MakeLayerSlope(const v1::LayerSlope&, const StageContext&);
Made MakeLayerCurvature(const v1::LayerCurvature&, const StageContext&);
Made MakeLayerRaster(const v1::LayerRaster&, const StageContext&);
Made MakeLayerCatchment(const v1::LayerCatchment&, const StageContext&);
Made MakeLayerOrographicRain(const v1::LayerOrographicRain&,
                             const StageContext&);

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
    RegistryRow{Case::kGullyNoise, "gully_noise",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeGullyNoise(s.gully_noise(), c);
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
    RegistryRow{Case::kStreamPower, "stream_power",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeStreamPower(s.stream_power(), c);
                }},
    RegistryRow{Case::kCellularErosion, "cellular_erosion",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeCellularErosion(s.cellular_erosion(), c);
                }},
    RegistryRow{Case::kLayerNoise, "layer_noise",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeLayerNoise(s.layer_noise(), c);
                }},
    RegistryRow{Case::kLayerHeight, "layer_height",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeLayerHeight(s.layer_height(), c);
                }},
    RegistryRow{Case::kLayerSlope, "layer_slope",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeLayerSlope(s.layer_slope(), c);
                }},
    RegistryRow{Case::kLayerCurvature, "layer_curvature",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeLayerCurvature(s.layer_curvature(), c);
                }},
    RegistryRow{Case::kLayerRaster, "layer_raster",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeLayerRaster(s.layer_raster(), c);
                }},
    RegistryRow{Case::kLayerCatchment, "layer_catchment",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeLayerCatchment(s.layer_catchment(), c);
                }},
    RegistryRow{Case::kLayerOrographicRain, "layer_orographic_rain",
                [](const v1::Stage& s, const StageContext& c) -> Made {
                  return MakeLayerOrographicRain(s.layer_orographic_rain(), c);
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

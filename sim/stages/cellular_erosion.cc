// Based on: Musgrave, Kolb, Mace. The Synthesis and Rendering of Eroded Fractal
// Terrains. SIGGRAPH 1989. doi:10.1145/74333.74337 (water handed from cell to
// cell, load held against a capacity)
// Based on: Benes, Forsbach. Visual Simulation of Hydraulic Erosion. J. WSCG
// 10, 2002. (rain and evaporation as steps of their own)
// Departs from them:
// - Water goes to one of eight neighbours, down the steepest fall of its
//   surface, and all cells move at once: each looks at the old state alone.
// - A cell takes of its givers together no more than levels it with them (see
//   LimitBody): surfaces never leave the range of those about them, and up to a
//   share of one half no water swings to and fro.
// - Capacity is k v w^alpha. Speed is v_max sqrt(S / (1 + S)) with S the slope
//   of the surface down the way of the water, so that it does not depend on
//   the cell size; depth w is the mean over the pass.
// - Water and load move in whole quanta, rounded once by the giver without
//   bias: both are conserved exactly.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/cell_model.h"
#include "sim/stages/cell_sweep.h"
#include "sim/stages/factor_row.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

// Parameters in SI, folded for cells of cell_m and passes of dt seconds.
cell::Constants MakeConstants(const v1::CellularErosion& p, double cell_m,
                              double dt) {
  constexpr double kQuanta = 65536.0;  // a metre
  const auto rate = [dt](double per_s) {
    return static_cast<float>(per_s * dt);
  };
  cell::Constants c{
      .initial = QuantaFromMeters(p.initial_water_m()),
      .rain = static_cast<float>(p.rain_m_per_s() * dt * kQuanta /
                                 p.rain_density()),
      .rain_density = static_cast<float>(p.rain_density()),
      .share = static_cast<float>(p.outflow_share()),
      .slope_per_drop = static_cast<float>(1 / (kQuanta * cell_m)),
      .capacity =
          static_cast<float>(p.capacity() * p.v_max_m_per_s() * kQuanta),
      .depth_exponent = static_cast<float>(p.depth_exponent()),
      .erode_rate = rate(p.erosion_per_s()),
      .settle_rate = rate(p.deposition_per_s()),
      .dry_rate = rate(p.evaporation_per_s()),
      .rock = static_cast<float>(p.rock_erodibility()),
      .cap_share = static_cast<float>(p.erosion_cap()),
  };
  if (p.has_base_level_m()) {
    c.has_base = true;
    c.base = QuantaFromMeters(p.base_level_m());
    c.fade_scale = static_cast<float>(1 / (kQuanta * p.base_band_m()));
    c.fade_offset = 0;
  }
  return c;
}

class CellularErosion final : public Stage {
 public:
  CellularErosion(const v1::CellularErosion& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kCellularErosion)),
        constants_(
            MakeConstants(p, context.cell_m(),
                          p.courant() * context.cell_m() / p.v_max_m_per_s())) {
    info_ = {.name = "cellular_erosion",
             .halo_cells = cell::kHalo,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight, Layer::kWater, Layer::kSediment,
                       Layer::kHardness},
             .writes = {Layer::kHeight, Layer::kWater, Layer::kSediment},
             .optional = {Layer::kDeposition, Layer::kWear, Layer::kRunoff},
             .budget = Budget::kClosed};
    scales_ = {.initial = ScaleRead(context, "initial_water_m", &info_),
               .rain = ScaleRead(context, "rain_m_per_s", &info_),
               .rain_density = ScaleRead(context, "rain_density", &info_),
               .capacity = ScaleRead(context, "capacity", &info_),
               .erode = ScaleRead(context, "erosion_per_s", &info_),
               .rock = ScaleRead(context, "rock_erodibility", &info_),
               .settle = ScaleRead(context, "deposition_per_s", &info_),
               .dry = ScaleRead(context, "evaporation_per_s", &info_),
               .cap = ScaleRead(context, "erosion_cap", &info_)};
  }

  const StageInfo& info() const override { return info_; }

  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return cell::MakeSweep({constants_, scales_, seed_, pass}, window);
  }

 private:
  uint64_t seed_;
  cell::Constants constants_;
  cell::Scales scales_;
  StageInfo info_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeCellularErosion(
    const v1::CellularErosion& params, const StageContext& context) {
  return std::make_unique<CellularErosion>(params, context);
}

}  // namespace talus

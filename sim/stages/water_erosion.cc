// Based on: Mei, Decaudin, Hu. Fast Hydraulic Erosion Simulation and
// Visualization on GPU. 2007. doi:10.1109/PG.2007.15 (capacity, exchange)
// Based on: Bates, Horritt, Fewtrell. A simple inertial formulation of the
// shallow water equations. 2010. doi:10.1016/j.jhydrol.2010.03.027 (flux)
// Based on: Stava, Benes, Brisbin, Krivanek. Interactive Terrain Modeling Using
// Hydraulic Erosion. 2008. (capacity grows with depth)
// Departs from them:
// - Eight neighbours, widths weighted so that the Laplacian is isotropic; the
//   drag of an edge counts the flux across it, as in de Almeida, Bates 2013,
//   so that water runs straight down whatever the direction.
// - The drag is implicit in the new flux, so that films do not oscillate. Where
//   flow outruns its waves it has the inertia of deeper water, so that no roll
//   waves grow; water that runs uphill tires, so that lakes come to rest.
// - Water and load move in whole quanta, shared out by the giver without bias:
//   both are conserved exactly. The old load moves with the water and the
//   exchange comes after, so that a pass reaches two cells.
// - Erosion is capped by the drop to the lowest neighbour: water digs no pits.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/water_model.h"
#include "sim/stages/water_rain.h"
#include "sim/stages/water_sweep.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

constexpr double kGravity = 9.81;  // m/s^2

// Uniform flow of the local-inertial equations is stable where waves outrun
// 3/2 of its speed: 9/4, and a margin.
constexpr double kSteep = 3.0;

// Share of an uphill flux lost while the fastest water crosses a cell. Tuned on
// a bowl of 32 cells with water heaped in a corner: level to 1 mm in 1000
// passes at drags from 0.001 to 0.2.
constexpr double kTiring = 0.5;

// Parameters in SI, folded for cells of cell_m.
water::Constants MakeConstants(const v1::WaterErosion& p, double cell_m,
                               double dt) {
  const double quantum = 1.0 / 65536.0;
  // What relaxes at a rate in a step; exact to second order, so that half the
  // step twice does the same.
  const auto share = [dt](double rate) {
    return static_cast<float>(std::min(1.0, rate * dt / (1 + rate * dt / 2)));
  };
  const double push = kGravity * dt / cell_m * quantum;
  // Water on a slope S tends to a Froude number of sqrt(S / drag).
  const double steep = kSteep / (std::max(p.drag(), 1e-6) * cell_m) * quantum;
  const double volume = dt / cell_m * 65536.0;
  // Waves cross at most sqrt(0.3) cells in a pass: the scheme is stable up to
  // sqrt(3/4), and half of the square where the weight grows with the drop.
  const double wave_depth_m = 0.3 * cell_m * cell_m / (kGravity * dt * dt);
  const double v_max = p.v_max_m_per_s();
  water::Constants c{
      .orth_push = static_cast<float>(push),
      .diag_push = static_cast<float>(push / std::sqrt(2.0)),
      .orth_steep = static_cast<float>(steep),
      .diag_steep = static_cast<float>(steep / std::sqrt(2.0)),
      .uphill = static_cast<float>(1 - kTiring * p.courant()),
      .drag = static_cast<float>(4.0 * dt * p.drag()),
      .wave_depth = static_cast<float>(wave_depth_m),
      .speed_limit = static_cast<float>(v_max),
      .orth_volume = static_cast<float>(volume) * water::kOrthWidth,
      .diag_volume = static_cast<float>(volume) * water::kDiagWidth,
      .slope_per_sum = static_cast<float>(quantum / (12.0 * cell_m)),
      .min_sin2 = static_cast<float>(p.min_slope() * p.min_slope()),
      .max_speed2 = static_cast<float>(v_max * v_max),
      .capacity = static_cast<float>(p.capacity_s() * 65536.0),
      .inv_full_depth_sum =
          static_cast<float>(quantum / (2.0 * p.full_depth_m())),
      .erode_share = share(p.erosion_per_s()),
      .settle_share = share(p.deposition_per_s()),
      .dry_share = share(p.evaporation_per_s()),
      .cap_share = static_cast<float>(p.erosion_cap()),
  };
  if (p.has_base_level_m()) {
    c.base = QuantaFromMeters(p.base_level_m());
    c.fade_scale = static_cast<float>(quantum / p.base_band_m());
    c.fade_offset = 0;
    c.base_cap_scale = c.cap_share;
    c.base_cap_offset = 0;
  }
  return c;
}

class WaterErosionStage final : public Stage {
 public:
  WaterErosionStage(const v1::WaterErosion& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kWaterErosion)),
        initial_(QuantaFromMeters(p.initial_water_m())) {
    const double dt = p.courant() * context.cell_m() / p.v_max_m_per_s();
    constants_ = MakeConstants(p, context.cell_m(), dt);
    // In 2^-32 quanta a pass.
    const auto rain = [&](double factor) {
      return 4294967296.0 * std::min(p.rain_m_per_s() * factor * dt * 65536.0,
                                     static_cast<double>(kMaxQuanta));
    };
    rain_ = static_cast<int64_t>(rain(1));
    info_ = {
        .name = "water_erosion",
        .halo_cells = water::kHalo,
        .passes = static_cast<int>(p.passes()),
        .reads = LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment,
                          Layer::kHardness} |
                 kFluxLayers,
        .writes = LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment} |
                  kFluxLayers,
        .optional = {Layer::kDeposition, Layer::kWear, Layer::kRunoff},
        .budget = Budget::kClosed};
    using P = v1::WaterErosion;
    using C = water::Constants;
    const auto scale = [&](auto... rest) { Scale(p, context, dt, rest...); };
    scale("capacity_s", water::kCapacity, &C::capacity,
          [](P& m, double f) { m.set_capacity_s(m.capacity_s() * f); });
    scale("min_slope", water::kMinSin2, &C::min_sin2,
          [](P& m, double f) { m.set_min_slope(m.min_slope() * f); });
    scale("full_depth_m", water::kInvFullDepthSum, &C::inv_full_depth_sum,
          [](P& m, double f) { m.set_full_depth_m(m.full_depth_m() * f); });
    scale("erosion_per_s", water::kErodeShare, &C::erode_share,
          [](P& m, double f) { m.set_erosion_per_s(m.erosion_per_s() * f); });
    scale("deposition_per_s", water::kSettleShare, &C::settle_share,
          [](P& m, double f) {
            m.set_deposition_per_s(m.deposition_per_s() * f);
          });
    scale("evaporation_per_s", water::kDryShare, &C::dry_share,
          [](P& m, double f) {
            m.set_evaporation_per_s(m.evaporation_per_s() * f);
          });
    scale("erosion_cap", water::kCapShare, &C::cap_share,
          [](P& m, double f) { m.set_erosion_cap(m.erosion_cap() * f); });
    if (const auto by = ScaleRead(context, "rain_m_per_s", &info_)) {
      scales_.rain.emplace(*by, rain);
    }
    scales_.initial = ScaleRead(context, "initial_water_m", &info_);
    scaled_ = scales_.rain || scales_.initial || !scales_.constants.empty();
  }

  const StageInfo& info() const override { return info_; }

  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return water::MakeSweep(
        {constants_, seed_, pass, water::RainIn(rain_, pass, initial_), rain_,
         initial_, scaled_ ? &scales_ : nullptr},
        window);
  }

 private:
  // Takes up the scale of a parameter, if it has one; with(p, factor) scales
  // it.
  template <typename With>
  void Scale(const v1::WaterErosion& params, const StageContext& context,
             double dt, const char* parameter, water::CellConstant which,
             float water::Constants::*member, const With& with) {
    const auto scale = ScaleRead(context, parameter, &info_);
    if (!scale) return;
    scales_.constants.push_back(
        {which, water::ShareTable<float>(*scale, [&](double factor) {
           v1::WaterErosion scaled = params;
           with(scaled, factor);
           return MakeConstants(scaled, context.cell_m(), dt).*member;
         })});
  }

  uint64_t seed_;
  int32_t initial_;
  int64_t rain_;  // 2^-32 quanta a pass
  water::Constants constants_;
  water::Scales scales_;
  bool scaled_ = false;
  StageInfo info_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeWaterErosion(
    const v1::WaterErosion& params, const StageContext& context) {
  return std::make_unique<WaterErosionStage>(params, context);
}

}  // namespace talus

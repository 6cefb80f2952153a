// Based on: Culling. Analytical Theory of Erosion. J. Geol. 68(3), 1960.
// doi:10.1086/626663
//
// Departs from it: nothing in the equation. Fluxes over the edges of the
// isotropic 9-point Laplacian (orthogonal weights 2/3, diagonal 1/6) move whole
// quanta, so that mass is conserved exactly.

#include <memory>

#include "absl/status/statusor.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/pair_exchange.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

// Largest D dt / l^2. Up to 0.3 a cell stays between its neighbours; from 0.375
// on a chequerboard grows.
constexpr double kMaxNumber = 0.25;

class Creep final : public Stage {
 public:
  Creep(const v1::Creep& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kCreep)) {
    const double cell = context.cell_m();
    const double asked = p.diffusion_m2() / (cell * cell);
    const double number = asked < kMaxNumber ? asked : kMaxNumber;
    rule_ = {.orthogonal_share = static_cast<float>(number * 2 / 3),
             .diagonal_share = static_cast<float>(number / 6)};
    info_ = {.name = "creep",
             .halo_cells = 1,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight},
             .writes = {Layer::kHeight},
             .optional = {Layer::kWear, Layer::kDeposition},
             .budget = Budget::kClosed};
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<PairExchangeSweep>(window, pass, seed_, rule_);
  }

 private:
  StageInfo info_;
  uint64_t seed_;
  PairExchangeRule rule_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeCreep(const v1::Creep& params,
                                                 const StageContext& context) {
  return std::make_unique<Creep>(params, context);
}

}  // namespace talus

// Based on: Braun, Willett. A very efficient O(n), implicit and parallel method
// to solve the stream power equation governing fluvial incision and landscape
// evolution. Geomorphology 180-181, 2013. doi:10.1016/j.geomorph.2012.10.008
//
// Multiple flow: Freeman. Calculating catchment area with divergent flow based
// on a regular grid. Comput. Geosci. 17(3), 1991.
// doi:10.1016/0098-3004(91)90048-I
//
// Departs from them:
// - Depressions drain over their spill (priority flood, sim/flow/drainage.h)
//   and stand under water: their ground rises with the uplift and is not cut,
//   and what drains into one is cut down to its water at most.
// - Heights are whole quanta, rounded without bias above the receiver, so that
//   no pit comes of rounding. What is cut is counted as dissolved, what rises
//   as uplift.
// - What is cut leaves with the water, or is laid down on its way by
//   river_deposits.h.
// - A cell steeper toward its receiver than hillslope_deg is lowered to that
//   slope: hillslopes fail as fast as rivers undercut them.

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/math.h"
#include "sim/base/status_macros.h"
#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/cell_draws.h"
#include "sim/stages/domain_ground.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/hillslope.h"
#include "sim/stages/outfall.h"
#include "sim/stages/river_cut.h"
#include "sim/stages/river_deposits.h"
#include "sim/stages/row_sums.h"
#include "sim/stages/stream_power_model.h"
#include "sim/stages/uplift.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

using stream_power::Model;
using stream_power::Result;

constexpr uint32_t kSalt = 0x73747077;  // of the draws
constexpr uint32_t kLoadSalt = 0x6c6f6164;
constexpr uint32_t kDivisionSalt = 0x64697669;

struct PowerArgs {
  const float* area;
  float exponent;
  float erodibility;
  int64_t n;
  float* power;
};

// K dt A^m, in metres.
TALUS_INLINE void PowerBody(const PowerArgs& a) {
  const float* __restrict area = a.area;
  float* __restrict power = a.power;
  const float exponent = a.exponent;
  const float erodibility = a.erodibility;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    power[i] = erodibility * Pow(area[i], exponent);
  }
}
TALUS_KERNEL(RunPower, PowerBody, PowerArgs)

class StreamPowerSweep final : public Sweep {
 public:
  StreamPowerSweep(const Window& window, int64_t pass, uint64_t seed,
                   const Model& model)
      : window_(window),
        work_(window.stop, *window.workers),
        pass_(pass),
        seed_(seed),
        m_(model) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    if (!result_) result_ = Solve(in);
    if (!result_) return;  // stopped
    const int64_t n = window_.rect.width();
    const size_t first = Index(window_.rect.x0, y);
    const int32_t* up = result_->uplift.data() + first;
    const int32_t* cut = result_->cut.data() + first;
    const int32_t* laid =
        result_->laid.empty() ? nullptr : result_->laid.data() + first;
    const auto gone = [&](int64_t i) {
      return cut[i] - (laid == nullptr ? 0 : laid[i]);
    };
    const int32_t* ground = in.Quanta(Layer::kHeight, y);
    int32_t* ground_out = out.Quanta(Layer::kHeight, y);
    for (int64_t i = 0; i < n; ++i) ground_out[i] = ground[i] + up[i] - gone(i);
    std::copy_n(result_->area.data() + first, n, out.Real(Layer::kFlow, y));
    const auto columns = static_cast<size_t>(n);
    AddToSums(Layer::kWear, in, y, out, 0, {cut, columns});
    if (m_.deposition > 0) {
      AddToSums(Layer::kDeposition, in, y, out, 0, {laid, columns});
    }
    const CountedColumns counted = CountedIn(window_, y);
    for (int64_t i = counted.first; i < counted.last; ++i) {
      ledger->uplift += up[i];
      ledger->dissolved += gone(i);
    }
  }

 private:
  size_t Cells() const { return static_cast<size_t>(m_.domain.area()); }
  size_t Width() const { return static_cast<size_t>(m_.domain.width()); }
  size_t Index(int64_t x, int64_t y) const {
    return static_cast<size_t>((y - m_.domain.y0) * m_.domain.width() +
                               (x - m_.domain.x0));
  }

  // Nothing, once the window's stop is requested.
  std::optional<Result> Solve(const LayerRows& in) const {
    Result result;
    const DomainGround ground = ReadDomain(window_, in, m_.domain);
    absl::StatusOr<Drainage> drainage = DrainageOf(ground, m_.sea, work_);
    if (!drainage.ok() || !FindAreas(*drainage, result.area)) return {};
    drainage->order = WordVector<CellIndex>();  // gives its memory back
    const Outfall outfall = {ground.rim, window_.base_level, m_.sea};
    WordVector<float> hillslope;
    if (!Lift(in, ground, *drainage, outfall, result.uplift) ||
        !FindHillslope(in, hillslope)) {
      return {};
    }
    const HillslopeCells steepest = {m_.hillslope.steepest, hillslope};
    auto cut = Cut(in, ground, *drainage, outfall, steepest, result);
    if (!cut) return {};
    result.cut = std::move(cut->taken);
    if (m_.deposition > 0 &&
        !LayDown(in, ground, *drainage, cut->surface, steepest, result)) {
      return {};
    }
    return result;
  }

  std::optional<stream_power::RiverCut> Cut(const LayerRows& in,
                                            const DomainGround& ground,
                                            const Drainage& drainage,
                                            const Outfall& outfall,
                                            const HillslopeCells& steepest,
                                            const Result& result) const {
    const auto power = FindPower(in, result.area);
    if (!power) return std::nullopt;
    return stream_power::CutOf({.drainage = drainage,
                                .outfall = outfall,
                                .before = ground.quanta,
                                .uplift = result.uplift,
                                .power = *power,
                                .hillslope = steepest,
                                .cell_m = m_.cell_m,
                                .slope_exponent = m_.slope_exponent,
                                .draws = Draws(kSalt)},
                               work_);
  }

  bool LayDown(const LayerRows& in, const DomainGround& ground,
               const Drainage& drainage, const WordVector<int32_t>& surface,
               const HillslopeCells& steepest, Result& result) const {
    WordVector<int32_t> bed(Cells());
    WordVector<float> coefficient(m_.deposition_scale ? Cells() : 1);
    coefficient[0] = m_.deposition;
    const bool known = ForRows([&](int64_t y) {
      const int32_t* h = ground.quanta.Row(y);
      const size_t first = Index(m_.domain.x0, y);
      for (size_t k = 0; k < Width(); ++k) {
        const size_t i = first + k;
        bed[i] = h[k] + result.uplift[i] - result.cut[i];
      }
      if (!m_.deposition_scale) return;
      for (size_t k = 0; k < Width(); ++k) {
        coefficient[first + k] =
            m_.deposition * Factor(m_.deposition_scale, in, k, y);
      }
    });
    if (!known) return false;
    auto laid = stream_power::DepositsOf(
        {.drainage = drainage,
         .ground = bed,
         .surface = surface,
         .taken = result.cut,
         .coefficient = coefficient,
         .area = result.area,
         .cell_area = static_cast<float>(m_.cell_m * m_.cell_m),
         .stay_draws = Draws(kLoadSalt),
         .division_draws = Draws(kDivisionSalt),
         .flow_exponent = m_.flow_exponent,
         .hillslope = steepest},
        work_);
    if (!laid) return false;
    result.laid = *std::move(laid);
    return true;
  }

  CellDraws Draws(uint32_t salt) const {
    return CellDraws(seed_, pass_, salt, m_.domain);
  }

  // Calls f(y) for the rows of the domain, several at once; false once it is
  // stopped.
  template <typename F>
  bool ForRows(const F& f) const {
    return work_.ForRows(m_.domain.y0, m_.domain.y1, m_.domain.width(), f);
  }

  // In m^2.
  bool FindAreas(const Drainage& drainage, WordVector<float>& area) const {
    const double cell_area = m_.cell_m * m_.cell_m;
    const auto set = [&](const auto& areas, double each) {
      area.resize(Cells());
      return ForRows([&](int64_t y) {
        const size_t first = Index(m_.domain.x0, y);
        for (size_t i = first; i < first + Width(); ++i) {
          area[i] = static_cast<float>(static_cast<double>(areas[i]) * each);
        }
      });
    };
    if (m_.flow_exponent == 0) {
      const auto cells = DrainageArea(drainage, work_);
      return cells.ok() && set(*cells, cell_area);
    }
    const auto parts = SpreadDrainageArea(drainage, m_.flow_exponent, work_);
    return parts.ok() && set(*parts, cell_area / double{kSpreadCell});
  }

  // K dt A^m, in metres.
  std::optional<WordVector<float>> FindPower(
      const LayerRows& in, const WordVector<float>& area) const {
    WordVector<float> power(Cells());
    const bool known = ForRows([&](int64_t y) {
      const size_t first = Index(m_.domain.x0, y);
      RunPower({area.data() + first, m_.area_exponent,
                static_cast<float>(m_.erodibility), m_.domain.width(),
                power.data() + first});
      if (!m_.erodibility_scale) return;
      for (size_t k = 0; k < Width(); ++k) {
        power[first + k] *= Factor(m_.erodibility_scale, in, k, y);
      }
    });
    if (!known) return std::nullopt;
    return power;
  }

  // Slopes in parts of the model's, where they differ.
  bool FindHillslope(const LayerRows& in, WordVector<float>& parts) const {
    if (!m_.hillslope_scale) return true;
    parts.resize(Cells());
    return ForRows([&](int64_t y) {
      const std::span<float> row(parts.data() + Index(m_.domain.x0, y),
                                 Width());
      for (size_t k = 0; k < Width(); ++k) {
        row[k] = Factor(m_.hillslope_scale, in, k, y);
      }
      m_.hillslope.TurnToSlopes(row);
    });
  }

  bool Lift(const LayerRows& in, const DomainGround& ground,
            const Drainage& drainage, const Outfall& outfall,
            WordVector<int32_t>& uplift) const {
    uplift.resize(Cells());
    return ForRows([&](int64_t y) {
      const int32_t* h = ground.quanta.Row(y);
      const size_t first = Index(m_.domain.x0, y);
      for (size_t k = 0; k < Width(); ++k) {
        const auto i = static_cast<CellIndex>(first + k);
        const bool stays =
            h[k] == Drainage::kNoData ||
            (drainage.receiver[i] == Drainage::kNone && outfall.Keeps(i, h[k]));
        const float factor = stays ? 0 : Factor(m_.uplift_scale, in, k, y);
        uplift[i] = stays ? 0 : RiseIn(m_.uplift * double{factor}, pass_, h[k]);
      }
    });
  }

  // Of a parameter in the k-th cell of a row of the domain.
  float Factor(const std::optional<ParameterScale>& scale, const LayerRows& in,
               size_t k, int64_t y) const {
    const int64_t x = m_.domain.x0 + static_cast<int64_t>(k);
    if (!scale || !window_.IsInside(x, y)) return 1;
    return scale->At(in.Real(scale->layer, y)[x - window_.rect.x0]);
  }

  const Window window_;
  const Work work_;
  const int64_t pass_;
  const uint64_t seed_;
  const Model& m_;
  std::optional<Result> result_;
};

class StreamPower final : public Stage {
 public:
  StreamPower(const v1::StreamPower& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kStreamPower)) {
    model_.domain = *context.domain;
    model_.cell_m = context.cell_m();
    model_.uplift =
        p.uplift_m_per_yr() * p.step_years() * double{kQuantaPerMeter};
    model_.erodibility = p.erodibility() * p.step_years();
    model_.deposition = static_cast<float>(p.deposition());
    model_.area_exponent = static_cast<float>(p.area_exponent());
    model_.slope_exponent = p.slope_exponent();
    if (p.routing() == v1::FLOW_ROUTING_MULTIPLE) {
      model_.flow_exponent = static_cast<float>(p.flow_exponent());
    }
    if (p.has_base_level_m()) model_.sea = QuantaFromMeters(p.base_level_m());
    if (p.has_hillslope_deg()) {
      model_.hillslope = Hillslope(p.hillslope_deg(), model_.cell_m);
    }
    info_ = {.name = "stream_power",
             .halo_cells = kDomainHalo,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight},
             .writes = {Layer::kHeight, Layer::kFlow},
             .optional = {Layer::kWear},
             .whole_window = true,
             .budget = Budget::kLedger,
             .scratch_bytes = 38};  // as domain_memory_test measures it
    model_.uplift_scale = ScaleRead(context, "uplift_m_per_yr", &info_);
    model_.erodibility_scale = ScaleRead(context, "erodibility", &info_);
    model_.deposition_scale = ScaleRead(context, "deposition", &info_);
    if (p.has_hillslope_deg()) {
      model_.hillslope_scale = ScaleRead(context, "hillslope_deg", &info_);
    }
    if (model_.hillslope_scale) info_.scratch_bytes += 4;
    // By the number that the passes use, so that what is declared is written.
    if (model_.deposition > 0) {
      info_.optional.Add(Layer::kDeposition);
      info_.scratch_bytes += 16;
      if (model_.flow_exponent > 0) info_.scratch_bytes += 4;
      if (model_.deposition_scale) info_.scratch_bytes += 4;
    }
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<StreamPowerSweep>(window, pass, seed_, model_);
  }

 private:
  StageInfo info_;
  uint64_t seed_;
  Model model_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeStreamPower(
    const v1::StreamPower& params, const StageContext& context) {
  TALUS_RETURN_IF_ERROR(CheckDrainable(
      context, {.without_domain = "take fluvial_incision, which needs none",
                .too_large = "set finest_level within a multiscale group"}));
  return std::make_unique<StreamPower>(params, context);
}

}  // namespace talus

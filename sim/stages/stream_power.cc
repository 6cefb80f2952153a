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
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/base/fixed.h"
#include "sim/base/math.h"
#include "sim/base/status_macros.h"
#include "sim/base/word_vector.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"
#include "sim/flow/level_order.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/cell_draws.h"
#include "sim/stages/domain_ground.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/hillslope.h"
#include "sim/stages/river_deposits.h"
#include "sim/stages/row_sums.h"
#include "sim/stages/stream_power_model.h"
#include "sim/stages/stream_power_solver.h"
#include "sim/stages/uplift.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

using stream_power::Course;
using stream_power::Model;
using stream_power::Result;

constexpr uint32_t kSalt = 0x73747077;  // of the draws
constexpr uint32_t kLoadSalt = 0x6c6f6164;
constexpr uint32_t kDivisionSalt = 0x64697669;
constexpr int64_t kBetweenStops = int64_t{1} << 16;  // cells
constexpr double kDiagonal = 1.4142135623730951;

struct CutArgs {
  const float* area;
  float exponent;
  float erodibility;
  int64_t n;
  float* cut;
};

// K dt A^m, in metres.
TALUS_INLINE void CutBody(const CutArgs& a) {
  const float* __restrict area = a.area;
  float* __restrict cut = a.cut;
  const float exponent = a.exponent;
  const float erodibility = a.erodibility;
  const int64_t n = a.n;
  TALUS_VECTORIZE
  for (int64_t i = 0; i < n; ++i) {
    cut[i] = erodibility * Pow(area[i], exponent);
  }
}
TALUS_KERNEL(RunCut, CutBody, CutArgs)

class StreamPowerSweep final : public Sweep {
 public:
  StreamPowerSweep(const Window& window, int64_t pass, uint64_t seed,
                   const Model& model)
      : window_(window), pass_(pass), seed_(seed), m_(model) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    if (!result_) result_ = Solve(in);
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
    AddTo(Layer::kWear, in, y, out, cut);
    if (m_.deposition > 0) AddTo(Layer::kDeposition, in, y, out, laid);
    const CountedColumns counted = CountedIn(window_, y);
    for (int64_t i = counted.first; i < counted.last; ++i) {
      ledger->uplift += up[i];
      ledger->dissolved += gone(i);
    }
  }

 private:
  // Adds quanta, none where `more` is null, to a sum if it is asked for.
  void AddTo(Layer sum, const LayerRows& in, int64_t y, const LayerRows& out,
             const int32_t* more) const {
    if (!in.Has(sum)) return;
    const int32_t* from = in.Quanta(sum, y);
    int32_t* to = out.Quanta(sum, y);
    for (int64_t i = 0; i < window_.rect.width(); ++i) {
      to[i] = Saturated(int64_t{from[i]} + (more == nullptr ? 0 : more[i]));
    }
  }
  size_t Width() const { return static_cast<size_t>(m_.domain.width()); }
  size_t Index(int64_t x, int64_t y) const {
    return static_cast<size_t>((y - m_.domain.y0) * m_.domain.width() +
                               (x - m_.domain.x0));
  }

  // Anything, once the window's stop is requested.
  Result Solve(const LayerRows& in) const {
    const auto cells = static_cast<size_t>(m_.domain.area());
    Result result{std::vector<float>(cells),
                  std::vector<int32_t>(cells),
                  std::vector<int32_t>(cells),
                  {}};
    const DomainGround ground = ReadDomain(window_, in, m_.domain);
    const absl::StatusOr<Drainage> drainage =
        DrainageOf(ground, m_.sea, window_.stop);
    if (!drainage.ok() || !FindAreas(*drainage, result)) return result;
    std::vector<float> cut(cells);
    const bool known = ForRows([&](int64_t y) {
      FindCuts(in, y, result.area, cut);
      Lift(in, y, ground, *drainage, result);
    });
    if (!known) return result;
    const Course course = Cut(*drainage, ground, cut, result);
    if (m_.deposition > 0) LayDown(in, *drainage, ground, course, result);
    return result;
  }

  void LayDown(const LayerRows& in, const Drainage& drainage,
               const DomainGround& ground, const Course& course,
               Result& result) const {
    const size_t cells = result.cut.size();
    const auto cell_area = static_cast<float>(m_.cell_m * m_.cell_m);
    std::vector<int32_t> bed(cells);
    std::vector<float> coefficient(cells), area(cells);
    const bool known = ForRows([&](int64_t y) {
      const int32_t* h = ground.quanta.Row(y);
      const size_t first = Index(m_.domain.x0, y);
      for (size_t k = 0; k < Width(); ++k) {
        const size_t i = first + k;
        bed[i] = h[k] + result.uplift[i] - result.cut[i];
        coefficient[i] = m_.deposition * Factor(m_.deposition_scale, in, k, y);
        area[i] = std::max(result.area[i] / cell_area, 1.0f);
      }
    });
    if (!known) return;
    auto laid =
        stream_power::DepositsOf({.drainage = drainage,
                                  .order = course.order,
                                  .ground = bed,
                                  .surface = course.surface,
                                  .taken = result.cut,
                                  .coefficient = coefficient,
                                  .area = area,
                                  .stay_draws = Draws(kLoadSalt),
                                  .division_draws = Draws(kDivisionSalt),
                                  .flow_exponent = m_.flow_exponent,
                                  .steepest = m_.hillslope},
                                 window_.stop);
    if (laid.ok()) result.laid = *std::move(laid);
  }

  CellDraws Draws(uint32_t salt) const {
    return CellDraws(seed_, pass_, salt, m_.domain);
  }

  // Calls f(y) for the rows of the domain; false once it is stopped.
  template <typename F>
  bool ForRows(F&& f) const {
    for (int64_t y = m_.domain.y0; y < m_.domain.y1; ++y) {
      if (window_.stop.stop_requested()) return false;
      f(y);
    }
    return true;
  }

  // Whether it was not stopped.
  bool FindAreas(const Drainage& drainage, Result& result) const {
    const double cell_area = m_.cell_m * m_.cell_m;
    const auto set = [&](const auto& areas, double area) {
      return ForRows([&](int64_t y) {
        const size_t first = Index(m_.domain.x0, y);
        for (size_t i = first; i < first + Width(); ++i) {
          result.area[i] =
              static_cast<float>(static_cast<double>(areas[i]) * area);
        }
      });
    };
    if (m_.flow_exponent == 0) {
      const auto cells = DrainageArea(drainage, window_.stop);
      return cells.ok() && set(*cells, cell_area);
    }
    const auto parts =
        SpreadDrainageArea(drainage, m_.flow_exponent, window_.stop);
    return parts.ok() && set(*parts, cell_area / double{kSpreadCell});
  }

  // K dt A^m of the cells of a row.
  void FindCuts(const LayerRows& in, int64_t y, const std::vector<float>& area,
                std::vector<float>& cut) const {
    const size_t first = Index(m_.domain.x0, y);
    RunCut({area.data() + first, m_.area_exponent,
            static_cast<float>(m_.erodibility), m_.domain.width(),
            cut.data() + first});
    if (!m_.erodibility_scale) return;
    for (size_t k = 0; k < Width(); ++k) {
      cut[first + k] *= Factor(m_.erodibility_scale, in, k, y);
    }
  }

  void Lift(const LayerRows& in, int64_t y, const DomainGround& ground,
            const Drainage& drainage, Result& result) const {
    const int32_t* h = ground.quanta.Row(y);
    const size_t first = Index(m_.domain.x0, y);
    for (size_t k = 0; k < Width(); ++k) {
      const size_t i = first + k;
      if (h[k] == Drainage::kNoData || Stays(ground, drainage, i, h[k])) {
        continue;
      }
      const float factor = Factor(m_.uplift_scale, in, k, y);
      result.uplift[i] = RiseIn(m_.uplift * double{factor}, pass_, h[k]);
    }
  }

  // Of a parameter in the k-th cell of a row of the domain.
  float Factor(const std::optional<ParameterScale>& scale, const LayerRows& in,
               size_t k, int64_t y) const {
    const int64_t x = m_.domain.x0 + static_cast<int64_t>(k);
    if (!scale || !window_.IsInside(x, y)) return 1;
    return scale->At(in.Real(scale->layer, y)[x - window_.rect.x0]);
  }

  // Whether a cell keeps its height: water leaves from it, and not over an OPEN
  // border toward lower ground.
  bool Stays(const DomainGround& ground, const Drainage& drainage, size_t i,
             int32_t h) const {
    if (drainage.receiver[i] != Drainage::kNone) return false;
    if (m_.sea && h <= *m_.sea) return true;
    return ground.rim[i] == 0 || !window_.base_level ||
           h <= *window_.base_level;
  }

  // Lowers every cell after the one it drains to and after those beside it that
  // lie lower.
  Course Cut(const Drainage& drainage, const DomainGround& ground,
             const std::vector<float>& cut, Result& result) const {
    const int64_t width = m_.domain.width();
    const CellDraws draws = Draws(kSalt);
    Course course{{}, std::vector<int32_t>(result.cut.size(), kNotFinished)};
    auto order = LevelOrder(drainage, window_.stop);
    if (!order) return course;
    course.order = *std::move(order);
    std::vector<int32_t>& surface = course.surface;
    int64_t done = 0;
    for (const CellIndex i : course.order) {
      if (done++ % kBetweenStops == 0 && window_.stop.stop_requested()) break;
      const int64_t x = static_cast<int64_t>(i) % width;
      const int64_t row = static_cast<int64_t>(i) / width;
      const int32_t h = *ground.quanta.At(m_.domain.x0 + x, m_.domain.y0 + row);
      const int32_t risen = h + result.uplift[i];
      const CellIndex to = drainage.receiver[i];
      int32_t base = risen;
      double distance = 1;
      if (to != Drainage::kNone) {
        base = surface[to];
        const int64_t to_x = static_cast<int64_t>(to) % width;
        const bool corner =
            to_x != x && static_cast<int64_t>(to) / width != row;
        distance = corner ? kDiagonal : 1.0;
      } else if (!Stays(ground, drainage, i, h)) {
        base = *window_.base_level;
      } else if (m_.sea) {
        base = std::max(risen, *m_.sea);
      }
      const bool lake = drainage.filled[i] > h;
      const int64_t above = int64_t{risen} - base;
      if (lake || above <= 0) {
        surface[i] = std::max(risen, base);
        continue;
      }
      double kept = double{kMetersPerQuantum} * static_cast<double>(above);
      kept = stream_power::DropAfter(kept, double{cut[i]}, m_.cell_m * distance,
                                     m_.slope_exponent) *
             double{kQuantaPerMeter};
      if (m_.hillslope > 0) {
        const double most =
            std::min(HighestOver(surface, m_.domain, i, m_.hillslope) - base,
                     m_.hillslope * distance);
        kept = std::min(kept, std::max(most, 0.0));
      }
      const auto whole =
          std::min(static_cast<int64_t>(kept + draws.Of(i)), above);
      result.cut[i] = static_cast<int32_t>(above - whole);
      surface[i] = static_cast<int32_t>(base + whole);
    }
    return course;
  }

  const Window window_;
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
      model_.hillslope = TanDegrees(p.hillslope_deg()) * model_.cell_m *
                         double{kQuantaPerMeter};
    }
    info_ = {.name = "stream_power",
             .halo_cells = kDomainHalo,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight},
             .writes = {Layer::kHeight, Layer::kFlow},
             .optional = {Layer::kWear},
             .whole_window = true,
             .budget = Budget::kLedger,
             .scratch_bytes = 54};
    // By the number that the passes use, so that what is declared is written.
    if (model_.deposition > 0) {
      info_.optional.Add(Layer::kDeposition);
      info_.scratch_bytes = 86;
    }
    model_.uplift_scale = ScaleRead(context, "uplift_m_per_yr", &info_);
    model_.erodibility_scale = ScaleRead(context, "erodibility", &info_);
    model_.deposition_scale = ScaleRead(context, "deposition", &info_);
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

// Based on: Schott, Paris, Fournier, Guerin, Galin. Large-scale Terrain
// Authoring through Interactive Erosion
//   Simulation. ACM TOG 42(5), 2023. doi:10.1145/3592787
// Departs from it: the split of the flow favours the steepest way more (p = 4);
// creep runs over the isotropic 9-point Laplacian; a pass cuts at most half of
// the drop to the receiver; heights change by whole quanta, rounded without
// bias. What is cut (and the tiny net of the creep, which is rounded cell by
// cell) is counted as dissolved.

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/fluvial_incision_rows.h"
#include "sim/stages/ground_hardness.h"
#include "sim/stages/row_sums.h"
#include "sim/stages/uplift.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

constexpr uint32_t kSalt = 0x696e6373;  // of the draws

// Largest D dt / l^2. Up to 0.3 a cell stays between its neighbours; from 0.375
// on a chequerboard grows.
constexpr double kMaxCreepNumber = 0.25;

TALUS_KERNEL(RunSumDifference, SumDifferenceBody, DifferenceArgs)

struct Lift {
  double rate = 0;  // quanta a pass
  std::optional<ParameterScale> scale;
};

// What differs from cell to cell, beside the lift.
struct IncisionScales {
  std::optional<ParameterScale> erodibility;
  std::optional<ParameterScale> laying;
  std::optional<ParameterScale> lay_drop;
  std::optional<ParameterScale> creep;
  HeldNumber creep_number;

  bool Any() const { return erodibility || laying || lay_drop || creep; }
};

// One pass. Keeps the edges and the flow ratios of three rows: row y needs its
// own and those of the rows beside it.
class IncisionSweep final : public Sweep {
 public:
  IncisionSweep(const Window& window, int64_t pass, uint64_t seed,
                const IncisionConstants& constants, const Lift& lift,
                const IncisionScales& scales)
      : window_(window),
        pass_(pass),
        seed_(seed),
        c_(constants),
        lift_(lift),
        scales_(scales),
        stride_((window.rect.width() + 2 * kLead + 15) / 16 * 16),
        words_(static_cast<size_t>((3 * 5 + 1) * stride_)) {
    if (scales_.Any()) factors_.resize(static_cast<size_t>(6 * stride_));
    // A border without a base level has the border cell's own height behind it,
    // however high that is.
    c_.ghost = window.base_level.value_or(kMaxQuanta);
    for (int r = 0; r < 3; ++r) {
      for (int e = 0; e < 4; ++e) rows_[r].edges[e] = Words(5 * r + e);
      rows_[r].ratio = Words(5 * r + 4);
    }
  }

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    if (!primed_) {
      Edges(in, y - 2);
      Edges(in, y - 1);
      Route(in, y - 1);
      Edges(in, y);
      Route(in, y);
      CreepFactors(in, y - 1);
      CreepFactors(in, y);
      primed_ = true;
    }
    Edges(in, y + 1);
    Route(in, y + 1);
    CreepFactors(in, y + 1);
    Cut(in, y, out);
    Tally(in, y, out, ledger);
    if (lift_.rate > 0) Raise(in, y, out, ledger);
  }

 private:
  struct Intermediates {
    float* edges[4];
    float* ratio;
  };
  static constexpr int64_t kLead = 16;  // words before column 0

  void CreepFactors(const LayerRows& in, int64_t y) {
    if (!scales_.Any()) return;
    FillHeldFactors(scales_.creep, scales_.creep_number, in, y, -1, Width() + 1,
                    Creep(y));
  }

  float* FactorWords(int64_t row) {
    return factors_.data() + row * stride_ + kLead;
  }
  float* Creep(int64_t y) { return FactorWords(y - FloorDiv(y, 3) * 3); }
  float* Words(int64_t row) { return words_.data() + row * stride_ + kLead; }
  const Intermediates& Of(int64_t y) const {
    return rows_[static_cast<size_t>(y - FloorDiv(y, 3) * 3)];
  }
  int32_t Width() const { return static_cast<int32_t>(window_.rect.width()); }
  const int32_t* Mask(int64_t y) const {
    return window_.mask == nullptr ? nullptr
                                   : window_.mask->At(window_.rect.x0, y);
  }

  void Edges(const LayerRows& in, int64_t y) {
    const Intermediates& row = Of(y);
    RunIncisionEdges({in.Quanta(Layer::kHeight, y),
                      in.Quanta(Layer::kHeight, y + 1), Mask(y), Mask(y + 1),
                      c_, Width(), row.edges[0], row.edges[1], row.edges[2],
                      row.edges[3]});
  }

  void Route(const LayerRows& in, int64_t y) {
    RunIncisionRoute({EdgesAround(y), in.Real(Layer::kFlow, y), c_.cell_area,
                      Width(), Of(y).ratio});
  }

  void Cut(const LayerRows& in, int64_t y, const LayerRows& out) {
    IncisionCutArgs a = {};
    a.edges = EdgesAround(y);
    for (int r = 0; r < 3; ++r) {
      a.ratio[r] = Of(y + r - 1).ratio;
      a.height[r] = in.Quanta(Layer::kHeight, y + r - 1);
      a.mask[r] = Mask(y + r - 1);
    }
    a.flow = in.Real(Layer::kFlow, y);
    a.hardness =
        HardnessOfGround(in, y, 0, {Words(15), static_cast<size_t>(Width())});
    if (scales_.Any()) {
      for (int r = 0; r < 3; ++r) a.creep[r] = Creep(y + r - 1);
      FillFactors(scales_.erodibility, in, y, 0, Width(), FactorWords(3));
      FillFactors(scales_.laying, in, y, 0, Width(), FactorWords(4));
      FillFactors(scales_.lay_drop, in, y, 0, Width(), FactorWords(5));
      a.erodibility = FactorWords(3);
      a.laying = FactorWords(4);
      a.lay_drop = FactorWords(5);
    }
    a.c = c_;
    a.key = RowKey(seed_, pass_, kSalt, y);
    a.x = static_cast<uint32_t>(window_.rect.x0);
    a.n = Width();
    a.height_out = out.Quanta(Layer::kHeight, y);
    a.flow_out = out.Real(Layer::kFlow, y);
    RunIncisionCut(a);
  }

  void Tally(const LayerRows& in, int64_t y, const LayerRows& out,
             Ledger* ledger) const {
    const int32_t* before = in.Quanta(Layer::kHeight, y);
    const int32_t* after = out.Quanta(Layer::kHeight, y);
    AddWearAndDeposition(in, y, out, 0, Width());
    const CountedColumns c = CountedIn(window_, y);
    if (c.first < c.last) {
      int64_t lost = 0;
      RunSumDifference(
          {before + c.first, after + c.first, c.last - c.first, &lost});
      ledger->dissolved += lost;
    }
  }

  // Lifts what lies above the base level.
  void Raise(const LayerRows& in, int64_t y, const LayerRows& out,
             Ledger* ledger) const {
    const int32_t* mask = Mask(y);
    const float* shares =
        lift_.scale ? in.Real(lift_.scale->layer, y) : nullptr;
    int32_t* height = out.Quanta(Layer::kHeight, y);
    const CountedColumns c = CountedIn(window_, y);
    for (int64_t i = 0; i < window_.rect.width(); ++i) {
      if (mask != nullptr && mask[i] != kInside) continue;
      if (height[i] <= c_.base) continue;
      const float factor =
          shares == nullptr ? 1.0f : lift_.scale->At(shares[i]);
      const int32_t rise =
          RiseIn(lift_.rate * double{factor}, pass_, height[i]);
      height[i] += rise;
      if (c.first <= i && i < c.last) ledger->uplift += rise;
    }
  }

  IncisionEdges EdgesAround(int64_t y) const {
    const Intermediates& row = Of(y);
    const Intermediates& north = Of(y - 1);
    return {row.edges[0],   row.edges[1],   row.edges[2],  row.edges[3],
            north.edges[1], north.edges[2], north.edges[3]};
  }

  const Window window_;
  const int64_t pass_;
  const uint64_t seed_;
  IncisionConstants c_;
  const Lift lift_;
  const IncisionScales scales_;
  const int64_t stride_;
  std::vector<float> words_;
  std::vector<float> factors_;  // three rows of creep, then one of each other
  std::array<Intermediates, 3> rows_;
  bool primed_ = false;
};

class FluvialIncision final : public Stage {
 public:
  FluvialIncision(const v1::FluvialIncision& p, const StageContext& context)
      : seed_(context.DrawSeed(v1::Stage::kFluvialIncision)) {
    const double cell = context.cell_m();
    c_.cell_area = static_cast<float>(cell * cell);
    c_.flow_exponent = static_cast<float>(p.flow_exponent());
    c_.area_exponent = static_cast<float>(p.area_exponent());
    c_.slope_exponent = static_cast<float>(p.slope_exponent());
    const double per_pass = p.erodibility() * p.step_years();  // metres
    c_.cut_per_drop = static_cast<float>(per_pass / cell);
    c_.cut = static_cast<float>(per_pass * kQuantaPerMeter);
    c_.slope_per_drop = static_cast<float>(1 / (cell * kQuantaPerMeter));
    const double creep =
        p.diffusivity_m2_per_yr() * p.step_years() / (cell * cell);
    scales_.creep_number = HeldNumber(creep, kMaxCreepNumber);
    c_.creep = static_cast<float>(scales_.creep_number.held);
    c_.lay_per_area =
        static_cast<float>(p.deposition_m_per_yr() * p.step_years() *
                           kQuantaPerMeter / (cell * cell));
    c_.lay_drop =
        static_cast<float>(p.deposition_slope() * cell * kQuantaPerMeter);
    if (p.has_base_level_m()) c_.base = QuantaFromMeters(p.base_level_m());
    lift_.rate = p.uplift_m_per_yr() * p.step_years() * double{kQuantaPerMeter};
    info_ = {.name = "fluvial_incision",
             .halo_cells = 2,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight, Layer::kFlow, Layer::kHardness},
             .writes = {Layer::kHeight, Layer::kFlow},
             .optional = {Layer::kWear, Layer::kDeposition},
             .budget = Budget::kLedger};
    lift_.scale = ScaleRead(context, "uplift_m_per_yr", &info_);
    scales_.erodibility = ScaleRead(context, "erodibility", &info_);
    scales_.laying = ScaleRead(context, "deposition_m_per_yr", &info_);
    scales_.lay_drop = ScaleRead(context, "deposition_slope", &info_);
    scales_.creep = ScaleRead(context, "diffusivity_m2_per_yr", &info_);
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<IncisionSweep>(window, pass, seed_, c_, lift_,
                                           scales_);
  }

 private:
  StageInfo info_;
  uint64_t seed_;
  IncisionConstants c_;
  Lift lift_;
  IncisionScales scales_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeFluvialIncision(
    const v1::FluvialIncision& params, const StageContext& context) {
  return std::make_unique<FluvialIncision>(params, context);
}

}  // namespace talus

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
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/fluvial_incision_rows.h"
#include "sim/stages/row_sums.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

constexpr uint32_t kSalt = 0x696e6373;  // of the draws

// Largest D dt / l^2. Up to 0.3 a cell stays between its neighbours; from 0.375
// on a chequerboard grows.
constexpr double kMaxCreepNumber = 0.25;

struct RiseArgs {
  const int32_t* from;
  const int32_t* to;
  const int32_t* sum;
  int32_t n;
  int32_t* sum_out;
};

// Adds to a sum what a height rose by.
TALUS_INLINE void AddRise(const RiseArgs& a) {
  const int32_t* __restrict from = a.from;
  const int32_t* __restrict to = a.to;
  const int32_t* __restrict sum = a.sum;
  int32_t* __restrict sum_out = a.sum_out;
  const int32_t n = a.n;
  TALUS_VECTORIZE
  for (int32_t i = 0; i < n; ++i) {
    const int32_t rise = to[i] - from[i];
    sum_out[i] = sum[i] + (rise > 0 ? rise : 0);
  }
}

TALUS_KERNEL(RunAddRise, AddRise, RiseArgs)
TALUS_KERNEL(RunSumDifference, SumDifferenceBody, DifferenceArgs)

// One pass. Keeps the edges and the flow ratios of three rows: row y needs its
// own and those of the rows beside it.
class IncisionSweep final : public Sweep {
 public:
  IncisionSweep(const Window& window, int64_t pass, uint64_t seed,
                const IncisionConstants& constants)
      : window_(window),
        pass_(pass),
        seed_(seed),
        c_(constants),
        stride_((window.rect.width() + 2 * kLead + 15) / 16 * 16),
        words_(static_cast<size_t>((3 * 5 + 1) * stride_)) {
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
      primed_ = true;
    }
    Edges(in, y + 1);
    Route(in, y + 1);
    Cut(in, y, out);
    Tally(in, y, out, ledger);
  }

 private:
  struct Intermediates {
    float* edges[4];
    float* ratio;
  };
  static constexpr int64_t kLead = 16;  // words before column 0

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
    a.hardness = in.Has(Layer::kHardness) ? in.Real(Layer::kHardness, y)
                                          : Words(15);  // zeros
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
    const auto add_rise = [&](Layer layer, const int32_t* from,
                              const int32_t* to) {
      if (!in.Has(layer)) return;
      RunAddRise(
          {from, to, in.Quanta(layer, y), Width(), out.Quanta(layer, y)});
    };
    add_rise(Layer::kDeposition, before, after);
    add_rise(Layer::kWear, after, before);
    const CountedColumns c = CountedIn(window_, y);
    if (c.first < c.last) {
      int64_t lost = 0;
      RunSumDifference(
          {before + c.first, after + c.first, c.last - c.first, &lost});
      ledger->dissolved += lost;
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
  const int64_t stride_;
  std::vector<float> words_;
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
    c_.creep =
        static_cast<float>(creep < kMaxCreepNumber ? creep : kMaxCreepNumber);
    c_.lay_per_area =
        static_cast<float>(p.deposition_m_per_yr() * p.step_years() *
                           kQuantaPerMeter / (cell * cell));
    c_.lay_drop =
        static_cast<float>(p.deposition_slope() * cell * kQuantaPerMeter);
    if (p.has_base_level_m()) c_.base = QuantaFromMeters(p.base_level_m());
    info_ = {.name = "fluvial_incision",
             .halo_cells = 2,
             .passes = static_cast<int>(p.passes()),
             .reads = {Layer::kHeight, Layer::kFlow, Layer::kHardness},
             .writes = {Layer::kHeight, Layer::kFlow},
             .optional = {Layer::kWear, Layer::kDeposition},
             .budget = Budget::kLedger};
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<IncisionSweep>(window, pass, seed_, c_);
  }

 private:
  StageInfo info_;
  uint64_t seed_;
  IncisionConstants c_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeFluvialIncision(
    const v1::FluvialIncision& params, const StageContext& context) {
  return std::make_unique<FluvialIncision>(params, context);
}

}  // namespace talus

#include "sim/stages/water_sweep.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/base/hash.h"
#include "sim/base/isa.h"
#include "sim/base/plane.h"
#include "sim/stages/water_edges.h"
#include "sim/stages/water_exchange.h"

namespace talus::water {
namespace {

TALUS_KERNEL(RunSurface, SurfaceBody<false>, SurfaceArgs)
TALUS_KERNEL(RunSurfaceMasked, SurfaceBody<true>, SurfaceArgs)
TALUS_INLINE void OrthPushBody(const FluxArgs& a) { PushBody<false, false>(a); }
TALUS_INLINE void DiagPushBody(const FluxArgs& a) { PushBody<false, true>(a); }
TALUS_INLINE void OrthPushMaskedBody(const FluxArgs& a) {
  PushBody<true, false>(a);
}
TALUS_INLINE void DiagPushMaskedBody(const FluxArgs& a) {
  PushBody<true, true>(a);
}
TALUS_KERNEL(RunOrthPush, OrthPushBody, FluxArgs)
TALUS_KERNEL(RunDiagPush, DiagPushBody, FluxArgs)
TALUS_KERNEL(RunOrthPushMasked, OrthPushMaskedBody, FluxArgs)
TALUS_KERNEL(RunDiagPushMasked, DiagPushMaskedBody, FluxArgs)
TALUS_KERNEL(RunDrag, DragBody<false>, FluxArgs)
TALUS_KERNEL(RunDragMasked, DragBody<true>, FluxArgs)
TALUS_KERNEL(RunGive, GiveBody<false>, GiveArgs)
TALUS_KERNEL(RunGiveMasked, GiveBody<true>, GiveArgs)
TALUS_KERNEL(RunExchange, ExchangeBody<false>, ExchangeArgs)
TALUS_KERNEL(RunExchangeMasked, ExchangeBody<true>, ExchangeArgs)
TALUS_KERNEL(RunSum, SumBody, SumArgs)
TALUS_KERNEL(RunCount, CountBody<false>, CountArgs)
TALUS_KERNEL(RunCountMasked, CountBody<true>, CountArgs)

// Runs a kernel over whole vectors of columns, and once more over a last one
// that ends where they end and may overlap the others: what is computed twice
// is the same, and no cell is left to a scalar loop, which costs as much as a
// dozen vectors.
template <typename Args>
void RunInVectors(void (*kernel)(const Args&), Args a) {
  constexpr int64_t kLanes = 8;
  const int64_t end = a.end, left = (end - a.begin) % kLanes;
  if (end - a.begin > kLanes && left > 0) {
    a.end = end - left;
    kernel(a);
    a.begin = end - kLanes;
    a.end = end;
  }
  kernel(a);
}

// Rows of scratch: `per_row` of them, side by side in memory, for each of the
// last kRows rows of the world.
template <typename T>
class Ring {
 public:
  static constexpr int64_t kRows = 4;  // a power of two

  Ring(int64_t width, int64_t per_row)
      : plane_({-kHalo, 0, width + kHalo, kRows * per_row}),
        first_(plane_.At(0, 0)),
        row_stride_(per_row * plane_.stride()) {}
  // Pointer to the window's first column.
  T* Row(int64_t y, int k = 0) {
    return first_ + (y & (kRows - 1)) * row_stride_ + k * plane_.stride();
  }
  int64_t stride() const { return plane_.stride(); }

 private:
  Plane<T> plane_;
  T* first_;
  int64_t row_stride_;
};

constexpr std::array<Layer, kOwnedEdges> kFlux = {
    Layer::kFluxE, Layer::kFluxSE, Layer::kFluxS, Layer::kFluxSW};

// Goes down the window a few rows at a time: the surface of row y + 2, the new
// flux of row y + 1 (it reaches into row y + 2), what row y + 1 gives, and then
// the new state of row y.
template <bool kMasked>
class WaterSweep final : public Sweep {
 public:
  WaterSweep(const PassSetup& setup, const Window& window)
      : setup_(setup),
        window_(window),
        width_(window.rect.width()),
        base_(window.base_level.value_or(kNoBase)),
        surface_(width_, 2),
        pushed_(width_, 4),
        flux_(width_, kOwnedEdges),
        limit_(width_, 1),
        given_(width_, kGivenRows),
        moved_(width_, kMovedRows),
        soft_(width_, 1) {
    std::fill_n(soft_.Row(0), width_, 0.0f);
  }

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    if (y == window_.rect.y0) Prime(in, y);
    Surface(in, y + 2);
    Flux(in, y + 1);
    Give(in, y + 1);
    Exchange(in, y, out);
    Count(in, y, ledger);
  }

 private:
  // Rows of the rings.
  enum { kWaterRow, kSurfaceRow };
  enum {
    kWaterOut = 0,
    kLoadOut = kDirections,
    kWaterSum = 2 * kDirections,
    kLoadSum,
    kWaterOpen,
    kLoadOpen,
    kGivenRows
  };
  enum { kWaterGain, kLoadGain, kWorn, kDried, kMovedRows };
  enum Salt : uint32_t { kGiveSalt = 1, kExchangeSalt = 2 };

  // Brings the rings to where Row(y) goes on.
  void Prime(const LayerRows& in, int64_t y) {
    for (int64_t r = y - 2; r <= y + 1; ++r) Surface(in, r);
    for (int64_t r = y - 2; r <= y - 1; ++r) Flux(in, r);
    Give(in, y - 1);
    Flux(in, y);
    Give(in, y);
  }

  const int32_t* Kind(int64_t y) const {
    return kMasked ? window_.mask->At(window_.rect.x0, y) : nullptr;
  }

  uint32_t Key(Salt salt, int64_t y) const {
    return RowKey(setup_.seed, setup_.pass, salt, y);
  }

  void Surface(const LayerRows& in, int64_t y) {
    const SurfaceArgs a{.begin = -2,
                        .end = width_ + 2,
                        .rain = setup_.rain,
                        .kind = Kind(y),
                        .ground = in.Quanta(Layer::kHeight, y),
                        .water_in = in.Quanta(Layer::kWater, y),
                        .water = surface_.Row(y, kWaterRow),
                        .surface = surface_.Row(y, kSurfaceRow)};
    RunInVectors(kMasked ? RunSurfaceMasked : RunSurface, a);
  }

  // The edges owned by row y, as far as cells of columns [-1, width] touch
  // them.
  void Flux(const LayerRows& in, int64_t y) {
    for (int k = 0; k < kOwnedEdges; ++k) {
      const int dx = kDx[k], dy = kDy[k];
      const bool diagonal = dx != 0 && dy != 0;
      const Constants& c = setup_.constants;
      FluxArgs a{.begin = dx > 0 ? -2 : -1,
                 .end = width_ + (dx < 0 ? 2 : 1),
                 .push = diagonal ? c.diag_push : c.orth_push,
                 .steep = diagonal ? c.diag_steep : c.orth_steep,
                 .uphill = c.uphill,
                 .drag = c.drag,
                 .wave_depth = c.wave_depth,
                 .speed_limit = c.speed_limit,
                 .ground_i = in.Quanta(Layer::kHeight, y),
                 .ground_j = in.Quanta(Layer::kHeight, y + dy) + dx,
                 .surface_i = surface_.Row(y, kSurfaceRow),
                 .surface_j = surface_.Row(y + dy, kSurfaceRow) + dx,
                 .flux_in = in.Real(kFlux[k], y),
                 .carried = pushed_.Row(0, 0),
                 .pushed = pushed_.Row(0, 1),
                 .depth = pushed_.Row(0, 2),
                 .resist = pushed_.Row(0, 3),
                 .flux = flux_.Row(y, k)};
      for (int m = 0; m < (diagonal ? 1 : 4); ++m) {
        const auto [edge, x, r] = AcrossEdge(k, m, y);
        a.across[m] = in.Real(kFlux[edge], r) + x;
        if constexpr (kMasked) a.across_kind[m] = Kind(r) + x;
      }
      if constexpr (kMasked) {
        const int64_t before = Held(y - dy);
        a.kind_i = Kind(y);
        a.kind_j = Kind(y + dy) + dx;
        a.flux_before = in.Real(kFlux[k], before) - dx;
        a.before_kind = Kind(before) - dx;
        a.flux_after = in.Real(kFlux[k], y + dy) + dx;
        a.base = base_;
        RunInVectors(diagonal ? RunDiagPushMasked : RunOrthPushMasked, a);
        RunInVectors(RunDragMasked, a);
      } else {
        RunInVectors(diagonal ? RunDiagPush : RunOrthPush, a);
        RunInVectors(RunDrag, a);
      }
    }
  }

  struct OwnedEdge {
    int k;
    int dx;     // of its owner
    int64_t y;  // likewise
  };
  // The m-th of the edges that lie across edge k of a cell of row y.
  OwnedEdge AcrossEdge(int k, int m, int64_t y) const {
    switch (k) {
      case kE:
        return {kS, m % 2, Held(y - m / 2)};
      case kS:
        return {kE, -(m % 2), y + m / 2};
      case kSE:
        return {kSW, 1, y};
      default:
        return {kSE, -1, y};
    }
  }
  // The row above the halo is not held; what it would give to edges of the
  // halo's first row matters to no cell of the window.
  int64_t Held(int64_t y) const { return std::max(y, window_.rect.y0 - kHalo); }

  void Give(const LayerRows& in, int64_t y) {
    GiveArgs a{.begin = -1,
               .end = width_ + 1,
               .stride = given_.stride(),
               .flux_stride = flux_.stride(),
               .key = Key(kGiveSalt, y),
               .x0 = static_cast<uint32_t>(window_.rect.x0),
               .orth_volume = setup_.constants.orth_volume,
               .diag_volume = setup_.constants.diag_volume,
               .flux = flux_.Row(y),
               .flux_above = flux_.Row(y - 1),
               .water = surface_.Row(y, kWaterRow),
               .load = in.Quanta(Layer::kSediment, y),
               .limit = limit_.Row(y),
               .water_out = given_.Row(y, kWaterOut),
               .load_out = given_.Row(y, kLoadOut),
               .water_sum = given_.Row(y, kWaterSum),
               .load_sum = given_.Row(y, kLoadSum)};
    if constexpr (kMasked) {
      for (int i = 0; i < 3; ++i) a.kind[i] = Kind(y + i - 1);
      a.water_open = given_.Row(y, kWaterOpen);
      a.load_open = given_.Row(y, kLoadOpen);
      RunInVectors(RunGiveMasked, a);
    } else {
      RunInVectors(RunGive, a);
    }
  }

  void Exchange(const LayerRows& in, int64_t y, const LayerRows& out) {
    ExchangeArgs a{.begin = 0,
                   .end = width_,
                   .stride = given_.stride(),
                   .flux_stride = flux_.stride(),
                   .key = Key(kExchangeSalt, y),
                   .x0 = static_cast<uint32_t>(window_.rect.x0),
                   .constants = &setup_.constants,
                   .water = surface_.Row(y, kWaterRow),
                   .load = in.Quanta(Layer::kSediment, y),
                   .hardness = in.Has(Layer::kHardness)
                                   ? in.Real(Layer::kHardness, y)
                                   : soft_.Row(0),
                   .flux = {flux_.Row(y - 1), flux_.Row(y)},
                   .water_sum = given_.Row(y, kWaterSum),
                   .load_sum = given_.Row(y, kLoadSum),
                   .new_ground = out.Quanta(Layer::kHeight, y),
                   .new_water = out.Quanta(Layer::kWater, y),
                   .new_load = out.Quanta(Layer::kSediment, y),
                   .worn = moved_.Row(0, kWorn),
                   .dried = moved_.Row(0, kDried),
                   .water_gain = moved_.Row(0, kWaterGain),
                   .load_gain = moved_.Row(0, kLoadGain)};
    for (int i = 0; i < 3; ++i) {
      const int64_t r = y + i - 1;
      a.ground[i] = in.Quanta(Layer::kHeight, r);
      a.limit[i] = limit_.Row(r);
      a.water_out[i] = given_.Row(r, kWaterOut);
      a.load_out[i] = given_.Row(r, kLoadOut);
      a.kind[i] = Kind(r);
    }
    for (int k = 0; k < kOwnedEdges; ++k) a.new_flux[k] = out.Real(kFlux[k], y);
    if constexpr (kMasked) {
      a.base = base_;
      RunInVectors(RunExchangeMasked, a);
      KeepFluxOutside(in, y, out);
    } else {
      RunInVectors(RunExchange, a);
    }
    Accumulate(in, y, out);
  }

  void KeepFluxOutside(const LayerRows& in, int64_t y, const LayerRows& out) {
    const int32_t* kind = Kind(y);
    for (const Layer layer : kFlux) {
      const float* before = in.Real(layer, y);
      float* after = out.Real(layer, y);
      for (int64_t i = 0; i < width_; ++i) {
        after[i] = kind[i] == kInside ? after[i] : before[i];
      }
    }
  }

  // Wear and deposition, where somebody wants them.
  void Accumulate(const LayerRows& in, int64_t y, const LayerRows& out) {
    const auto sum = [&](Layer layer, int32_t sign) {
      if (!in.Has(layer)) return;
      RunSum({.begin = 0,
              .end = width_,
              .sign = sign,
              .worn = moved_.Row(0, kWorn),
              .before = in.Quanta(layer, y),
              .after = out.Quanta(layer, y)});
    };
    sum(Layer::kWear, 1);
    sum(Layer::kDeposition, -1);
  }

  void Count(const LayerRows& in, int64_t y, Ledger* ledger) {
    const Rect& counted = window_.counted;
    if (y < counted.y0 || y >= counted.y1) return;
    CountSums sums;
    const CountArgs a{.begin = counted.x0 - window_.rect.x0,
                      .end = counted.x1 - window_.rect.x0,
                      .water_before = in.Quanta(Layer::kWater, y),
                      .water = surface_.Row(y, kWaterRow),
                      .dried = moved_.Row(0, kDried),
                      .water_gain = moved_.Row(0, kWaterGain),
                      .load_gain = moved_.Row(0, kLoadGain),
                      .sums = &sums,
                      .water_open = given_.Row(y, kWaterOpen),
                      .load_open = given_.Row(y, kLoadOpen)};
    kMasked ? RunCountMasked(a) : RunCount(a);
    ledger->rain += sums.rain;
    ledger->evaporated += sums.dried;
    ledger->water_out += sums.water_open;
    ledger->sediment_out += sums.load_open;
    ledger->water_net_in += sums.water_gain + sums.water_open;
    ledger->ground_net_in += sums.load_gain + sums.load_open;
  }

  const PassSetup setup_;
  const Window window_;
  const int64_t width_;
  const int32_t base_;
  Ring<int32_t> surface_;
  Ring<float> pushed_;
  Ring<float> flux_;
  Ring<float> limit_;
  Ring<int32_t> given_;
  Ring<int32_t> moved_;
  Ring<float> soft_;  // hardness where the recipe has none
};

}  // namespace

std::unique_ptr<Sweep> MakeSweep(const PassSetup& setup, const Window& window) {
  if (window.mask != nullptr) {
    return std::make_unique<WaterSweep<true>>(setup, window);
  }
  return std::make_unique<WaterSweep<false>>(setup, window);
}

}  // namespace talus::water

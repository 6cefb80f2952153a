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
TALUS_KERNEL(RunFlux, FluxBody<false>, FluxArgs)
TALUS_KERNEL(RunFluxMasked, FluxBody<true>, FluxArgs)
TALUS_KERNEL(RunGive, GiveBody<false>, GiveArgs)
TALUS_KERNEL(RunGiveMasked, GiveBody<true>, GiveArgs)
TALUS_KERNEL(RunLimit, LimitBody, LimitArgs)
TALUS_KERNEL(RunReceive, ReceiveBody, ReceiveArgs)
TALUS_KERNEL(RunExchange, ExchangeBody<false>, ExchangeArgs)
TALUS_KERNEL(RunExchangeMasked, ExchangeBody<true>, ExchangeArgs)
TALUS_KERNEL(RunCount, CountBody<false>, CountArgs)
TALUS_KERNEL(RunCountMasked, CountBody<true>, CountArgs)

// Rows of scratch, `per_row` of them for each of the last `rows` rows of the
// world, side by side in memory.
template <typename T>
class Ring {
 public:
  Ring(int64_t width, int per_row, int64_t rows)
      : rows_(rows),
        per_row_(per_row),
        plane_({-kHalo, 0, width + kHalo, rows * per_row}) {
    plane_.Fill(0);
  }
  // Pointer to the window's first column.
  T* Row(int64_t y, int k = 0) {
    return plane_.At(0, (y - FloorDiv(y, rows_) * rows_) * per_row_ + k);
  }
  int64_t stride() const { return plane_.stride(); }

 private:
  int64_t rows_;
  int per_row_;
  Plane<T> plane_;
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
        surface_(width_, 2, 4),
        flux_(width_, kOwnedEdges, 3),
        limited_(width_, kOwnedEdges, 2),
        limit_(width_, 1, 3),
        given_(width_, kGivenRows, 3),
        moved_(width_, kMovedRows, 1),
        soft_(width_, 1, 1) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    if (y == window_.rect.y0) Prime(in, y);
    Surface(in, y + 2);
    Flux(in, y + 1);
    Give(in, y + 1);
    Limit(y);
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
    Limit(y - 1);
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
    kMasked ? RunSurfaceMasked(a) : RunSurface(a);
  }

  // The edges owned by row y, as far as cells of columns [-1, width] touch
  // them.
  void Flux(const LayerRows& in, int64_t y) {
    for (int k = 0; k < kOwnedEdges; ++k) {
      const int dx = kDx[k], dy = kDy[k];
      const bool diagonal = dx != 0 && dy != 0;
      FluxArgs a{.begin = dx > 0 ? -2 : -1,
                 .end = width_ + (dx < 0 ? 2 : 1),
                 .push = diagonal ? setup_.constants.diag_push
                                  : setup_.constants.orth_push,
                 .drag = setup_.constants.drag,
                 .wave_depth = setup_.constants.wave_depth,
                 .speed_limit = setup_.constants.speed_limit,
                 .ground_i = in.Quanta(Layer::kHeight, y),
                 .ground_j = in.Quanta(Layer::kHeight, y + dy) + dx,
                 .surface_i = surface_.Row(y, kSurfaceRow),
                 .surface_j = surface_.Row(y + dy, kSurfaceRow) + dx,
                 .flux_in = in.Real(kFlux[k], y),
                 .flux = flux_.Row(y, k)};
      if constexpr (kMasked) {
        // The row above the halo matters to no cell of the window.
        const int64_t before = std::max(y - dy, window_.rect.y0 - kHalo);
        a.kind_i = Kind(y);
        a.kind_j = Kind(y + dy) + dx;
        a.flux_before = in.Real(kFlux[k], before) - dx;
        a.flux_after = in.Real(kFlux[k], y + dy) + dx;
        a.base = base_;
        RunFluxMasked(a);
      } else {
        RunFlux(a);
      }
    }
  }

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
      RunGiveMasked(a);
    } else {
      RunGive(a);
    }
  }

  void Limit(int64_t y) {
    for (int k = 0; k < kOwnedEdges; ++k) {
      RunLimit({.begin = kDx[k] > 0 ? -1 : 0,
                .end = width_ + (kDx[k] < 0 ? 1 : 0),
                .flux = flux_.Row(y, k),
                .limit_i = limit_.Row(y),
                .limit_j = limit_.Row(y + kDy[k]) + kDx[k],
                .limited = limited_.Row(y, k)});
    }
  }

  void Receive(int64_t y, int first, int sum, int gain) {
    RunReceive({.begin = 0,
                .end = width_,
                .stride = given_.stride(),
                .out = {given_.Row(y - 1, first), given_.Row(y, first),
                        given_.Row(y + 1, first)},
                .sum = given_.Row(y, sum),
                .gain = moved_.Row(0, gain)});
  }

  void Exchange(const LayerRows& in, int64_t y, const LayerRows& out) {
    Receive(y, kWaterOut, kWaterSum, kWaterGain);
    Receive(y, kLoadOut, kLoadSum, kLoadGain);
    ExchangeArgs a{.begin = 0,
                   .end = width_,
                   .stride = limited_.stride(),
                   .key = Key(kExchangeSalt, y),
                   .x0 = static_cast<uint32_t>(window_.rect.x0),
                   .constants = &setup_.constants,
                   .ground = {in.Quanta(Layer::kHeight, y - 1),
                              in.Quanta(Layer::kHeight, y),
                              in.Quanta(Layer::kHeight, y + 1)},
                   .water = surface_.Row(y, kWaterRow),
                   .load = in.Quanta(Layer::kSediment, y),
                   .water_gain = moved_.Row(0, kWaterGain),
                   .load_gain = moved_.Row(0, kLoadGain),
                   .hardness = in.Has(Layer::kHardness)
                                   ? in.Real(Layer::kHardness, y)
                                   : soft_.Row(0),
                   .limited = limited_.Row(y),
                   .limited_above = limited_.Row(y - 1),
                   .new_ground = out.Quanta(Layer::kHeight, y),
                   .new_water = out.Quanta(Layer::kWater, y),
                   .new_load = out.Quanta(Layer::kSediment, y),
                   .worn = moved_.Row(0, kWorn),
                   .dried = moved_.Row(0, kDried)};
    if constexpr (kMasked) {
      for (int i = 0; i < 3; ++i) a.kind[i] = Kind(y + i - 1);
      a.water_before = in.Quanta(Layer::kWater, y);
      a.base = base_;
      RunExchangeMasked(a);
    } else {
      RunExchange(a);
    }
    for (int k = 0; k < kOwnedEdges; ++k) {
      WriteFlux(limited_.Row(y, k), in.Real(kFlux[k], y), y,
                out.Real(kFlux[k], y));
    }
    Accumulate(in, y, out);
  }

  void WriteFlux(const float* limited, const float* before, int64_t y,
                 float* out) const {
    std::copy_n(limited, width_, out);
    if constexpr (kMasked) {
      const int32_t* kind = Kind(y);
      for (int64_t i = 0; i < width_; ++i) {
        out[i] = kind[i] == kInside ? out[i] : before[i];
      }
    }
  }

  // Wear and deposition, where somebody wants them.
  void Accumulate(const LayerRows& in, int64_t y, const LayerRows& out) {
    const int32_t* worn = moved_.Row(0, kWorn);
    if (in.Has(Layer::kWear)) {
      const int32_t* before = in.Quanta(Layer::kWear, y);
      int32_t* after = out.Quanta(Layer::kWear, y);
      for (int64_t i = 0; i < width_; ++i) {
        after[i] = before[i] + (worn[i] > 0 ? worn[i] : 0);
      }
    }
    if (in.Has(Layer::kDeposition)) {
      const int32_t* before = in.Quanta(Layer::kDeposition, y);
      int32_t* after = out.Quanta(Layer::kDeposition, y);
      for (int64_t i = 0; i < width_; ++i) {
        after[i] = before[i] - (worn[i] < 0 ? worn[i] : 0);
      }
    }
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
  Ring<float> flux_;
  Ring<float> limited_;
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

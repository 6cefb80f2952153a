#include "sim/plan/window_tiles.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <utility>

#include "sim/base/fixed.h"
#include "sim/base/status_macros.h"
#include "sim/plan/strip_work.h"
#include "sim/plan/tile_order.h"

namespace talus {
namespace {

int32_t NodataWord(Layer layer) {
  return IsFixed(layer) ? kNodataQuanta : std::bit_cast<int32_t>(kNodataValue);
}

// The layer over the whole window, nodata where there is none.
absl::StatusOr<Plane<int32_t>> WithNodata(StepRunner& runner, Layer layer,
                                          const Rect& window,
                                          const Rect& inside,
                                          const Plane<int32_t>* mask,
                                          const State& state) {
  const int32_t nodata = NodataWord(layer);
  Plane<int32_t> plane(window);
  TALUS_RETURN_IF_ERROR(runner.ForStrips(window, [&](const Rect& strip) {
    for (int64_t y = strip.y0; y < strip.y1; ++y) {
      if (!(inside == window)) {
        std::fill_n(plane.Row(y), window.width(), nodata);
      }
      if (y < inside.y0 || y >= inside.y1) continue;
      const int32_t* from = state.Get(layer)->At(inside.x0, y);
      int32_t* to = plane.At(inside.x0, y);
      if (mask == nullptr) {
        std::copy_n(from, inside.width(), to);
        continue;
      }
      const int32_t* kind = mask->At(inside.x0, y);
      for (int64_t i = 0; i < inside.width(); ++i) {
        to[i] = kind[i] == kInside ? from[i] : nodata;
      }
    }
  }));
  return plane;
}

}  // namespace

absl::Status WindowTiles::Emit(const Rect& window, const Rect& inside,
                               const State& state, StepRunner& runner,
                               const std::stop_token& stop) {
  std::unique_ptr<Plane<int32_t>> mask;
  if (!inside.empty()) {
    TALUS_ASSIGN_OR_RETURN(
        mask, MaskInStrips(runner, program_, request_.level, inside));
  }
  const bool whole = inside == window && mask == nullptr;
  std::map<Layer, Plane<int32_t>> marked;
  std::vector<TileView> layers;
  for (int i = 0; i < kLayerCount; ++i) {
    const auto l = static_cast<Layer>(i);
    if (!request_.layers.Has(l)) continue;
    const Plane<int32_t>* plane = whole ? state.Get(l).get() : nullptr;
    if (!whole) {
      TALUS_ASSIGN_OR_RETURN(
          Plane<int32_t> copy,
          WithNodata(runner, l, window, inside, mask.get(), state));
      plane = &marked.emplace(l, std::move(copy)).first->second;
    }
    layers.push_back({l, request_.level, window,
                      plane->At(window.x0, window.y0), plane->stride()});
  }
  for (const TileView& view : layers) {
    TALUS_RETURN_IF_ERROR(AddTotals(view, stop));
  }
  for (const Rect& tile :
       GridPieces(window, request_.tile_size, request_.near)) {
    if (stop.stop_requested()) return absl::CancelledError("cancelled");
    for (const TileView& view : layers) {
      TileView part = view;
      part.rect = tile;
      part.words = view.Row(tile.y0) + (tile.x0 - window.x0);
      TALUS_RETURN_IF_ERROR(sink_.OnTile(part));
    }
    ++count_;
  }
  return absl::OkStatus();
}

absl::Status WindowTiles::AddTotals(const TileView& window,
                                    const std::stop_token& stop) {
  // A row of blocks at a time, so that a request to stop is soon seen.
  const Rect blocks = BlocksOf(window.rect, RootDigest::kBlockCells);
  for (int64_t b = blocks.y0; b < blocks.y1; ++b) {
    if (stop.stop_requested()) return absl::CancelledError("cancelled");
    const Rect row =
        CellsOf({blocks.x0, b, blocks.x1, b + 1}, RootDigest::kBlockCells);
    TileView part = window;
    part.rect = Intersect(row, window.rect);
    part.words = window.Row(part.rect.y0);
    AddRows(part);
  }
  return absl::OkStatus();
}

void WindowTiles::AddRows(const TileView& rows) {
  const Layer layer = rows.layer;
  Totals& totals = totals_[layer];
  totals.digest.Add(rows.rect, [&](int64_t y) { return rows.Row(y); });
  const int32_t nodata = NodataWord(layer);
  const auto add = [&](double value) {
    totals.min = totals.any ? std::min(totals.min, value) : value;
    totals.max = totals.any ? std::max(totals.max, value) : value;
    totals.any = true;
  };
  for (int64_t y = rows.rect.y0; y < rows.rect.y1; ++y) {
    const int32_t* row = rows.Row(y);
    int32_t low = INT32_MAX, high = INT32_MIN;
    float low_real = std::numeric_limits<float>::infinity();
    float high_real = -low_real;
    for (int64_t i = 0; i < rows.rect.width(); ++i) {
      if (row[i] == nodata) continue;
      if (IsFixed(layer)) {
        low = std::min(low, row[i]);
        high = std::max(high, row[i]);
      } else {
        low_real = std::min(low_real, std::bit_cast<float>(row[i]));
        high_real = std::max(high_real, std::bit_cast<float>(row[i]));
      }
    }
    if (IsFixed(layer) && low <= high) {
      add(low / 65536.0);
      add(high / 65536.0);
    } else if (!IsFixed(layer) && low_real <= high_real) {
      add(static_cast<double>(low_real));
      add(static_cast<double>(high_real));
    }
  }
}

std::vector<LayerSummary> WindowTiles::Summaries() const {
  std::vector<LayerSummary> summaries;
  for (const auto& [layer, totals] : totals_) {
    summaries.push_back({layer, totals.digest.Root(), totals.min, totals.max});
  }
  return summaries;
}

}  // namespace talus

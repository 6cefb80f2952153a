#include "sim/stages/drop_ground.h"

#include <algorithm>
#include <span>
#include <vector>

#include "sim/base/work.h"
#include "sim/stages/drop_brush.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/ground_hardness.h"

namespace talus::drops {

Ground::Ground(const Window& window, const LayerRows& in, const Model& model,
               const Scales& scales)
    : rect_(window.rect),
      // A step past the halo is looked at before a drop is let go of.
      margin_(std::max(model.reach + 1, 2 * model.brush_reach + 2)),
      stride_(rect_.width() + 2 * margin_ + Brush::kMaxWidth) {
  const Rect halo = Grow(rect_, model.reach);
  const Rect held =
      window.mask == nullptr ? halo : Intersect(halo, window.mask->rect());
  const int64_t rows = rect_.height() + 2 * margin_ + 1;
  const auto cells = static_cast<size_t>(stride_ * rows);
  heights_.resize(cells);
  if (in.Has(Layer::kHardness)) resistance_.resize(cells);
  for (size_t k = 0; k < scales.size(); ++k) {
    if (scales[k]) factors_[k].resize(cells);
  }
  const size_t tiles = TileOf(stride_, rows) + 1;
  std::vector<uint8_t> has_outside(window.mask == nullptr ? 0 : tiles);
  // Whole tiles, so that no two write to one.
  constexpr int64_t kStrip = 4 * kTile;
  const auto copy = [&](int64_t strip) {
    const int64_t first = strip * kStrip;
    const int64_t last = std::min(first + kStrip, rows);
    CopyHeights(window, in, held, first, last);
    if (!has_outside.empty()) FindOutside(first, last, &has_outside);
    if (!resistance_.empty()) FindResistance(window, in, held, first, last);
    FindFactors(window, in, held, scales, first, last);
  };
  const Work work(window.stop, *window.workers);
  if (!work.ForRows(0, CeilDiv(rows, kStrip), kStrip * stride_, copy)) return;
  if (!has_outside.empty()) FindBorder(rows, has_outside);
}

Ground::Columns Ground::ThereOf(const Window& window, const Rect& held,
                                int64_t y) {
  Columns there{0, held.width()};
  const auto is_inside = [&](int64_t i) {
    return window.IsInside(held.x0 + i, y);
  };
  while (!there.empty() && !is_inside(there.first)) ++there.first;
  while (!there.empty() && !is_inside(there.last - 1)) --there.last;
  return there;
}

void Ground::CopyHeights(const Window& window, const LayerRows& in,
                         const Rect& held, int64_t first_row,
                         int64_t last_row) {
  const auto outside = [](int32_t kind) {
    return kind == kOpen ? kOpenGround : kWallGround;
  };
  for (int64_t row = first_row; row < last_row; ++row) {
    int32_t* to = heights_.data() + row * stride_;
    const int64_t y = rect_.y0 - margin_ + row;
    if (y < held.y0 || y >= held.y1) {
      std::fill_n(to, stride_, kWallGround);
      continue;
    }
    const int64_t before = held.x0 - rect_.x0 + margin_;
    std::fill_n(to, before, kWallGround);
    to += before;
    std::fill_n(to + held.width(), stride_ - before - held.width(),
                kWallGround);
    const Columns there = ThereOf(window, held, y);
    const int32_t* kinds =
        window.mask == nullptr ? nullptr : window.mask->At(held.x0, y);
    for (int64_t i = 0; i < there.first; ++i) to[i] = outside(kinds[i]);
    for (int64_t i = there.last; i < held.width(); ++i) {
      to[i] = outside(kinds[i]);
    }
    if (there.empty()) continue;
    const int32_t* from = in.Quanta(Layer::kHeight, y) + (held.x0 - rect_.x0);
    if (kinds == nullptr) {
      std::copy_n(from, held.width(), to);
      continue;
    }
    for (int64_t i = there.first; i < there.last; ++i) {
      to[i] = kinds[i] == kInside ? from[i] : outside(kinds[i]);
    }
  }
}

void Ground::FindOutside(int64_t first_row, int64_t last_row,
                         std::vector<uint8_t>* tiles) const {
  for (int64_t row = first_row; row < last_row; ++row) {
    const int32_t* cells = heights_.data() + row * stride_;
    for (int64_t column = 0; column < stride_; column += kTile) {
      const int64_t end = std::min(column + kTile, stride_);
      int32_t any = 0;
      for (int64_t x = column; x < end; ++x) any |= IsOutside(cells[x]) ? 1 : 0;
      (*tiles)[TileOf(column, row)] |= static_cast<uint8_t>(any);
    }
  }
}

void Ground::FindBorder(int64_t rows, const std::vector<uint8_t>& has_outside) {
  near_border_.assign(has_outside.size(), 0);
  for (int64_t row = 0; row < rows; row += kTile) {
    for (int64_t column = 0; column < stride_; column += kTile) {
      if (has_outside[TileOf(column, row)] == 0) continue;
      for (int64_t y = row - kTile; y <= row + kTile; y += kTile) {
        for (int64_t x = column - kTile; x <= column + kTile; x += kTile) {
          if (x < 0 || y < 0 || x >= stride_ || y >= rows) continue;
          near_border_[TileOf(x, y)] = 1;
        }
      }
    }
  }
}

void Ground::FindResistance(const Window& window, const LayerRows& in,
                            const Rect& held, int64_t first_row,
                            int64_t last_row) {
  std::vector<float> room(static_cast<size_t>(held.width()));
  for (int64_t row = first_row; row < last_row; ++row) {
    float* to = resistance_.data() + row * stride_;
    std::fill_n(to, stride_, window.mask == nullptr ? 0.0f : 1.0f);
    const int64_t y = rect_.y0 - margin_ + row;
    if (y < held.y0 || y >= held.y1) continue;
    const Columns there = ThereOf(window, held, y);
    if (there.empty()) continue;
    const int64_t x = held.x0 - rect_.x0 + there.first;
    const std::span<float> here(room.data(),
                                static_cast<size_t>(there.count()));
    const float* hardness = HardnessOfGround(in, y, x, here);
    to += x + margin_;
    for (int64_t i = 0; i < there.count(); ++i) {
      if (!window.IsInside(rect_.x0 + x + i, y)) continue;
      const float hard = hardness[i];
      to[i] = hard > 0.0f ? (hard < 1.0f ? hard : 1.0f) : 0.0f;
    }
  }
}

void Ground::FindFactors(const Window& window, const LayerRows& in,
                         const Rect& held, const Scales& scales,
                         int64_t first_row, int64_t last_row) {
  for (size_t k = 0; k < scales.size(); ++k) {
    if (!scales[k]) continue;
    for (int64_t row = first_row; row < last_row; ++row) {
      float* to = factors_[k].data() + row * stride_;
      std::fill_n(to, stride_, 1.0f);
      const int64_t y = rect_.y0 - margin_ + row;
      if (y < held.y0 || y >= held.y1) continue;
      const Columns there = ThereOf(window, held, y);
      if (there.empty()) continue;
      const int64_t x = held.x0 - rect_.x0 + there.first;
      FillFactors(*scales[k], in.Real(scales[k]->layer, y) + x, there.count(),
                  to + x + margin_);
    }
  }
}

bool Ground::scaled() const {
  return std::any_of(factors_.begin(), factors_.end(),
                     [](const auto& plane) { return !plane.empty(); });
}

Factors Ground::factors() const {
  Factors factors;
  for (size_t k = 0; k < factors.size(); ++k) {
    if (!factors_[k].empty()) factors[k] = {factors_[k].data(), -1};
  }
  return factors;
}

}  // namespace talus::drops

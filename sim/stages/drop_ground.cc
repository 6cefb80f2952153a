#include "sim/stages/drop_ground.h"

#include <algorithm>
#include <vector>

#include "sim/stages/drop_brush.h"
#include "sim/stages/factor_row.h"
#include "sim/stages/ground_hardness.h"

namespace talus::drops {

Ground::Ground(const Window& window, const LayerRows& in, const Model& model,
               const Scales& scales)
    : rect_(window.rect),
      // A step past the halo is looked at before a drop is let go of.
      margin_(std::max(model.reach + 1, 2 * model.brush_reach + 2)),
      stride_(rect_.width() + 2 * margin_ + Brush::kMaxWidth),
      sum_margin_(2 * model.brush_reach + 2),
      sum_stride_(rect_.width() + 2 * sum_margin_ + Brush::kMaxWidth) {
  const Rect halo = Grow(rect_, model.reach);
  const Rect held =
      window.mask == nullptr ? halo : Intersect(halo, window.mask->rect());
  CopyHeights(window, in, held);
  if (in.Has(Layer::kHardness)) FindHolds(window, in, held);
  FindFactors(in, held, scales);
  const auto sums = static_cast<size_t>(
      sum_stride_ * (rect_.height() + 2 * sum_margin_) + Brush::kMaxWidth);
  cuts_.assign(sums, 0);
  lays_.assign(sums, 0);
  if (in.Has(Layer::kRunoff)) runoff_.assign(sums, 0);
}

void Ground::CopyHeights(const Window& window, const LayerRows& in,
                         const Rect& held) {
  const int64_t rows = rect_.height() + 2 * margin_ + 1;
  heights_.resize(static_cast<size_t>(stride_ * rows));
  const auto outside = [](int32_t kind) {
    return kind == kOpen ? kOpenGround : kWallGround;
  };
  for (int64_t row = 0; row < rows; ++row) {
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
    if (window.mask == nullptr) {
      const int32_t* from = in.Quanta(Layer::kHeight, y);
      std::copy_n(from + (held.x0 - rect_.x0), held.width(), to);
      continue;
    }
    const int32_t* kinds = window.mask->At(held.x0, y);
    // What lies beyond the world may not be there.
    int64_t first = 0, last = held.width();
    for (; first < last && kinds[first] != kInside; ++first) {
      to[first] = outside(kinds[first]);
    }
    for (; first < last && kinds[last - 1] != kInside; --last) {
      to[last - 1] = outside(kinds[last - 1]);
    }
    if (first == last) continue;
    const int32_t* from = in.Quanta(Layer::kHeight, y) + (held.x0 - rect_.x0);
    for (int64_t i = first; i < last; ++i) {
      to[i] = kinds[i] == kInside ? from[i] : outside(kinds[i]);
    }
  }
}

void Ground::FindHolds(const Window& window, const LayerRows& in,
                       const Rect& held) {
  holds_.assign(heights_.size(), window.mask == nullptr ? 0.0f : 1.0f);
  std::vector<float> room(static_cast<size_t>(held.width()));
  for (int64_t y = held.y0; y < held.y1; ++y) {
    float* to = holds_.data() + Index(held.x0 - rect_.x0, y - rect_.y0);
    const float* hardness = nullptr;
    for (int64_t i = 0; i < held.width(); ++i) {
      if (!window.IsInside(held.x0 + i, y)) continue;
      if (hardness == nullptr) {
        hardness = HardnessOfGround(in, y, held.x0 - rect_.x0, room);
      }
      const float hard = hardness[i];
      to[i] = hard > 0.0f ? (hard < 1.0f ? hard : 1.0f) : 0.0f;
    }
  }
}

void Ground::FindFactors(const LayerRows& in, const Rect& held,
                         const Scales& scales) {
  const int64_t first = held.x0 - rect_.x0;
  for (size_t k = 0; k < scales.size(); ++k) {
    if (!scales[k]) continue;
    scaled_ = true;
    factors_[k].assign(heights_.size(), 1.0f);
    for (int64_t y = held.y0; y < held.y1; ++y) {
      FillFactors(*scales[k], in.Real(scales[k]->layer, y) + first,
                  held.width(),
                  factors_[k].data() + Index(first, y - rect_.y0));
    }
  }
}

Factors Ground::factors() const {
  Factors factors;
  for (size_t k = 0; k < factors.size(); ++k) {
    if (!factors_[k].empty()) factors[k] = {factors_[k].data(), -1};
  }
  return factors;
}

}  // namespace talus::drops

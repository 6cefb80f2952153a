#include "sim/plan/program.h"

#include <algorithm>

namespace talus {

std::optional<Rect> Program::DomainAt(int level) const {
  if (!domain_) return std::nullopt;
  return Rect{domain_->x0 >> level, domain_->y0 >> level, domain_->x1 >> level,
              domain_->y1 >> level};
}

Rect Program::Clip(int level, const Rect& rect) const {
  const auto domain = DomainAt(level);
  return domain ? Intersect(rect, *domain) : rect;
}

Rect Program::MadeFor(size_t section, int level, const Rect& rect) const {
  const LevelSteps& steps =
      sections_[section].levels[static_cast<size_t>(level)];
  return steps.whole_domain ? *DomainAt(level) : rect;
}

bool Program::NeedsWholeDomain(int level) const {
  return std::any_of(
      sections_.begin(), sections_.end(), [&](const Section& section) {
        return section.levels[static_cast<size_t>(level)].whole_domain;
      });
}

namespace {

// Whether a cell of a level has any data in a raster whose first cell lies at
// (rx, ry).
bool HasData(const Plane<int32_t>& raster, int64_t rx, int64_t ry, int level,
             int64_t x, int64_t y) {
  const int64_t size = int64_t{1} << level;
  const Rect cells = Intersect(
      {x * size - rx, y * size - ry, (x + 1) * size - rx, (y + 1) * size - ry},
      raster.rect());
  for (int64_t cy = cells.y0; cy < cells.y1; ++cy) {
    const int32_t* row = raster.At(cells.x0, cy);
    for (int64_t i = 0; i < cells.width(); ++i) {
      if (row[i] != RasterData::kNodata) return true;
    }
  }
  return false;
}

}  // namespace

bool Program::LiesInside(int level, const Rect& rect) const {
  const auto domain = DomainAt(level);
  return masks_.empty() && (!domain || domain->Contains(rect));
}

bool Program::FillMask(int level, const Rect& rect,
                       Plane<int32_t>& mask) const {
  const auto domain = DomainAt(level);
  bool whole = !domain || domain->Contains(rect);
  const Rect inside = domain ? Intersect(rect, *domain) : rect;
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    if (!whole) std::fill_n(mask.At(rect.x0, y), rect.width(), border_);
    if (!inside.empty() && inside.y0 <= y && y < inside.y1) {
      std::fill_n(mask.At(inside.x0, y), inside.width(), kInside);
    }
  }
  for (const MaskRaster& m : masks_) {
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      int32_t* row = mask.At(rect.x0, y);
      for (int64_t i = 0; i < rect.width(); ++i) {
        if (row[i] == kInside &&
            !HasData(m.data->quanta, m.x, m.y, level, rect.x0 + i, y)) {
          row[i] = kOpen;
          whole = false;
        }
      }
    }
  }
  return whole;
}

std::unique_ptr<Plane<int32_t>> Program::MaskAt(int level,
                                                const Rect& rect) const {
  if (LiesInside(level, rect)) return nullptr;
  auto mask = std::make_unique<Plane<int32_t>>(rect);
  return FillMask(level, rect, *mask) ? nullptr : std::move(mask);
}

}  // namespace talus

#include "sim/stages/domain_ground.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "sim/base/absl_view.h"

namespace talus {
namespace {

constexpr int64_t kMostCells = int64_t{1} << 26;

// Whether water leaves over an OPEN border in one of the cells; the mask may
// lack some.
bool HasOpen(const Plane<int32_t>& mask, const Rect& cells) {
  const Rect known = Intersect(cells, mask.rect());
  for (int64_t y = known.y0; y < known.y1; ++y) {
    const int32_t* row = mask.At(known.x0, y);
    if (std::any_of(row, row + known.width(),
                    [](int32_t kind) { return kind == kOpen; })) {
      return true;
    }
  }
  return false;
}

}  // namespace

DomainGround ReadDomain(const Window& window, const LayerRows& in,
                        const Rect& domain) {
  DomainGround ground{Plane<int32_t>(domain), {}};
  ground.rim.resize(static_cast<size_t>(domain.area()));
  const auto read = [&](int64_t y) {
    int32_t* to = ground.quanta.Row(y);
    uint8_t* rim = ground.rim.data() + (y - domain.y0) * domain.width();
    // Most rows have such cells at their ends alone.
    const bool has_open =
        window.mask != nullptr &&
        HasOpen(*window.mask, {domain.x0, y - 1, domain.x1, y + 2});
    for (int64_t x = domain.x0; x < domain.x1; ++x, ++to, ++rim) {
      *rim = 0;
      if (!window.IsInside(x, y)) {
        *to = Drainage::kNoData;
        continue;
      }
      // A row without a cell inside may not be there.
      *to = in.Quanta(Layer::kHeight, y)[x - window.rect.x0];
      const bool at_end = x == domain.x0 || x + 1 == domain.x1;
      if (window.mask != nullptr && (has_open || at_end) &&
          HasOpen(*window.mask, {x - 1, y - 1, x + 2, y + 2})) {
        *rim = 1;
      }
    }
  };
  // Once it is stopped nobody reads the ground.
  (void)Work(window.stop, *window.workers)
      .ForRows(domain.y0, domain.y1, domain.width(), read);
  return ground;
}

absl::StatusOr<Drainage> DrainageOf(const DomainGround& ground,
                                    std::optional<int32_t> sea,
                                    const Work& work) {
  return DrainageOf(ground.quanta,
                    {.over_edge = false,
                     .into_nodata = false,
                     .base_level = sea,
                     .cells = ground.rim},
                    work);
}

absl::Status CheckDrainable(const StageContext& context,
                            const InsteadOfDomain& instead) {
  const auto refuse = [](std::string_view what, std::string_view otherwise) {
    return absl::FailedPreconditionError(absl::StrCat(
        "drains a whole domain ", ToAbsl(what), ", or ", ToAbsl(otherwise)));
  };
  if (!context.domain) {
    return refuse("and the recipe has none; give it a domain",
                  instead.without_domain);
  }
  const Rect& domain = *context.domain;
  // The area of the largest domains does not fit into 64 bits.
  if (std::max(domain.width(), domain.height()) > kMostCells ||
      domain.area() > kMostCells) {
    return refuse(
        absl::StrCat("of at most ", kMostCells, " cells, and this one has ",
                     domain.width(), " x ", domain.height(), " at level ",
                     context.level,
                     "; make the domain smaller or its cells larger"),
        instead.too_large);
  }
  return absl::OkStatus();
}

}  // namespace talus

#include "client/mosaic.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

int64_t Count(LayerSet layers) {
  int64_t count = 0;
  layers.ForEach([&](Layer) { ++count; });
  return count;
}

}  // namespace

absl::StatusOr<Mosaic> Mosaic::Make(const Rect& region, LayerSet layers,
                                    int64_t memory_bytes,
                                    const std::string& spill_folder) {
  Mosaic mosaic(region, layers);
  const bool spill = region.area() * 4 * Count(layers) > memory_bytes;
  absl::Status status;
  layers.ForEach([&](Layer layer) {
    if (!status.ok()) return;
    absl::StatusOr<WordPlane> plane =
        WordPlane::Make(region, spill ? spill_folder : "");
    status = plane.status();
    if (plane.ok()) mosaic.planes_.emplace(layer, *std::move(plane));
  });
  TALUS_RETURN_IF_ERROR(status);
  return mosaic;
}

absl::Status Mosaic::OnTile(const TileView& tile) {
  const auto plane = planes_.find(tile.layer);
  if (plane == planes_.end() || !region_.Contains(tile.rect)) {
    return absl::InternalError(
        absl::StrCat("a tile of ", std::string(LayerName(tile.layer)), " at (",
                     tile.rect.x0, ", ", tile.rect.y0, ") was not asked for"));
  }
  const size_t offset = static_cast<size_t>(tile.rect.x0 - region_.x0);
  for (int64_t y = tile.rect.y0; y < tile.rect.y1; ++y) {
    std::memcpy(plane->second.Row(y) + offset, tile.Row(y),
                static_cast<size_t>(tile.rect.width()) * sizeof(int32_t));
  }
  cells_ += tile.rect.area();
  return absl::OkStatus();
}

absl::Status Mosaic::CheckComplete() const {
  const int64_t all = region_.area() * Count(layers_);
  if (cells_ == all) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("the tiles cover ", cells_, " of ",
                                          all, " cells of the region"));
}

}  // namespace talus

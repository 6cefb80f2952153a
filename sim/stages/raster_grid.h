#ifndef TALUS_SIM_STAGES_RASTER_GRID_H_
#define TALUS_SIM_STAGES_RASTER_GRID_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/stage/stage_context.h"

namespace talus {

// An imported raster as seen from one level: a cell holds the average of the
// raster's cells under it that have data, to the nearest quantum, and kNodata
// where there are none. Immutable.
class RasterGrid {
 public:
  // The raster's first cell lies at (x, y) in cells of level 0.
  static RasterGrid Masked(std::shared_ptr<const RasterData> raster, int64_t x,
                           int64_t y, int level);

  // As above, but every cell has a height: first, cells without data take that
  // of the nearest cell with data (of equally near ones the more western, in
  // one column the more northern), and cells beyond the edge that of the
  // nearest at the edge. REQUIRES: some cell has data.
  static RasterGrid Filled(const RasterData& raster, int64_t x, int64_t y,
                           int level);

  // Writes cells [x0, x0 + n) of row y.
  void Row(int64_t x0, int64_t y, int64_t n, int32_t* out) const;

 private:
  RasterGrid(std::shared_ptr<const RasterData> raster, int64_t x, int64_t y,
             bool filled)
      : raster_(std::move(raster)), x_(x), y_(y), filled_(filled) {}

  const Plane<int32_t>& plane() const {
    return raster_ != nullptr ? raster_->quanta : own_;
  }

  std::shared_ptr<const RasterData> raster_;  // where its cells are the level's
  Plane<int32_t> own_;                        // else
  int64_t x_;  // of the plane's (0, 0), in cells of the level
  int64_t y_;
  bool filled_;
};

// The raster of that name; FAILED_PRECONDITION where it is not here.
absl::StatusOr<std::shared_ptr<const RasterData>> FindRaster(
    const StageContext& context, const std::string& sha256);

// Whether any cell has data.
bool HasData(const RasterData& raster);

// The raster with the height of the nearest cell with data in cells without.
// REQUIRES: HasData.
Plane<int32_t> FillNearest(const Plane<int32_t>& raster);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_RASTER_GRID_H_

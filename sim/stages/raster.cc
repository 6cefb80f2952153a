// An imported raster, such as a real DEM: its cells are the cells of level 0,
// coarser levels average.
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "sim/base/status_macros.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/pointwise.h"
#include "sim/stages/raster_grid.h"

namespace talus {
namespace {

class RasterStage final : public PointwiseStage {
 public:
  RasterStage(v1::Combine combine, RasterGrid grid)
      : PointwiseStage({.name = "raster",
                        .halo_cells = 0,
                        .reads = CombineReads(combine, Layer::kHeight),
                        .writes = {Layer::kHeight}}),
        combine_(combine),
        grid_(std::move(grid)) {}

  void WriteRow(const Window& window, const LayerRows& in, int64_t y,
                const LayerRows& out) const override {
    const int64_t n = window.rect.width();
    std::vector<int32_t> values(static_cast<size_t>(n));
    grid_.Row(window.rect.x0, y, n, values.data());
    int32_t* height = out.Quanta(Layer::kHeight, y);
    CombineRow(combine_, values.data(),
               combine_ == v1::COMBINE_REPLACE ? nullptr
                                               : in.Quanta(Layer::kHeight, y),
               n, height);
    // Cells without data lie outside the world.
    for (int64_t i = 0; i < n; ++i) {
      if (values[static_cast<size_t>(i)] == RasterData::kNodata) height[i] = 0;
    }
  }

 private:
  const v1::Combine combine_;
  const RasterGrid grid_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakeRaster(const v1::Raster& params,
                                                  const StageContext& context) {
  TALUS_ASSIGN_OR_RETURN(std::shared_ptr<const RasterData> data,
                         FindRaster(context, params.sha256()));
  if (params.nodata() != v1::NODATA_POLICY_FILL) {
    return std::make_unique<RasterStage>(
        params.combine(), RasterGrid::Masked(std::move(data), params.x(),
                                             params.y(), context.level));
  }
  if (!HasData(*data)) {
    return absl::FailedPreconditionError(absl::StrCat(
        "nodata = NODATA_POLICY_FILL, and the raster ", params.sha256(),
        " has no cell with data to fill from; import another"));
  }
  return std::make_unique<RasterStage>(
      params.combine(),
      RasterGrid::Filled(*data, params.x(), params.y(), context.level));
}

}  // namespace talus

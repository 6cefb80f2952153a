#include "client/region_job.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/layer_stats.h"
#include "sim/base/digest.h"
#include "sim/base/status_macros.h"
#include "wire/region_messages.h"

namespace talus {
namespace {

absl::Status CheckDigests(const Mosaic& mosaic, const v1::Summary& summary,
                          const std::stop_token& stop) {
  for (const v1::LayerDigest& layer : summary.layers()) {
    TALUS_ASSIGN_OR_RETURN(const Layer which,
                           LayerFromMessage(layer.layer(), "summary.layers"));
    if (!mosaic.layers().Has(which)) continue;
    const Rect& region = mosaic.region();
    TALUS_ASSIGN_OR_RETURN(const LayerDigests digests,
                           DigestsOf(region, mosaic.View(which, region), stop));
    const Sha256Digest& root = digests.root;
    if (layer.root() != std::string(root.begin(), root.end())) {
      return absl::DataLossError(absl::StrCat(
          "layer ", std::string(LayerName(which)), " came with root digest ",
          ToHex(root), ", its source states ", ToHex(layer.root())));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<FinishedRegion> MakeRegion(RegionSource& source,
                                          const RegionQuery& query,
                                          int64_t memory_bytes,
                                          const std::string& spill_folder,
                                          std::stop_token stop,
                                          const ProgressFn& progress) {
  TALUS_ASSIGN_OR_RETURN(
      Mosaic mosaic, Mosaic::Make(query.request.region, query.request.layers,
                                  memory_bytes, spill_folder));
  TALUS_ASSIGN_OR_RETURN(RegionResult result,
                         source.Run(query, mosaic, stop, progress));
  TALUS_RETURN_IF_ERROR(mosaic.CheckComplete());
  TALUS_RETURN_IF_ERROR(CheckDigests(mosaic, result.summary, stop));
  return FinishedRegion{std::move(mosaic), std::move(result)};
}

absl::StatusOr<std::shared_ptr<const Program>> CompileQuery(
    const RegionQuery& query) {
  return Program::Compile(query.recipe.recipe, query.recipe.digest,
                          query.rasters);
}

int64_t RasterBytes(const RegionQuery& query) {
  int64_t cells = 0;
  for (const auto& [digest, raster] : query.rasters) {
    cells += static_cast<int64_t>(raster->quanta.bytes());
  }
  const auto& stages = query.recipe.recipe.stages();
  const bool fills =
      std::any_of(stages.begin(), stages.end(), [](const v1::Stage& stage) {
        return stage.raster().nodata() == v1::NODATA_POLICY_FILL;
      });
  // Each coarser level is a quarter of the one before. A filled raster is one
  // of its own, and is made by way of another.
  return cells + cells / 3 + (fills ? 3 * cells : 0);
}

}  // namespace talus

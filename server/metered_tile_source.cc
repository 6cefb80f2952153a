#include "server/metered_tile_source.h"

#include <utility>

namespace talus {

absl::StatusOr<TileResult> MeteredTileSource::Get(const TileRequest& request,
                                                  std::stop_token stop) {
  const TimePoint begin = Clock::now();
  absl::StatusOr<TileResult> result = inner_->Get(request, std::move(stop));
  if (result.ok()) metrics_->OnTile(result->origin, Clock::now() - begin);
  return result;
}

}  // namespace talus

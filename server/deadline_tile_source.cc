#include "server/deadline_tile_source.h"

namespace talus {
namespace {

absl::Status TooLate() {
  return absl::DeadlineExceededError(
      "the deadline passed before the tile was there; retry with a longer one");
}

}  // namespace

absl::StatusOr<TileResult> DeadlineTileSource::Get(const TileRequest& request,
                                                   std::stop_token stop) {
  if (Clock::now() >= request.deadline) return TooLate();
  absl::StatusOr<TileResult> result = inner_->Get(request, stop);
  if (absl::IsCancelled(result.status()) && Clock::now() >= request.deadline) {
    return TooLate();
  }
  return result;
}

}  // namespace talus

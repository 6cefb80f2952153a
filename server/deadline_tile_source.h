#ifndef TALUS_SERVER_DEADLINE_TILE_SOURCE_H_
#define TALUS_SERVER_DEADLINE_TILE_SOURCE_H_

#include "server/tile_source.h"

namespace talus {

// Does no work for a request that is past its deadline: DEADLINE_EXCEEDED, also
// where the work was stopped because of it.
class DeadlineTileSource final : public TileSource {
 public:
  explicit DeadlineTileSource(TileSource* inner) : inner_(inner) {}
  absl::StatusOr<TileResult> Get(const TileRequest& request,
                                 std::stop_token stop) override;

 private:
  TileSource* const inner_;
};

}  // namespace talus

#endif  // TALUS_SERVER_DEADLINE_TILE_SOURCE_H_

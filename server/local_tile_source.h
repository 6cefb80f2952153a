#ifndef TALUS_SERVER_LOCAL_TILE_SOURCE_H_
#define TALUS_SERVER_LOCAL_TILE_SOURCE_H_

#include "server/memory_budget.h"
#include "server/metrics.h"
#include "server/region_maker.h"
#include "server/server_options.h"
#include "server/tile_source.h"

namespace talus {

// Makes each tile, as a region of its own, within the limits of a request.
class LocalTileSource final : public TileSource {
 public:
  LocalTileSource(RegionMaker* maker, MemoryBudget* memory,
                  const RequestLimits& limits, Metrics* metrics)
      : maker_(maker), memory_(memory), limits_(limits), metrics_(metrics) {}
  absl::StatusOr<TileResult> Get(const TileRequest& request,
                                 std::stop_token stop) override;

 private:
  RegionMaker* const maker_;
  MemoryBudget* const memory_;
  const RequestLimits limits_;
  Metrics* const metrics_;
};

}  // namespace talus

#endif  // TALUS_SERVER_LOCAL_TILE_SOURCE_H_

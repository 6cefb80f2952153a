#ifndef TALUS_CLIENT_REMOTE_SOURCE_H_
#define TALUS_CLIENT_REMOTE_SOURCE_H_

#include <string>

#include "client/region_source.h"
#include "client/terrain_client.h"

namespace talus {

// Has regions made by a server. Rasters do not travel: the server must hold
// those that the recipe names.
class RemoteSource : public RegionSource {
 public:
  explicit RemoteSource(const std::string& address,
                        const RetryOptions& options = {})
      : client_(address, options) {}

  absl::StatusOr<v1::PlanRegionResponse> Plan(const RegionQuery& query,
                                              std::stop_token stop) override;
  absl::StatusOr<RegionResult> Run(const RegionQuery& query, TileSink& sink,
                                   std::stop_token stop,
                                   const ProgressFn& progress) override;

 private:
  TerrainClient client_;
};

}  // namespace talus

#endif  // TALUS_CLIENT_REMOTE_SOURCE_H_

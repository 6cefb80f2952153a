#ifndef TALUS_CLIENT_EMBEDDED_SOURCE_H_
#define TALUS_CLIENT_EMBEDDED_SOURCE_H_

#include "client/region_source.h"

namespace talus {

// Makes regions in this process.
class EmbeddedSource : public RegionSource {
 public:
  explicit EmbeddedSource(const EngineOptions& options) : engine_(options) {}

  absl::StatusOr<v1::PlanRegionResponse> Plan(const RegionQuery& query,
                                              std::stop_token stop) override;
  absl::StatusOr<RegionResult> Run(const RegionQuery& query, TileSink& sink,
                                   std::stop_token stop,
                                   const ProgressFn& progress) override;

 private:
  Engine engine_;
};

}  // namespace talus

#endif  // TALUS_CLIENT_EMBEDDED_SOURCE_H_

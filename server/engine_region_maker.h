#ifndef TALUS_SERVER_ENGINE_REGION_MAKER_H_
#define TALUS_SERVER_ENGINE_REGION_MAKER_H_

#include "server/region_maker.h"

namespace talus {

// The engine in this process.
class EngineRegionMaker final : public RegionMaker {
 public:
  explicit EngineRegionMaker(const EngineOptions& options) : engine_(options) {}

  absl::StatusOr<LandscapePtr> Prepare(const CanonicalRecipe& recipe) override;
  absl::StatusOr<RegionPlan> Plan(const Landscape& landscape,
                                  const RegionRequest& request,
                                  std::stop_token stop) override;
  absl::StatusOr<RegionSummary> Run(const Landscape& landscape,
                                    const RegionRequest& request,
                                    TileSink& sink, std::stop_token stop,
                                    const ProgressFn& progress) override;

 private:
  const Engine engine_;
};

}  // namespace talus

#endif  // TALUS_SERVER_ENGINE_REGION_MAKER_H_

#ifndef TALUS_SERVER_REGION_MAKER_H_
#define TALUS_SERVER_REGION_MAKER_H_

#include <memory>
#include <stop_token>

#include "absl/status/statusor.h"
#include "sim/plan/engine.h"
#include "sim/plan/program.h"
#include "sim/recipe/canonical.h"

namespace talus {

// A recipe made ready to be asked for. Immutable; shared between requests.
struct Landscape {
  CanonicalRecipe recipe;                  // cut at until_stage
  std::shared_ptr<const Program> program;  // null where the maker needs none
};
using LandscapePtr = std::shared_ptr<const Landscape>;

// What the server asks of the engine, so that its tests need none.
// Thread-safe.
class RegionMaker {
 public:
  virtual ~RegionMaker() = default;

  virtual absl::StatusOr<LandscapePtr> Prepare(
      const CanonicalRecipe& recipe) = 0;
  // As Engine::Plan.
  virtual absl::StatusOr<RegionPlan> Plan(const Landscape& landscape,
                                          const RegionRequest& request,
                                          std::stop_token stop) = 0;
  // As Engine::Run.
  virtual absl::StatusOr<RegionSummary> Run(const Landscape& landscape,
                                            const RegionRequest& request,
                                            TileSink& sink,
                                            std::stop_token stop,
                                            const ProgressFn& progress) = 0;
};

}  // namespace talus

#endif  // TALUS_SERVER_REGION_MAKER_H_

#ifndef TALUS_SIM_STAGE_REGISTRY_H_
#define TALUS_SIM_STAGE_REGISTRY_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// One process of the recipe language.
struct RegistryRow {
  v1::Stage::ProcessCase process;
  const char* name;  // the field's name in v1.Stage
  // Makes the stage from canonical parameters (all set, all in range). Fails
  // where the recipe's surroundings do not suit it: FAILED_PRECONDITION.
  absl::StatusOr<std::unique_ptr<Stage>> (*make)(const v1::Stage& stage,
                                                 const StageContext& context);
};

// Every process but the groups, in the order of the recipe language.
absl::Span<const RegistryRow> Registry();

// The row of a process; nullptr for groups and for an unset one.
const RegistryRow* FindStage(v1::Stage::ProcessCase process);

}  // namespace talus

#endif  // TALUS_SIM_STAGE_REGISTRY_H_

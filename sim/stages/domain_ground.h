#ifndef TALUS_SIM_STAGES_DOMAIN_GROUND_H_
#define TALUS_SIM_STAGES_DOMAIN_GROUND_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/drainage.h"
#include "sim/stage/layer_rows.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"

namespace talus {

// The ground of a whole domain, as a pass over any window of it sees it.
struct DomainGround {
  // Quanta; Drainage::kNoData in cells that are not inside.
  Plane<int32_t> quanta;
  // Row-major: 1 in cells with an OPEN border or a cell without data among
  // their eight neighbours, where water leaves.
  WordVector<uint8_t> rim;
};

// REQUIRES: `in` holds the heights of `domain`. Once the window's stop is
// requested it returns early with anything.
DomainGround ReadDomain(const Window& window, const LayerRows& in,
                        const Rect& domain);

// How it drains: over its rim, and into the sea where there is one. CANCELLED
// where the work is stopped.
absl::StatusOr<Drainage> DrainageOf(const DomainGround& ground,
                                    std::optional<int32_t> sea,
                                    const Work& work);

// What a stage that drains a domain has to offer instead, as in "or <this>".
struct InsteadOfDomain {
  std::string_view without_domain = "remove the stage";
  std::string_view too_large = "remove the stage";
};

// FAILED_PRECONDITION where a level has no domain, or one of more than 2^26
// cells.
absl::Status CheckDrainable(const StageContext& context,
                            const InsteadOfDomain& instead);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_DOMAIN_GROUND_H_

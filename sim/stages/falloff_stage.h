#ifndef TALUS_SIM_STAGES_FALLOFF_STAGE_H_
#define TALUS_SIM_STAGES_FALLOFF_STAGE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"

namespace talus {

// A stage that lowers heights by their place in a finite domain. The profile is
// a function of one coordinate; a cell takes the stronger of those of its
// column and its row, so that lines of equal strength are squares.
class FalloffStage : public Stage {
 public:
  FalloffStage(std::string name, const Rect& domain)
      : info_{.name = std::move(name),
              .halo_cells = 0,
              .reads = {Layer::kHeight},
              .writes = {Layer::kHeight}},
        domain_(domain) {}

  const StageInfo& info() const final { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t pass) const final;

 protected:
  // Half cells from the middle of cell i to the nearer end of [first, end); at
  // least 0.
  static int64_t HalfCellsInside(int64_t i, int64_t first, int64_t end);

 private:
  friend class FalloffSweep;

  // Strength at cell i of an axis whose domain is [first, end).
  virtual float Profile(int64_t i, int64_t first, int64_t end) const = 0;
  // Lowers n heights of a row.
  virtual void Apply(const float* column_profile, float row_profile,
                     const int32_t* in, int64_t n, int32_t* out) const = 0;

  const StageInfo info_;
  const Rect domain_;
};

// The domain that a falloff needs, or FAILED_PRECONDITION.
absl::StatusOr<Rect> RequireDomain(const StageContext& context);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_FALLOFF_STAGE_H_

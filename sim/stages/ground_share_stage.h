#ifndef TALUS_SIM_STAGES_GROUND_SHARE_STAGE_H_
#define TALUS_SIM_STAGES_GROUND_SHARE_STAGE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "sim/stage/stage.h"
#include "sim/stages/ground_rises.h"
#include "sim/stages/share_target.h"

namespace talus {

// A source of shares from the ground of a cell and its eight neighbours.
class GroundShareStage : public Stage {
 public:
  GroundShareStage(std::string name, const ShareTarget& target);

  const StageInfo& info() const final { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t pass) const final;

  const ShareTarget& target() const { return target_; }

  // Writes the shares of a row of `n` cells, before they are combined.
  virtual void Shares(const GroundRows& ground, int64_t n,
                      float* out) const = 0;

 private:
  const ShareTarget target_;
  const StageInfo info_;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_GROUND_SHARE_STAGE_H_

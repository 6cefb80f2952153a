#include "sim/stages/ground_share_stage.h"

#include <utility>
#include <vector>

namespace talus {
namespace {

class GroundShareSweep final : public Sweep {
 public:
  GroundShareSweep(const GroundShareStage& stage, const Window& window)
      : stage_(stage),
        window_(window),
        shares_(static_cast<size_t>(window.rect.width())) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger*) override {
    const auto n = static_cast<int64_t>(shares_.size());
    stage_.Shares(GroundRowsAt(window_, in, y), n, shares_.data());
    stage_.target().Write(shares_.data(), n, in, y, out);
  }

 private:
  const GroundShareStage& stage_;
  const Window window_;
  std::vector<float> shares_;
};

}  // namespace

GroundShareStage::GroundShareStage(std::string name, const ShareTarget& target)
    : target_(target),
      info_{.name = std::move(name),
            .halo_cells = 1,
            .reads = LayerSet{Layer::kHeight} | target.Reads(),
            .writes = {target.layer}} {}

std::unique_ptr<Sweep> GroundShareStage::Begin(const Window& window,
                                               int64_t) const {
  return std::make_unique<GroundShareSweep>(*this, window);
}

}  // namespace talus

#include "sim/plan/loose_keeper.h"

#include <utility>

#include "sim/base/fixed.h"

namespace talus {
namespace {

class LooseSweep final : public Sweep {
 public:
  LooseSweep(std::unique_ptr<Sweep> process, LayerSet sums, int64_t width)
      : process_(std::move(process)), sums_(sums), width_(width) {}

  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) override {
    process_->Row(in, y, out, ledger);
    const int32_t* loose = in.Quanta(Layer::kLoose, y);
    int32_t* loose_out = out.Quanta(Layer::kLoose, y);
    const Sum worn = Of(Layer::kWear, in, y, out);
    const Sum laid = Of(Layer::kDeposition, in, y, out);
    for (int64_t i = 0; i < width_; ++i) {
      const int64_t left = int64_t{loose[i]} - worn.Gain(i);
      loose_out[i] = Saturated((left > 0 ? left : 0) + laid.Gain(i));
    }
  }

 private:
  struct Sum {
    const int32_t* before = nullptr;
    const int32_t* after = nullptr;
    int64_t Gain(int64_t i) const {
      return before == nullptr ? 0 : int64_t{after[i]} - before[i];
    }
  };
  Sum Of(Layer layer, const LayerRows& in, int64_t y,
         const LayerRows& out) const {
    if (!sums_.Has(layer)) return {};
    return {in.Quanta(layer, y), out.Quanta(layer, y)};
  }

  const std::unique_ptr<Sweep> process_;
  const LayerSet sums_;
  const int64_t width_;
};

class LooseKeeper final : public Stage {
 public:
  explicit LooseKeeper(std::unique_ptr<Stage> process)
      : process_(std::move(process)), info_(process_->info()) {
    sums_ = info_.optional & LayerSet{Layer::kWear, Layer::kDeposition};
    const LayerSet kept = sums_ | LayerSet{Layer::kLoose};
    info_.reads = info_.reads | kept;
    info_.writes = info_.writes | kept;
    info_.optional = info_.optional - kept;
  }

  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window,
                               int64_t pass) const override {
    return std::make_unique<LooseSweep>(process_->Begin(window, pass), sums_,
                                        window.rect.width());
  }

 private:
  std::unique_ptr<Stage> process_;
  StageInfo info_;
  LayerSet sums_;
};

}  // namespace

std::unique_ptr<Stage> KeepLoose(std::unique_ptr<Stage> process) {
  return std::make_unique<LooseKeeper>(std::move(process));
}

}  // namespace talus

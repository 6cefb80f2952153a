#ifndef TALUS_TESTS_SIM_STAGES_STAGE_HARNESS_H_
#define TALUS_TESTS_SIM_STAGES_STAGE_HARNESS_H_

#include <cstdint>
#include <functional>
#include <optional>

#include "sim/base/ledger.h"
#include "sim/plan/run_pass.h"
#include "sim/stage/stage.h"

namespace talus::testing {

// A finite world of its own for the physics of one stage: planes over the
// domain and a halo around it, cells outside the domain masked.
class World {
 public:
  World(const Rect& domain, CellKind border, LayerSet layers,
        std::optional<int32_t> base_level = std::nullopt)
      : domain_(domain),
        base_level_(base_level),
        mask_(Grow(domain, 2 * kMaxHalo)),
        state_(MakeState(layers, Grow(domain, kMaxHalo), /*zeroed=*/true)) {
    mask_.Fill(border);
    for (int64_t y = domain.y0; y < domain.y1; ++y) {
      std::fill_n(mask_.At(domain.x0, y), domain.width(), kInside);
    }
  }

  void SetQuanta(Layer layer,
                 const std::function<int32_t(int64_t, int64_t)>& f) {
    for (int64_t y = domain_.y0; y < domain_.y1; ++y) {
      for (int64_t x = domain_.x0; x < domain_.x1; ++x) {
        *state_.Get(layer)->At(x, y) = f(x, y);
      }
    }
  }
  int32_t Quanta(Layer layer, int64_t x, int64_t y) const {
    return *state_.Get(layer)->At(x, y);
  }
  float Real(Layer layer, int64_t x, int64_t y) const {
    return *reinterpret_cast<const float*>(state_.Get(layer)->At(x, y));
  }
  // Sum over the domain, in quanta.
  int64_t Sum(Layer layer) const {
    int64_t sum = 0;
    for (int64_t y = domain_.y0; y < domain_.y1; ++y) {
      for (int64_t x = domain_.x0; x < domain_.x1; ++x) {
        sum += Quanta(layer, x, y);
      }
    }
    return sum;
  }

  // Runs passes [first, first + passes) of a stage; layers it writes and the
  // world lacks are added.
  void Run(const Stage& stage, int64_t passes, int64_t first = 0) {
    for (int64_t p = first; p < first + passes; ++p) {
      const Window window{domain_, &mask_, base_level_, domain_};
      const State after = RunPass(stage, p, state_, window, &ledger_);
      after.layers().ForEach([&](Layer l) {
        if (after.Get(l) == state_.Get(l)) return;
        if (!state_.Has(l)) {
          state_.Set(l, MakeState({l}, Grow(domain_, kMaxHalo), true).Get(l));
        }
        for (int64_t y = domain_.y0; y < domain_.y1; ++y) {
          std::copy_n(after.Get(l)->At(domain_.x0, y), domain_.width(),
                      state_.Get(l)->At(domain_.x0, y));
        }
      });
    }
  }

  const Ledger& ledger() const { return ledger_; }
  const Rect& domain() const { return domain_; }

 private:
  Rect domain_;
  std::optional<int32_t> base_level_;
  Plane<int32_t> mask_;
  State state_;
  Ledger ledger_;
};

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_STAGES_STAGE_HARNESS_H_

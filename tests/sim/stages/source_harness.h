#ifndef TALUS_TESTS_SIM_STAGES_SOURCE_HARNESS_H_
#define TALUS_TESTS_SIM_STAGES_SOURCE_HARNESS_H_

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "sim/plan/run_pass.h"
#include "sim/stage/registry.h"

namespace talus::testing {

// Makes a stage that the recipe's surroundings are known to suit.
inline std::unique_ptr<Stage> MakeStage(const v1::Stage& stage,
                                        const StageContext& context) {
  return std::move(FindStage(stage.process_case())->make(stage, context))
      .value();
}

// The words of a rectangle, row-major.
struct Values {
  Rect rect;
  std::vector<int32_t> words;

  int32_t operator()(int64_t x, int64_t y) const {
    return words[static_cast<size_t>((y - rect.y0) * rect.width() + x -
                                     rect.x0)];
  }
  float Real(int64_t x, int64_t y) const {
    return std::bit_cast<float>((*this)(x, y));
  }
  bool operator==(const Values&) const = default;
};

// Runs a stage of halo 0 once over a window and returns the layer it writes.
// `height`, where given, is the height before.
inline Values RunSource(
    const Stage& stage, const Rect& rect, Layer layer = Layer::kHeight,
    const std::function<int32_t(int64_t, int64_t)>& height = nullptr) {
  State in;
  if (height != nullptr) {
    in = MakeState({Layer::kHeight}, rect, /*zeroed=*/false);
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      for (int64_t x = rect.x0; x < rect.x1; ++x) {
        *in.Get(Layer::kHeight)->At(x, y) = height(x, y);
      }
    }
  }
  Ledger ledger;
  const State out =
      RunPass(stage, 0, in, {.rect = rect, .counted = rect}, &ledger);
  Values values{rect, {}};
  for (int64_t y = rect.y0; y < rect.y1; ++y) {
    const int32_t* row = out.Get(layer)->At(rect.x0, y);
    values.words.insert(values.words.end(), row, row + rect.width());
  }
  return values;
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_STAGES_SOURCE_HARNESS_H_

#ifndef TALUS_TESTS_LAW_COMPARE_H_
#define TALUS_TESTS_LAW_COMPARE_H_

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>

#include "sim/plan/state.h"

namespace talus::law {

inline std::string WordText(Layer layer, int32_t word) {
  if (IsFixed(layer)) return std::to_string(word);
  char text[64];
  std::snprintf(text, sizeof(text), "%a",
                static_cast<double>(std::bit_cast<float>(word)));
  return text;
}

// Whether two states have the same bits in `layers` over `rect`; says the first
// cell where they have not.
inline ::testing::AssertionResult SameBits(const State& a, const State& b,
                                           LayerSet layers, const Rect& rect) {
  ::testing::AssertionResult result = ::testing::AssertionSuccess();
  layers.ForEach([&](Layer l) {
    if (!result) return;
    if (!a.Has(l) || !b.Has(l)) {
      result = ::testing::AssertionFailure() << LayerName(l) << " is missing";
      return;
    }
    int64_t differ = 0;
    std::string first;
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      const int32_t* p = a.Get(l)->At(rect.x0, y);
      const int32_t* q = b.Get(l)->At(rect.x0, y);
      for (int64_t i = 0; i < rect.width(); ++i) {
        if (p[i] == q[i]) continue;
        if (differ++ > 0) continue;
        first = std::string(LayerName(l)) + " differs first at (" +
                std::to_string(rect.x0 + i) + ", " + std::to_string(y) +
                "): " + WordText(l, p[i]) + " and " + WordText(l, q[i]);
      }
    }
    if (differ == 0) return;
    result = ::testing::AssertionFailure()
             << first << ", in " << differ << " of " << rect.area() << " cells";
  });
  return result;
}

}  // namespace talus::law

#endif  // TALUS_TESTS_LAW_COMPARE_H_

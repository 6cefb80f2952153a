#ifndef TALUS_TESTS_CLIENT_LAYER_WORDS_H_
#define TALUS_TESTS_CLIENT_LAYER_WORDS_H_

#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "client/layer_image.h"

namespace talus {

// A small layer for writers, from a word by cell.
struct LayerWords {
  LayerWords(Layer which, int64_t w, int64_t h,
             const std::function<int32_t(int64_t, int64_t)>& word)
      : layer(which), width(w), height(h) {
    for (int64_t y = 0; y < h; ++y) {
      for (int64_t x = 0; x < w; ++x) words.push_back(word(x, y));
    }
  }

  GridView<int32_t> View() const {
    return {words.data(), width, height, width};
  }
  LayerImage Image() const { return {layer, View(), RangeOf(layer, View())}; }
  int32_t At(int64_t x, int64_t y) const {
    return words[static_cast<size_t>(y * width + x)];
  }

  Layer layer;
  int64_t width, height;
  std::vector<int32_t> words;
};

// Heights of a slope with odd quanta, without data at (2, 1).
inline LayerWords SlopeWithHole(int64_t width = 37, int64_t height = 19) {
  return LayerWords(Layer::kHeight, width, height, [](int64_t x, int64_t y) {
    if (x == 2 && y == 1) return INT32_MIN;
    return static_cast<int32_t>(1234567 + 65537 * x - 98765 * y);
  });
}

// A float layer.
inline LayerWords FlowWords(int64_t width = 37, int64_t height = 19) {
  return LayerWords(Layer::kFlow, width, height, [](int64_t x, int64_t y) {
    return std::bit_cast<int32_t>(100.5f * static_cast<float>(x + 1) *
                                  static_cast<float>(y + 1));
  });
}

}  // namespace talus

#endif  // TALUS_TESTS_CLIENT_LAYER_WORDS_H_

#include "client/layer_image.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/client/layer_words.h"

namespace talus {
namespace {

std::vector<uint16_t> Encode(const LayerWords& layer) {
  std::vector<uint16_t> samples(layer.words.size());
  const LayerImage image = layer.Image();
  for (int64_t y = 0; y < layer.height; ++y) {
    EncodeRow16(image, SixteenBitOf(image.range), y,
                samples.data() + y * layer.width);
  }
  return samples;
}

TEST(LayerImage, SixteenBitSamplesLieWithinHalfAStepOfTheirValue) {
  for (const LayerWords& layer : {SlopeWithHole(), FlowWords()}) {
    const SixteenBit coding = SixteenBitOf(layer.Image().range);
    const std::vector<uint16_t> samples = Encode(layer);
    for (size_t i = 0; i < samples.size(); ++i) {
      if (IsNodata(layer.layer, layer.words[i])) {
        EXPECT_EQ(samples[i], 0);
        continue;
      }
      EXPECT_NEAR(coding.offset + coding.scale * samples[i],
                  LayerValue(layer.layer, layer.words[i]),
                  0.5000001 * coding.scale);
    }
  }
}

TEST(LayerImage, ExtremesTakeTheEndsOfTheScale) {
  const LayerWords whole(Layer::kWater, 2, 1, [](int64_t x, auto) {
    return static_cast<int32_t>(x * 7);
  });
  EXPECT_EQ(Encode(whole), (std::vector<uint16_t>{0, 65535}));
  const LayerWords holed(Layer::kWater, 3, 1, [](int64_t x, auto) {
    return x == 2 ? INT32_MIN : static_cast<int32_t>(x * 7);
  });
  EXPECT_EQ(Encode(holed), (std::vector<uint16_t>{1, 65535, 0}));
}

TEST(LayerImage, ALevelLayerIsItsOffset) {
  const LayerWords level(Layer::kHeight, 2, 2,
                         [](auto, auto) { return 65536; });
  EXPECT_EQ(Encode(level), (std::vector<uint16_t>{0, 0, 0, 0}));
  EXPECT_EQ(SixteenBitOf(level.Image().range).offset, 1.0);
}

TEST(LayerImage, FloatRowsAreMetresAndNodataIsTheCallers) {
  const LayerWords slope = SlopeWithHole(3, 2);
  float row[3];
  EncodeRowF32(slope.Image(), 32767, 1, row);
  EXPECT_EQ(row[0], static_cast<float>((1234567 - 98765) / 65536.0));
  EXPECT_EQ(row[2], 32767);
}

}  // namespace
}  // namespace talus

#include "wire/tile_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace talus {
namespace {

using ::testing::ElementsAre;

// Two rows of two cells in a plane three words wide.
constexpr int32_t kWords[] = {65536, -32768, 99, kNodataQuanta, 1, 99};

TileView View(Layer layer) {
  return {layer, 0, Rect{10, 20, 12, 22}, kWords, 3};
}

std::vector<float> Floats(const std::string& bytes) {
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(TileBytes, NativeWordsComeBackWithoutLoss) {
  const std::string bytes =
      EncodeTile(View(Layer::kHeight), v1::SAMPLE_FORMAT_NATIVE);
  EXPECT_THAT(DecodeNativeTile(bytes, 4).value(),
              ElementsAre(65536, -32768, kNodataQuanta, 1));
}

TEST(TileBytes, FixedPointBecomesMetresAndNodataItsFloat) {
  for (const auto format :
       {v1::SAMPLE_FORMAT_F32, v1::SAMPLE_FORMAT_UNSPECIFIED}) {
    EXPECT_THAT(Floats(EncodeTile(View(Layer::kWater), format)),
                ElementsAre(1.0f, -0.5f, kNodataValue, 1.0f / 65536));
  }
}

TEST(TileBytes, FloatLayersAreSentAsTheyAre) {
  EXPECT_EQ(EncodeTile(View(Layer::kFlow), v1::SAMPLE_FORMAT_F32),
            EncodeTile(View(Layer::kFlow), v1::SAMPLE_FORMAT_NATIVE));
}

TEST(TileBytes, RefusesATileOfTheWrongLength) {
  EXPECT_EQ(DecodeNativeTile("abcd", 2).status().code(),
            absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace talus

#include "client/raw_writer.h"

#include <gtest/gtest.h>

#include <cstring>

#include "client/pending_file.h"
#include "tests/client/layer_words.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

template <typename T>
std::vector<T> Samples(const std::string& path) {
  const std::string bytes = ReadFile(path, 1 << 20).value();
  std::vector<T> samples(bytes.size() / sizeof(T));
  std::memcpy(samples.data(), bytes.data(), samples.size() * sizeof(T));
  return samples;
}

TEST(RawWriter, SixteenBitSamplesAreLittleEndian) {
  const TemporaryFolder folder;
  const LayerWords two(Layer::kWater, 3, 1,
                       [](int64_t x, auto) { return static_cast<int32_t>(x); });
  ASSERT_TRUE(
      WriteRaw16(folder / "w.r16", two.Image(), SixteenBitOf(two.Image().range))
          .ok());
  EXPECT_EQ(ReadFile(folder / "w.r16", 100).value(),
            std::string("\x00\x00\x00\x80\xff\xff", 6));
}

TEST(RawWriter, FloatsAreMetresRowByRow) {
  const TemporaryFolder folder;
  const LayerWords slope = SlopeWithHole();
  ASSERT_TRUE(WriteRawF32(folder / "h.r32", slope.Image()).ok());
  const std::vector<float> samples = Samples<float>(folder / "h.r32");
  ASSERT_EQ(samples.size(), slope.words.size());
  for (size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(samples[i], slope.words[i] == INT32_MIN
                              ? -32768.0f
                              : static_cast<float>(slope.words[i] / 65536.0));
  }
}

TEST(RawWriter, WordsAreLossless) {
  const TemporaryFolder folder;
  for (const LayerWords& layer : {SlopeWithHole(), FlowWords()}) {
    ASSERT_TRUE(WriteRawWords(folder / "x.q32", layer.Image()).ok());
    EXPECT_EQ(Samples<int32_t>(folder / "x.q32"), layer.words);
  }
}

TEST(RawWriter, APartOfALayerIsWrittenWithoutItsNeighbours) {
  const TemporaryFolder folder;
  const LayerWords slope = SlopeWithHole(6, 4);
  LayerImage image = slope.Image();
  image.words = {slope.words.data() + 7, 2, 2, 6};
  ASSERT_TRUE(WriteRawWords(folder / "p.q32", image).ok());
  EXPECT_EQ(Samples<int32_t>(folder / "p.q32"),
            (std::vector<int32_t>{slope.At(1, 1), slope.At(2, 1),
                                  slope.At(1, 2), slope.At(2, 2)}));
}

TEST(RawWriter, AFolderThatIsNotThereIsAFileError) {
  const TemporaryFolder folder;
  EXPECT_EQ(WriteRawF32(folder / "none/h.r32", FlowWords().Image()).code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace talus

#include "client/png_writer.h"

#include <gtest/gtest.h>

#include "tests/client/gdal_reader.h"
#include "tests/client/layer_words.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

TEST(PngWriter, SixteenBitGreyReadsBackExactly) {
  const TemporaryFolder folder;
  const LayerWords slope = SlopeWithHole();
  const LayerImage image = slope.Image();
  const SixteenBit coding = SixteenBitOf(image.range);
  ASSERT_TRUE(WritePng16(folder / "h.png", image, coding).ok());
  EXPECT_EQ(folder.Names(), std::set<std::string>{"h.png"});
  const Dataset png = OpenWithGdal(folder / "h.png");
  ASSERT_NE(png, nullptr);
  EXPECT_EQ(png->GetRasterBand(1)->GetRasterDataType(), GDT_UInt16);
  const std::vector<double> values = ReadBand(*png);
  std::vector<uint16_t> row(37);
  for (int64_t y = 0; y < 19; ++y) {
    EncodeRow16(image, coding, y, row.data());
    for (size_t x = 0; x < 37; ++x)
      EXPECT_EQ(values[static_cast<size_t>(y) * 37 + x], row[x]);
  }
}

TEST(PngWriter, ColoursKeepTheirBands) {
  const TemporaryFolder folder;
  RgbImage image(3, 2, {1, 2, 3});
  image.At(2, 1) = {250, 100, 7};
  ASSERT_TRUE(WritePng(folder / "c.png", image).ok());
  const Dataset png = OpenWithGdal(folder / "c.png");
  ASSERT_NE(png, nullptr);
  ASSERT_EQ(png->GetRasterCount(), 3);
  const double corner[] = {250, 100, 7};
  for (int band = 1; band <= 3; ++band) {
    const std::vector<double> values = ReadBand(*png, band);
    EXPECT_EQ(values[0], band);
    EXPECT_EQ(values[5], corner[band - 1]);
  }
}

TEST(PngWriter, GreyPicturesHaveOneBand) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WritePng(folder / "g.png", GrayImage(5, 4, 189)).ok());
  const Dataset png = OpenWithGdal(folder / "g.png");
  ASSERT_NE(png, nullptr);
  EXPECT_EQ(png->GetRasterCount(), 1);
  EXPECT_EQ(ReadBand(*png)[19], 189);
}

TEST(PngWriter, AFolderThatIsNotThereIsAFileError) {
  const TemporaryFolder folder;
  EXPECT_EQ(WritePng(folder / "none/g.png", GrayImage(1, 1, 9)).code(),
            absl::StatusCode::kAborted);
}

}  // namespace
}  // namespace talus

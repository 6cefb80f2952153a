// The files of the command line as the program gdalinfo sees them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "client/sidecar.h"
#include "tests/client/cli_harness.h"
#include "tests/client/gdalinfo.h"

namespace talus {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr char kDem[] = TALUS_TEST_DATA "/bigtujunga_30m.tif";

class CliGdalInfo : public Cli {
 protected:
  // Writes height and flow of columns [16, 116) and rows [32, 92).
  void Generate(const std::string& format) const {
    const Finished run =
        Talus({"generate", recipe_, "--region", "16,32,100,60", "--layers",
               "height,flow", "--format", format, "--out", folder_ / "out"});
    ASSERT_EQ(run.code, 0) << run.errors;
  }
  // A bare file as docs/cli.md describes it, in the words of GDAL.
  std::string Bare(const std::string& file, const std::string& type,
                   int bytes) const {
    return "<VRTDataset rasterXSize='100' rasterYSize='60'>"
           "<VRTRasterBand band='1' subClass='VRTRawRasterBand' dataType='" +
           type + "'><SourceFilename>" + Out(file) +
           "</SourceFilename><ByteOrder>LSB</ByteOrder><ImageOffset>0"
           "</ImageOffset><PixelOffset>" +
           std::to_string(bytes) + "</PixelOffset><LineOffset>" +
           std::to_string(100 * bytes) +
           "</LineOffset></VRTRasterBand></VRTDataset>";
  }
};

TEST_F(CliGdalInfo, ReadsGeoTiffsOfAMadeUpWorld) {
  Generate("tiff,cog");
  for (const std::string ending : {".tif", ".cog.tif"}) {
    for (const auto& [layer, unit] :
         {std::pair{"height", "m"}, {"flow", "m^2"}}) {
      const GdalInfo info =
          AskGdalInfo(Out(std::string("land_") + layer + ending));
      EXPECT_EQ(info.driver, "GTiff");
      EXPECT_THAT(info.size, ElementsAre(100, 60));
      EXPECT_THAT(info.wkt, StartsWith("ENGCRS[\"talus world\""));
      EXPECT_THAT(info.transform, ElementsAre(320, 20, 0, -640, 0, -20));
      ASSERT_THAT(info.bands, SizeIs(1));
      EXPECT_EQ(info.bands[0].type, "Float32");
      EXPECT_EQ(info.bands[0].description, layer);
      EXPECT_EQ(info.bands[0].unit, unit);
      EXPECT_EQ(info.bands[0].nodata, std::nullopt);
      EXPECT_LT(info.bands[0].min, info.bands[0].max);
    }
  }
}

TEST_F(CliGdalInfo, ReadsGreyPngsOf16Bits) {
  Generate("png16");
  for (const char* file : {"land_height.png", "land_flow.png"}) {
    const GdalInfo info = AskGdalInfo(Out(file));
    EXPECT_EQ(info.driver, "PNG");
    EXPECT_THAT(info.size, ElementsAre(100, 60));
    EXPECT_THAT(info.transform, IsEmpty());
    ASSERT_THAT(info.bands, SizeIs(1));
    EXPECT_EQ(info.bands[0].type, "UInt16");
    EXPECT_EQ(info.bands[0].colour, "Gray");
    EXPECT_EQ(info.bands[0].max, 65535);
  }
}

TEST_F(CliGdalInfo, ReadsBareFilesByTheirSidecar) {
  Generate("r16,r32,q32");
  const std::map<std::string, std::pair<const char*, int>> types = {
      {"uint16", {"UInt16", 2}},
      {"int32", {"Int32", 4}},
      {"float32", {"Float32", 4}}};
  const client::Sidecar sidecar = ReadSidecar(Out("land.json")).value();
  int files = 0;
  for (const client::LayerEntry& layer : sidecar.layers()) {
    for (const client::FileEntry& file : layer.files()) {
      const auto& [type, bytes] = types.at(file.sample());
      const GdalInfo info = AskGdalInfo(Bare(file.file(), type, bytes));
      EXPECT_THAT(info.size, ElementsAre(100, 60));
      ASSERT_THAT(info.bands, SizeIs(1));
      // gdalinfo prints three decimals.
      const double bound = 0.001 + 1e-6 * layer.max();
      EXPECT_NEAR(file.offset() + file.scale() * info.bands[0].min, layer.min(),
                  bound)
          << file.file();
      EXPECT_NEAR(file.offset() + file.scale() * info.bands[0].max, layer.max(),
                  bound)
          << file.file();
      ++files;
    }
  }
  EXPECT_EQ(files, 6);
}

TEST_F(CliGdalInfo, ReadsPictures) {
  Generate("hillshade,relief,sheet");
  const GdalInfo hillshade = AskGdalInfo(Out("land_hillshade.png"));
  EXPECT_THAT(hillshade.size, ElementsAre(100, 60));
  EXPECT_THAT(hillshade.bands,
              ElementsAre(Field(&GdalInfo::Band::colour, "Gray")));
  const GdalInfo relief = AskGdalInfo(Out("land_relief.png"));
  EXPECT_THAT(relief.size, ElementsAre(100, 60));
  const GdalInfo sheet = AskGdalInfo(Out("land_sheet.png"));
  ASSERT_THAT(sheet.size, SizeIs(2));
  EXPECT_GE(sheet.size[0], 300);
  EXPECT_GE(sheet.size[1], 60);
  for (const GdalInfo& picture : {relief, sheet}) {
    EXPECT_THAT(picture.bands,
                ElementsAre(Field(&GdalInfo::Band::colour, "Red"),
                            Field(&GdalInfo::Band::colour, "Green"),
                            Field(&GdalInfo::Band::colour, "Blue")));
  }
  for (const GdalInfo& picture : {hillshade, relief, sheet}) {
    EXPECT_EQ(picture.driver, "PNG");
    EXPECT_THAT(picture.bands, Each(Field(&GdalInfo::Band::type, "Byte")));
  }
}

TEST_F(CliGdalInfo, FindsAnErodedDemWhereTheDemIs) {
  const Finished run =
      Talus({"erode", kDem, "--out", folder_ / "out", "--format", "tiff,cog"});
  ASSERT_EQ(run.code, 0) << run.errors;
  const GdalInfo dem = AskGdalInfo(kDem);
  EXPECT_THAT(dem.size, ElementsAre(1197, 643));
  EXPECT_THAT(dem.wkt, HasSubstr("ID[\"EPSG\",32611]]"));
  ASSERT_THAT(dem.transform, SizeIs(6));
  EXPECT_EQ(dem.transform[1], 30);
  EXPECT_EQ(dem.transform[5], -30);
  ASSERT_THAT(dem.bands, SizeIs(1));
  for (const std::string ending : {".tif", ".cog.tif"}) {
    const GdalInfo eroded =
        AskGdalInfo(Out("bigtujunga_30m_eroded_height" + ending));
    EXPECT_EQ(eroded.driver, "GTiff");
    EXPECT_EQ(eroded.size, dem.size);
    EXPECT_EQ(eroded.wkt, dem.wkt);
    EXPECT_EQ(eroded.transform, dem.transform);
    ASSERT_THAT(eroded.bands, SizeIs(1));
    const GdalInfo::Band& band = eroded.bands[0];
    EXPECT_EQ(band.type, "Float32");
    EXPECT_EQ(band.description, "height");
    EXPECT_EQ(band.unit, "m");
    EXPECT_EQ(band.nodata, 32767);
    EXPECT_EQ(band.nodata, dem.bands[0].nodata);
    EXPECT_GT(band.min, dem.bands[0].min - 50);
    EXPECT_LE(band.max, dem.bands[0].max);
  }
}

}  // namespace
}  // namespace talus

#include "client/geotiff_writer.h"

#include <gtest/gtest.h>
#include <ogr_spatialref.h>

#include <cmath>

#include "client/pending_file.h"
#include "tests/client/gdal_reader.h"
#include "tests/client/layer_words.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

constexpr float kHole = -9999;

GeoTiffOptions Options(bool cog) {
  GeoTiffOptions options;
  options.georeference = WorldGeoreference({-256, 512, -219, 531}, 2.5);
  options.nodata = kHole;
  options.cloud_optimized = cog;
  return options;
}

class GeoTiffWriter : public testing::TestWithParam<bool> {};

TEST_P(GeoTiffWriter, GdalReadsBackEveryValueInMetres) {
  const TemporaryFolder folder;
  const LayerWords slope = SlopeWithHole();
  ASSERT_TRUE(
      WriteGeoTiff(folder / "h.tif", slope.Image(), Options(GetParam()), {})
          .ok());
  const Dataset dataset = OpenWithGdal(folder / "h.tif");
  ASSERT_NE(dataset, nullptr);
  EXPECT_EQ(dataset->GetRasterXSize(), 37);
  EXPECT_EQ(dataset->GetRasterYSize(), 19);
  GDALRasterBand& band = *dataset->GetRasterBand(1);
  EXPECT_EQ(band.GetRasterDataType(), GDT_Float32);
  EXPECT_EQ(band.GetNoDataValue(), kHole);
  EXPECT_STREQ(band.GetUnitType(), "m");
  EXPECT_STREQ(band.GetDescription(), "height");
  const std::vector<double> values = ReadBand(*dataset);
  for (size_t i = 0; i < slope.words.size(); ++i) {
    const double expected = slope.words[i] == INT32_MIN
                                ? kHole
                                : static_cast<float>(slope.words[i] / 65536.0);
    EXPECT_EQ(values[i], expected) << i;
  }
}

TEST_P(GeoTiffWriter, TheWorldsCoordinatesAreMetresEastAndNorth) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteGeoTiff(folder / "h.tif", SlopeWithHole().Image(),
                           Options(GetParam()), {})
                  .ok());
  const Dataset dataset = OpenWithGdal(folder / "h.tif");
  double t[6];
  ASSERT_EQ(dataset->GetGeoTransform(t), CE_None);
  EXPECT_EQ(t[0], -640);
  EXPECT_EQ(t[1], 2.5);
  EXPECT_EQ(t[3], -1280);
  EXPECT_EQ(t[5], -2.5);
  const OGRSpatialReference* crs = dataset->GetSpatialRef();
  ASSERT_NE(crs, nullptr);
  EXPECT_TRUE(crs->IsLocal());
  EXPECT_EQ(crs->GetLinearUnits(), 1.0);
}

TEST_P(GeoTiffWriter, EqualLayersGiveEqualFiles) {
  const TemporaryFolder folder;
  for (const char* name : {"a.tif", "b.tif"}) {
    ASSERT_TRUE(WriteGeoTiff(folder / name, SlopeWithHole().Image(),
                             Options(GetParam()), {})
                    .ok());
  }
  EXPECT_EQ(folder.Names(), (std::set<std::string>{"a.tif", "b.tif"}));
  EXPECT_EQ(HashFile(folder / "a.tif").value(),
            HashFile(folder / "b.tif").value());
}

TEST_P(GeoTiffWriter, AStopLeavesNoFile) {
  const TemporaryFolder folder;
  std::stop_source stop;
  stop.request_stop();
  const absl::Status status =
      WriteGeoTiff(folder / "h.tif", SlopeWithHole().Image(),
                   Options(GetParam()), stop.get_token());
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_TRUE(folder.Names().empty());
}

TEST_P(GeoTiffWriter, AFolderThatIsNotThereIsAFileError) {
  const TemporaryFolder folder;
  const absl::Status status = WriteGeoTiff(
      folder / "none/h.tif", SlopeWithHole().Image(), Options(GetParam()), {});
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted) << status;
}

INSTANTIATE_TEST_SUITE_P(, GeoTiffWriter, testing::Bool(),
                         [](const auto& info) {
                           return info.param ? "Cog" : "Plain";
                         });

TEST(GeoTiffWriterOfARaster, ProjectedRastersKeepTheirCoordinateSystem) {
  const TemporaryFolder folder;
  OGRSpatialReference utm;
  utm.importFromEPSG(32611);
  char* wkt = nullptr;
  utm.exportToWkt(&wkt);
  GeoTiffOptions options;
  options.georeference = {wkt, {390000, 30, 0, 3800000, 0, -30}};
  CPLFree(wkt);
  ASSERT_TRUE(
      WriteGeoTiff(folder / "h.tif", FlowWords().Image(), options, {}).ok());
  const Dataset dataset = OpenWithGdal(folder / "h.tif");
  EXPECT_TRUE(dataset->GetSpatialRef()->IsSame(&utm));
  int has_nodata = 1;
  dataset->GetRasterBand(1)->GetNoDataValue(&has_nodata);
  EXPECT_FALSE(has_nodata);
  EXPECT_EQ(ReadBand(*dataset)[38], 402);
}

}  // namespace
}  // namespace talus

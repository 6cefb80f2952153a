#include "client/region_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>

#include "client/layer_stats.h"
#include "client/pending_file.h"
#include "client/sidecar.h"
#include "sim/recipe/recipe_text.h"
#include "tests/client/gdal_reader.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

constexpr Rect kRegion = {-300, 10, -20, 120};

// A region of hills with water, made by hand; a hole in its corner.
FinishedRegion Hills(const Rect& made) {
  FinishedRegion finished{
      Mosaic::Make(made, {Layer::kHeight, Layer::kWater, Layer::kFlow}, 1 << 30,
                   "")
          .value(),
      {}};
  finished.result.engine_version = 3;
  finished.result.summary.mutable_ledger()->set_rain(77);
  for (const Layer layer : {Layer::kHeight, Layer::kWater, Layer::kFlow}) {
    std::vector<int32_t> words;
    for (int64_t y = made.y0; y < made.y1; ++y) {
      for (int64_t x = made.x0; x < made.x1; ++x) {
        const double z = 500 + 90 * std::sin(static_cast<double>(x) * 0.05) *
                                   std::cos(static_cast<double>(y) * 0.06);
        const bool hole = x < -290 && y < 15;
        if (layer == Layer::kFlow) {
          words.push_back(std::bit_cast<int32_t>(
              hole ? kNodataValue : static_cast<float>(z * z)));
        } else {
          const double value = layer == Layer::kHeight ? z
                               : z < 450               ? 450 - z
                                                       : 0;
          words.push_back(hole ? kNodataQuanta
                               : static_cast<int32_t>(value * 65536));
        }
      }
    }
    EXPECT_TRUE(
        finished.mosaic.OnTile({layer, 1, made, words.data(), made.width()})
            .ok());
  }
  return finished;
}

RegionQuery Query(const Rect& made) {
  RegionQuery query;
  query.recipe =
      Canonicalize(ParseRecipe("cell_size_m: 5 stages { plane {} }").value())
          .value();
  query.request.level = 1;
  query.request.region = made;
  return query;
}

ExportOptions Options(const TemporaryFolder& folder,
                      const std::string& formats) {
  ExportOptions options;
  options.folder = folder / "out";
  options.name = "hills";
  options.formats = ParseFormats(formats).value();
  options.layers = {Layer::kHeight, Layer::kFlow};
  options.region = kRegion;
  options.georeference = WorldGeoreference(kRegion, 10);
  options.caption = "hills";
  return options;
}

const client::LayerEntry& Entry(const client::Sidecar& sidecar,
                                const std::string& layer) {
  for (const client::LayerEntry& entry : sidecar.layers()) {
    if (entry.layer() == layer) return entry;
  }
  return client::LayerEntry::default_instance();
}

TEST(RegionWriter, EveryFormatHoldsTheValuesThatTheSidecarPromises) {
  const TemporaryFolder folder;
  const FinishedRegion finished = Hills(kRegion);
  const auto paths = WriteRegion(finished, Query(kRegion),
                                 Options(folder, "tiff,cog,png16"), {});
  ASSERT_TRUE(paths.ok()) << paths.status();
  const client::Sidecar sidecar = ReadSidecar(paths->back()).value();
  ASSERT_EQ(sidecar.layers_size(), 2);
  for (const client::LayerEntry& entry : sidecar.layers()) {
    const Layer layer =
        entry.layer() == "height" ? Layer::kHeight : Layer::kFlow;
    const GridView<int32_t> words = finished.mosaic.View(layer, kRegion);
    ASSERT_EQ(entry.files_size(), 3);
    for (const client::FileEntry& file : entry.files()) {
      const Dataset dataset = OpenWithGdal(folder / ("out/" + file.file()));
      ASSERT_NE(dataset, nullptr) << file.file();
      const std::vector<double> samples = ReadBand(*dataset);
      const double step = file.sample() == "uint16"
                              ? file.scale()
                              : std::ldexp(entry.max(), -23);
      for (int64_t y = 0; y < kRegion.height(); ++y) {
        for (int64_t x = 0; x < kRegion.width(); ++x) {
          const double sample =
              samples[static_cast<size_t>(y * kRegion.width() + x)];
          const int32_t word = words.Row(y)[x];
          if (IsNodata(layer, word)) {
            ASSERT_EQ(sample, file.nodata()) << file.file();
          } else {
            ASSERT_NEAR(file.offset() + file.scale() * sample,
                        LayerValue(layer, word), 0.5001 * step)
                << file.file();
          }
        }
      }
    }
  }
}

TEST(RegionWriter, TheSidecarTellsAllThatAReaderOfBareSamplesNeeds) {
  const TemporaryFolder folder;
  const FinishedRegion finished = Hills(kRegion);
  const RegionQuery query = Query(kRegion);
  const auto paths =
      WriteRegion(finished, query, Options(folder, "r16,r32,q32"), {});
  ASSERT_TRUE(paths.ok()) << paths.status();
  EXPECT_EQ(paths->back(), folder / "out/hills.json");
  const client::Sidecar sidecar = ReadSidecar(paths->back()).value();
  EXPECT_EQ(sidecar.cell_size_m(), 10);
  EXPECT_EQ(sidecar.level(), 1u);
  EXPECT_EQ(FromSidecar(sidecar.region()), kRegion);
  EXPECT_EQ(sidecar.byte_order(), "little");
  EXPECT_EQ(sidecar.row_order(), "north_first");
  EXPECT_EQ(sidecar.recipe_digest(), query.recipe.digest);
  EXPECT_EQ(sidecar.engine_version(), 3u);
  EXPECT_EQ(sidecar.ledger().rain(), 77);
  const client::LayerEntry& height = Entry(sidecar, "height");
  EXPECT_EQ(height.unit(), "m");
  EXPECT_EQ(height.nodata_cells(), 50);
  EXPECT_EQ(height.blocks_size(), 2);
  for (const client::LayerEntry& entry : sidecar.layers()) {
    for (const client::FileEntry& file : entry.files()) {
      const std::string path = folder / ("out/" + file.file());
      EXPECT_EQ(file.sha256(), HashFile(path).value());
      const size_t bytes = file.sample() == "uint16" ? 2 : 4;
      EXPECT_EQ(ReadFile(path, 1 << 20).value().size(),
                static_cast<size_t>(kRegion.area()) * bytes);
    }
  }
  const std::string recipe =
      ReadFile(folder / ("out/" + sidecar.recipe_file()), 1 << 20).value();
  EXPECT_EQ(Canonicalize(ParseRecipe(recipe).value()).value().digest,
            query.recipe.digest);
}

TEST(RegionWriter,
     PicturesOfAGrownRegionHaveTheRegionsSizeAndDigestsAreOfTheRegion) {
  const TemporaryFolder folder;
  const ExportFormats formats =
      ParseFormats("q32,hillshade,relief,sheet").value();
  const Rect made = RegionFor(formats, kRegion, 0);
  EXPECT_EQ(made, Grow(kRegion, 1));
  const FinishedRegion grown = Hills(made);
  const auto paths = WriteRegion(
      grown, Query(made), Options(folder, "q32,hillshade,relief,sheet"), {});
  ASSERT_TRUE(paths.ok()) << paths.status();
  for (const char* name : {"out/hills_hillshade.png", "out/hills_relief.png"}) {
    const Dataset png = OpenWithGdal(folder / name);
    ASSERT_NE(png, nullptr);
    EXPECT_EQ(png->GetRasterXSize(), kRegion.width());
    EXPECT_EQ(png->GetRasterYSize(), kRegion.height());
  }
  EXPECT_NE(OpenWithGdal(folder / "out/hills_sheet.png"), nullptr);
  const client::Sidecar sidecar = ReadSidecar(paths->back()).value();
  EXPECT_EQ(sidecar.pictures_size(), 3);
  EXPECT_EQ(FromSidecar(sidecar.ledger_region()), made);
  const FinishedRegion bare = Hills(kRegion);
  EXPECT_EQ(
      Entry(sidecar, "height").root_digest(),
      ToHex(
          DigestsOf(kRegion, bare.mosaic.View(Layer::kHeight, kRegion)).root));
}

TEST(RegionWriter, TheRimOfPicturesStaysInTheWorld) {
  const ExportFormats formats = ParseFormats("hillshade").value();
  const int64_t edge = kWorldEdge >> 2;
  EXPECT_EQ(RegionFor(formats, {-edge, 0, 9 - edge, 9}, 2),
            (Rect{-edge, -1, 10 - edge, 10}));
  EXPECT_EQ(RegionFor(formats, {-edge - 1, 0, 9 - edge, 9}, 2),
            (Rect{-edge - 1, 0, 9 - edge, 9}));
  const Rect largest = {0, 0, kLargestRegion, 9};
  EXPECT_EQ(RegionFor(formats, largest, 0), largest);
}

TEST(RegionWriter, TheImportedNodataValueIsKeptUnlessItIsAHeight) {
  for (const auto& [given, written] :
       {std::pair(32767.0, 32767.0), std::pair(500.0, -32768.0),
        std::pair(-3.4028234663852886e38, -3.4028234663852886e38),
        std::pair(0.1, -32768.0)}) {
    const TemporaryFolder folder;
    ExportOptions options = Options(folder, "tiff");
    options.layers = {Layer::kHeight};
    options.nodata = given;
    ASSERT_TRUE(WriteRegion(Hills(kRegion), Query(kRegion), options, {}).ok());
    const Dataset tiff = OpenWithGdal(folder / "out/hills_height.tif");
    EXPECT_EQ(tiff->GetRasterBand(1)->GetNoDataValue(), written);
    EXPECT_EQ(ReadBand(*tiff)[0], written);
  }
}

TEST(RegionWriter, AStopLeavesNoSidecarAndNoHalfFile) {
  const TemporaryFolder folder;
  std::stop_source stop;
  stop.request_stop();
  const auto paths = WriteRegion(Hills(kRegion), Query(kRegion),
                                 Options(folder, "tiff,r16"), stop.get_token());
  EXPECT_EQ(paths.status().code(), absl::StatusCode::kCancelled);
  for (const auto& entry :
       std::filesystem::directory_iterator(folder / "out")) {
    EXPECT_THAT(entry.path().filename().string(),
                testing::Not(testing::StartsWith(".")))
        << entry;
    EXPECT_NE(entry.path().extension(), ".json");
  }
}

TEST(RegionWriter, AsksForTheLayersThatPicturesShow) {
  const LayerSet made = {Layer::kHeight, Layer::kWater, Layer::kSediment,
                         Layer::kWear};
  EXPECT_EQ(LayersFor({ExportFormat::kTiff}, {Layer::kWear}, made),
            LayerSet{Layer::kWear});
  EXPECT_EQ(LayersFor({ExportFormat::kHillshade}, {Layer::kWear}, made),
            (LayerSet{Layer::kHeight, Layer::kWear}));
  EXPECT_EQ(LayersFor({ExportFormat::kSheet}, {Layer::kHeight}, made),
            (LayerSet{Layer::kHeight, Layer::kWater, Layer::kSediment}));
  EXPECT_EQ(LayersFor({ExportFormat::kSheet}, {Layer::kHeight},
                      {Layer::kHeight, Layer::kFlow, Layer::kWear}),
            (LayerSet{Layer::kHeight, Layer::kFlow, Layer::kWear}));
}

}  // namespace
}  // namespace talus

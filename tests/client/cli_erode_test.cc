// The command line as a process: rasters that it erodes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/client/cli_harness.h"
#include "tests/client/gdal_reader.h"
#include "tests/client/test_raster.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

class CliErode : public Cli {};

TEST_F(CliErode, ErodeKeepsExtentPlaceAndNodataOfARaster) {
  RasterSpec spec;
  spec.width = 150;
  spec.height = 90;
  spec.type = GDT_Int16;
  spec.nodata = 32767;
  spec.value = [](int x, int y) {
    return x < 20 && y < 10
               ? 32767
               : std::round(900 + 400 * std::sin(x * 0.1) * std::cos(y * 0.13));
  };
  WriteRaster(folder_ / "dem.tif", spec);
  const Finished run =
      Talus({"erode", folder_ / "dem.tif", "--out", folder_ / "out"});
  ASSERT_EQ(run.code, 0) << run.errors;
  const Dataset before = OpenWithGdal(folder_ / "dem.tif");
  const Dataset after = OpenWithGdal(Out("dem_eroded_height.tif"));
  ASSERT_NE(after, nullptr);
  EXPECT_EQ(after->GetRasterXSize(), 150);
  EXPECT_EQ(after->GetRasterYSize(), 90);
  double from[6], to[6];
  before->GetGeoTransform(from);
  after->GetGeoTransform(to);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(from[i], to[i]);
  EXPECT_TRUE(before->GetSpatialRef()->IsSame(after->GetSpatialRef()));
  EXPECT_EQ(after->GetRasterBand(1)->GetNoDataValue(), 32767);
  const std::vector<double> old = ReadBand(*before), eroded = ReadBand(*after);
  int changed = 0;
  for (size_t i = 0; i < old.size(); ++i) {
    EXPECT_EQ(old[i] == 32767, eroded[i] == 32767);
    changed += old[i] != eroded[i] ? 1 : 0;
  }
  EXPECT_GT(changed, 5000);
}

TEST_F(CliErode, ErodeTakesTheErosionOfAnotherRecipe) {
  WriteRaster(folder_ / "dem.tif", {});
  const Finished run = Talus({"erode", folder_ / "dem.tif", "--recipe", recipe_,
                              "--out", folder_ / "out", "--format", "q32"});
  ASSERT_EQ(run.code, 0) << run.errors;
  const std::string recipe =
      ReadFile(Out("dem_eroded.recipe.textproto"), 1 << 20).value();
  EXPECT_THAT(recipe, HasSubstr("water_erosion"));
  EXPECT_THAT(recipe, testing::Not(HasSubstr("gradient_noise")));
  const Finished verify =
      Talus({"verify", folder_ / "out", "--raster", folder_ / "dem.tif"});
  EXPECT_EQ(verify.code, 0) << verify.errors;
}

TEST_F(CliErode, ARasterThatFitsNoStageOrScaleIsToldOf) {
  const std::string dem = folder_ / "dem.tif";
  WriteRaster(dem, {});
  const Finished unused = Talus({"plan", recipe_, "--raster", dem});
  EXPECT_EQ(unused.code, 2);
  EXPECT_THAT(unused.errors,
              HasSubstr("no raster or layer_raster stage of the recipe"));
  ASSERT_EQ(Talus({"erode", dem, "--out", folder_ / "out"}).code, 0);
  const std::string recipe = Out("dem_eroded.recipe.textproto");
  const Finished without = Talus({"plan", recipe});
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.errors, HasSubstr("--raster"));
  const Finished fits = Talus({"plan", recipe, "--raster", dem});
  EXPECT_EQ(fits.code, 0) << fits.errors;
  EXPECT_EQ(fits.errors, "");
  const Finished scaled =
      Talus({"plan", recipe, "--raster", dem, "--set", "cell_size_m=10"});
  EXPECT_EQ(scaled.code, 0) << scaled.errors;
  EXPECT_THAT(scaled.errors,
              HasSubstr("has cells of 30, the recipe takes them as 10 m"));
}

TEST_F(CliErode, ARasterCountsAgainstTheMemoryBeforeItIsRead) {
  GDALAllRegister();
  {
    const char* sparse[] = {"SPARSE_OK=TRUE", "TILED=YES", nullptr};
    const Dataset dataset(
        GetGDALDriverManager()->GetDriverByName("GTiff")->Create(
            (folder_ / "large.tif").c_str(), 16384, 16384, 1, GDT_Byte,
            const_cast<char**>(sparse)));
    ASSERT_NE(dataset, nullptr);
  }
  const Finished run = Talus({"erode", folder_ / "large.tif", "--cell-size",
                              "10", "--memory", "512M"});
  EXPECT_EQ(run.code, 6);
  EXPECT_THAT(run.errors, HasSubstr("16384 x 16384 cells, which take "));
  EXPECT_THAT(run.errors, HasSubstr(" and 512 MiB are left of --memory"));
  WriteRaster(folder_ / "small.tif", {.width = 4000, .height = 1000});
  const Finished close = Talus(
      {"erode", folder_ / "small.tif", "--memory", "24M", "--format", "q32"});
  EXPECT_EQ(close.code, 6);
  EXPECT_THAT(close.errors, HasSubstr("are allowed"));
}

}  // namespace
}  // namespace talus

// The command line as a process: rasters as masks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/raster_import.h"
#include "tests/client/cli_harness.h"
#include "tests/client/gdal_reader.h"
#include "tests/client/test_raster.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

class CliMask : public Cli {
 protected:
  // A mask without a place of its own, every fifth column without data.
  CliMask() {
    RasterSpec spec;
    spec.width = 64;
    spec.height = 32;
    spec.type = GDT_Byte;
    spec.epsg = 0;
    spec.nodata = 7;
    spec.value = [](int x, int y) {
      return x % 5 == 0 ? 7 : (x * 32 + y) % 248 + 8;
    };
    WriteRaster(mask_, spec);
    ImportOptions options;
    options.cell_size_m = 10;
    const auto raster = ImportRaster(mask_, options);
    EXPECT_TRUE(raster.ok()) << raster.status();
    EXPECT_TRUE(
        WriteFile(masked_, absl::StrCat("stages { plane { base_m: 100 } } "
                                        "stages { layer_raster { one: 255 "
                                        "sha256: '",
                                        raster->sha256, "' } }"))
            .ok());
  }

  const std::string mask_ = folder_ / "mask.tif";
  const std::string masked_ = folder_ / "masked.textproto";
};

TEST_F(CliMask, AnEightBitMaskComesOutAsSharesAndEndsNoWorld) {
  const Finished run = Talus({"generate", masked_, "--raster", mask_, "--size",
                              "64x32", "--layers", "height,mask", "--format",
                              "tiff", "--out", folder_ / "out"});
  ASSERT_EQ(run.code, 0) << run.errors;
  const Dataset mask = OpenWithGdal(Out("masked_mask.tif"));
  const Dataset height = OpenWithGdal(Out("masked_height.tif"));
  ASSERT_NE(mask, nullptr);
  ASSERT_NE(height, nullptr);
  const std::vector<double> shares = ReadBand(*mask);
  const std::vector<double> ground = ReadBand(*height);
  ASSERT_EQ(shares.size(), 64u * 32u);
  for (int i = 0; i < 64 * 32; ++i) {
    const int x = i % 64, y = i / 64;
    const double want = x % 5 == 0 ? 0 : ((x * 32 + y) % 248 + 8) / 255.0;
    EXPECT_NEAR(shares[static_cast<size_t>(i)], want, 1e-6) << x << " " << y;
    EXPECT_EQ(ground[static_cast<size_t>(i)], 100) << x << " " << y;
  }
}

// Water that rains where the mask says, on land that is given.
TEST_F(CliMask, AMaskOfALandThatIsErodedComesByRaster) {
  RasterSpec spec;
  spec.width = 64;
  spec.height = 32;
  spec.value = [](int x, int y) { return 500 - 3 * x + 2 * (y % 7); };
  const std::string land = folder_ / "land.tif";
  WriteRaster(land, spec);
  const auto recipe = ReadFile(masked_, 1 << 16);
  ASSERT_TRUE(recipe.ok());
  const std::string rain = folder_ / "rain.textproto";
  ASSERT_TRUE(
      WriteFile(rain, absl::StrCat(*recipe,
                                   "stages { water_erosion { passes: 20 "
                                   "initial_water_m: 0 } scales { parameter: "
                                   "'rain_m_per_s' } }"))
          .ok());
  const std::vector<std::string> erode = {"erode",    land,
                                          "--recipe", rain,
                                          "--layers", "height,mask,runoff",
                                          "--format", "tiff",
                                          "--out",    folder_ / "out"};
  EXPECT_EQ(Talus(erode).code, 2);
  std::vector<std::string> with_mask = erode;
  with_mask.insert(with_mask.end(), {"--raster", mask_});
  const Finished run = Talus(with_mask);
  ASSERT_EQ(run.code, 0) << run.errors;
  const Dataset mask = OpenWithGdal(Out("land_eroded_mask.tif"));
  const Dataset runoff = OpenWithGdal(Out("land_eroded_runoff.tif"));
  ASSERT_NE(mask, nullptr);
  ASSERT_NE(runoff, nullptr);
  EXPECT_NEAR(ReadBand(*mask)[1], (32 % 248 + 8) / 255.0, 1e-6);
  const std::vector<double> ran = ReadBand(*runoff);
  EXPECT_GT(*std::max_element(ran.begin(), ran.end()), 0);
}

TEST_F(CliMask, AMaskThatIsNotGivenIsAskedFor) {
  const Finished run = Talus({"plan", masked_});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.errors, HasSubstr("give its file with --raster"));
}

}  // namespace
}  // namespace talus

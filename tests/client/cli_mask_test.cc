// The command line as a process: rasters as masks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST_F(CliMask, AMaskThatIsNotGivenIsAskedFor) {
  const Finished run = Talus({"plan", masked_});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.errors, HasSubstr("give its file with --raster"));
}

}  // namespace
}  // namespace talus

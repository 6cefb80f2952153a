#include "client/raster_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ogr_spatialref.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>

#include "sim/base/digest.h"
#include "tests/client/test_raster.h"
#include "tests/temporary_folder.h"

namespace talus {
namespace {

class RasterImport : public testing::Test {
 protected:
  absl::StatusOr<ImportedRaster> Import(const RasterSpec& spec,
                                        const ImportOptions& options = {}) {
    WriteRaster(folder_ / "dem.tif", spec);
    return ImportRaster(folder_ / "dem.tif", options);
  }
  const TemporaryFolder folder_;
};

TEST_F(RasterImport, ADemKeepsItsHeightsCellSizeAndPlace) {
  const auto raster = Import({});
  ASSERT_TRUE(raster.ok()) << raster.status();
  EXPECT_EQ(raster->cell_m, 30);
  EXPECT_EQ(raster->nodata_cells, 0);
  EXPECT_FALSE(raster->nodata.has_value());
  EXPECT_EQ(raster->georeference.transform[0], 390000);
  EXPECT_THAT(raster->georeference.wkt, testing::HasSubstr("UTM zone 11N"));
  EXPECT_EQ(raster->data->quanta.rect(), (Rect{0, 0, 40, 30}));
  const float expected =
      static_cast<float>(900 + 300 * std::sin(7 * 0.3) + 0.25 * 9);
  EXPECT_EQ(*raster->data->quanta.At(7, 9),
            std::lround(static_cast<double>(expected) * 65536));
}

TEST_F(RasterImport, WholeMetresWithNodataBecomeQuantaAndHoles) {
  RasterSpec spec;
  spec.type = GDT_Int16;
  spec.nodata = 32767;
  spec.value = [](int x, int y) { return x == 3 ? 32767 : 100 * y - 50; };
  const auto raster = Import(spec);
  ASSERT_TRUE(raster.ok()) << raster.status();
  EXPECT_EQ(raster->nodata_cells, 30);
  EXPECT_EQ(raster->nodata, 32767);
  EXPECT_EQ(*raster->data->quanta.At(3, 5), RasterData::kNodata);
  EXPECT_EQ(*raster->data->quanta.At(4, 0), -50 * 65536);
}

TEST_F(RasterImport, NotANumberAndInfinityAreNodata) {
  RasterSpec spec;
  spec.value = [](int x, int) {
    return x == 0   ? std::numeric_limits<double>::quiet_NaN()
           : x == 1 ? std::numeric_limits<double>::infinity()
                    : 5.0;
  };
  const auto raster = Import(spec);
  ASSERT_TRUE(raster.ok()) << raster.status();
  EXPECT_EQ(raster->nodata_cells, 60);
  EXPECT_EQ(*raster->data->quanta.At(1, 1), RasterData::kNodata);
  EXPECT_EQ(*raster->data->quanta.At(2, 1), 5 * 65536);
}

TEST_F(RasterImport, FeetAndScaledValuesBecomeMetres) {
  RasterSpec spec;
  spec.type = GDT_Int16;
  spec.unit = "ft";
  spec.scale = 10;
  spec.value = [](int, int) { return 100; };
  const auto raster = Import(spec);
  ASSERT_TRUE(raster.ok()) << raster.status();
  EXPECT_EQ(*raster->data->quanta.At(0, 0), std::lround(304.8 * 65536));
}

TEST_F(RasterImport, ACoordinateSystemInFeetHasCellsInMetres) {
  RasterSpec spec;
  spec.epsg = 2229;  // California zone 5, US survey feet
  EXPECT_NEAR(Import(spec)->cell_m, 30 * 1200.0 / 3937, 1e-9);
}

TEST_F(RasterImport, RefusesWhatItCannotReadRightAndSaysWhatToDo) {
  struct Case {
    std::string what;
    std::function<void(RasterSpec&)> change;
    absl::StatusCode code;
    std::string message;
  };
  for (const Case& c : {
           Case{"rotated", [](RasterSpec& s) { s.transform[2] = 3; },
                absl::StatusCode::kInvalidArgument,
                "gdalwarp writes it with north up"},
           Case{"upside down", [](RasterSpec& s) { s.transform[5] = 30; },
                absl::StatusCode::kInvalidArgument,
                "is rotated or upside down"},
           Case{"degrees",
                [](RasterSpec& s) {
                  s.epsg = 4326;
                  s.transform = {-118, 0.001, 0, 34, 0, -0.001};
                },
                absl::StatusCode::kInvalidArgument, "counts in degrees"},
           Case{"no position",
                [](RasterSpec& s) { s.transform = {0, 0, 0, 0, 0, 0}; },
                absl::StatusCode::kInvalidArgument,
                "does not say how large its cells are; give --cell-size"},
           Case{"complex", [](RasterSpec& s) { s.type = GDT_CFloat32; },
                absl::StatusCode::kInvalidArgument,
                "has complex values (CFloat32)"},
           Case{"tiny cells",
                [](RasterSpec& s) {
                  s.transform[1] = 1e-4;
                  s.transform[5] = -1e-4;
                },
                absl::StatusCode::kInvalidArgument,
                "has cells of 0.0001 m, outside [0.01, 10000]; give "
                "--cell-size METRES"},
           Case{"no system", [](RasterSpec& s) { s.epsg = 0; },
                absl::StatusCode::kInvalidArgument, "give --cell-size METRES"},
           Case{"oblong cells", [](RasterSpec& s) { s.transform[5] = -31; },
                absl::StatusCode::kInvalidArgument, "cells of 30 by 31 m"},
           Case{"fathoms", [](RasterSpec& s) { s.unit = "fathom"; },
                absl::StatusCode::kInvalidArgument, "heights in 'fathom'"},
           Case{"too high",
                [](RasterSpec& s) {
                  s.value = [](int x, int y) {
                    return x == 4 && y == 2 ? 16001.0 : 0;
                  };
                },
                absl::StatusCode::kInvalidArgument,
                "16001 m at column 4, row 2"},
           Case{"unstated nodata",
                [](RasterSpec& s) {
                  s.value = [](int, int) { return -3.4e38; };
                },
                absl::StatusCode::kInvalidArgument, "gdal_translate -a_nodata"},
           Case{"no data",
                [](RasterSpec& s) {
                  s.nodata = 7;
                  s.value = [](int, int) { return 7; };
                },
                absl::StatusCode::kInvalidArgument, "has no data in band 1"},
       }) {
    RasterSpec spec;
    c.change(spec);
    const absl::Status status = Import(spec).status();
    EXPECT_EQ(status.code(), c.code) << c.what;
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(c.message))
        << c.what;
  }
}

TEST_F(RasterImport, CellSizeStandsInForWhatTheRasterDoesNotSay) {
  RasterSpec spec;
  spec.epsg = 4326;
  spec.transform = {-118, 0.001, 0, 34, 0, -0.0008};
  EXPECT_EQ(Import(spec, {.cell_size_m = 92})->cell_m, 92);
}

TEST_F(RasterImport, RastersBeyondTheLimitAreNotRead) {
  const absl::Status status = Import({}, {.max_cells = 1199}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("40 x 30 cells; at most 1199"));
  EXPECT_TRUE(Import({}, {.max_cells = 1200}).ok());
}

TEST_F(RasterImport, RastersBeyondTheMemoryAreNotRead) {
  // 40 x 30 words, and 8 MiB for the reading.
  const int64_t needed = 40 * 30 * 4 + (int64_t{8} << 20);
  const absl::Status status = Import({}, {.memory_bytes = needed - 1}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("are left of --memory"));
  EXPECT_TRUE(Import({}, {.memory_bytes = needed}).ok());
}

TEST_F(RasterImport, NamesTheFilesThatItReads) {
  EXPECT_EQ(Import({})->files, std::vector<std::string>{folder_ / "dem.tif"});
}

TEST_F(RasterImport, FilesAndBandsThatAreNotThereAreErrors) {
  EXPECT_EQ(ImportRaster(folder_ / "none.tif", {}).status(),
            absl::NotFoundError("cannot read " + (folder_ / "none.tif") +
                                ": No such file or directory"));
  EXPECT_EQ(Import({}, {.band = 2}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(RasterDigest, IsOverSizeAndQuantaInLittleEndian) {
  RasterData data;
  data.quanta = Plane<int32_t>(Rect{0, 0, 2, 1});
  *data.quanta.At(0, 0) = 1;
  *data.quanta.At(1, 0) = RasterData::kNodata;
  EXPECT_EQ(RasterDigest(data),
            Sha256Hex(std::string("\2\0\0\0\1\0\0\0\1\0\0\0\0\0\0\x80", 16)));
}

TEST(RasterImportOfARealDem, BigTujungaComesWithItsNodataAndPlace) {
  const auto raster = ImportRaster(TALUS_TEST_DATA "/bigtujunga_30m.tif", {});
  ASSERT_TRUE(raster.ok()) << raster.status();
  EXPECT_EQ(raster->data->quanta.rect(), (Rect{0, 0, 1197, 643}));
  EXPECT_NEAR(raster->cell_m, 30, 1e-6);
  EXPECT_EQ(raster->nodata, 32767);
  EXPECT_EQ(raster->nodata_cells, 0);  // declared, but every cell has data
  int32_t low = INT32_MAX, high = INT32_MIN;
  for (int64_t y = 0; y < 643; ++y) {
    for (int64_t x = 0; x < 1197; ++x) {
      const int32_t q = *raster->data->quanta.At(x, y);
      if (q == RasterData::kNodata) continue;
      low = std::min(low, q);
      high = std::max(high, q);
    }
  }
  EXPECT_EQ(low, 315 * 65536);
  EXPECT_EQ(high, 2295 * 65536);
}

}  // namespace
}  // namespace talus

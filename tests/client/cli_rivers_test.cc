// What `talus rivers` writes, as GDAL reads it.

#include <gdal_priv.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ogrsf_frmts.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/gdal_session.h"
#include "tests/client/cli_harness.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

constexpr char kDem[] = TALUS_TEST_DATA "/bigtujunga_30m.tif";

using CliRivers = Cli;

struct ReadReach {
  int64_t to = 0;
  int64_t order = 0;
  double length_m = 0, area_m2 = 0, discharge = 0, width_m = 0;
  double from_m = 0, to_m = 0;
  OGRPoint first, last;
  double line_m = 0;
};

std::map<int64_t, ReadReach> ReadReaches(const std::string& path) {
  std::map<int64_t, ReadReach> reaches;
  const Dataset file(GDALDataset::Open(path.c_str(), GDAL_OF_VECTOR));
  if (file == nullptr) return reaches;
  OGRLayer* layer = file->GetLayerByName("rivers");
  if (layer == nullptr) return reaches;
  for (const auto& row : *layer) {
    const OGRLineString* line = row->GetGeometryRef()->toLineString();
    ReadReach& r = reaches[row->GetFieldAsInteger64("id")];
    r.to = row->GetFieldAsInteger64("to_id");
    r.order = row->GetFieldAsInteger64("strahler");
    r.length_m = row->GetFieldAsDouble("length_m");
    r.area_m2 = row->GetFieldAsDouble("area_m2");
    r.discharge = row->GetFieldAsDouble("discharge_m3_s");
    r.width_m = row->GetFieldAsDouble("width_m");
    r.from_m = row->GetFieldAsDouble("from_m");
    r.to_m = row->GetFieldAsDouble("to_m");
    line->StartPoint(&r.first);
    line->EndPoint(&r.last);
    r.line_m = line->get_Length();
  }
  return reaches;
}

TEST_F(CliRivers, RiversOfARealDemJoinRunDownAndGrow) {
  const Finished run =
      Talus({"rivers", kDem, "--format", "gpkg,geojson", "--lake-area", "900",
             "--lake-depth", "0.1", "--out", folder_ / "out"});
  ASSERT_EQ(run.code, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr(Out("bigtujunga_30m_rivers.gpkg")));
  EXPECT_THAT(run.output, HasSubstr(Out("bigtujunga_30m_rivers.geojson")));
  EXPECT_THAT(run.output, HasSubstr(Out("bigtujunga_30m_lakes.geojson")));
  const GdalSession gdal;
  const auto reaches = ReadReaches(Out("bigtujunga_30m_rivers.gpkg"));
  ASSERT_GT(reaches.size(), 50u);
  int64_t largest = 0;
  for (const auto& [id, r] : reaches) {
    largest = std::max(largest, r.order);
    EXPECT_NEAR(r.line_m, r.length_m, 1e-6 * r.length_m);
    EXPECT_LE(r.to_m, r.from_m);
    EXPECT_NEAR(r.width_m, 7.2 * std::sqrt(r.discharge), 1e-9);
    if (r.to == 0) continue;
    const ReadReach& next = reaches.at(r.to);
    EXPECT_TRUE(next.first.Equals(&r.last)) << id;
    EXPECT_GT(next.discharge, r.discharge);
    EXPECT_GE(next.order, r.order);
  }
  EXPECT_GE(largest, 4);
  EXPECT_EQ(ReadReaches(Out("bigtujunga_30m_rivers.geojson")).size(),
            reaches.size());
}

TEST_F(CliRivers, LakesAreValidPolygonsOfTheirArea) {
  const Finished run = Talus({"rivers", kDem, "--lake-area", "900",
                              "--lake-depth", "0.1", "--out", folder_ / "out"});
  ASSERT_EQ(run.code, 0) << run.errors;
  const GdalSession gdal;
  const Dataset file(GDALDataset::Open(
      Out("bigtujunga_30m_rivers.gpkg").c_str(), GDAL_OF_VECTOR));
  ASSERT_NE(file, nullptr);
  OGRLayer* lakes = file->GetLayerByName("lakes");
  ASSERT_NE(lakes, nullptr);
  ASSERT_NE(lakes->GetSpatialRef(), nullptr);
  ASSERT_GT(lakes->GetFeatureCount(), 3);
  for (const auto& row : *lakes) {
    const OGRMultiPolygon* shape = row->GetGeometryRef()->toMultiPolygon();
    EXPECT_TRUE(shape->IsValid());
    EXPECT_NEAR(shape->get_Area(), row->GetFieldAsDouble("area_m2"), 1);
    EXPECT_GT(row->GetFieldAsDouble("max_depth_m"), 0);
  }
}

TEST_F(CliRivers, WhatCannotBeSaysWhatToDo) {
  const auto errors = [&](std::vector<std::string> extra, int code) {
    std::vector<std::string> args = {"rivers", kDem, "--out", folder_ / "out"};
    args.insert(args.end(), extra.begin(), extra.end());
    const Finished run = Talus(args);
    EXPECT_EQ(run.code, code) << run.errors;
    return run.errors;
  };
  EXPECT_THAT(errors({"--channel-area", "10"}, 2), HasSubstr("900 m^2"));
  EXPECT_THAT(errors({"--format", "shp"}, 2), HasSubstr("geojson"));
  EXPECT_THAT(errors({"--runoff", "-1"}, 2), HasSubstr("--runoff"));
  EXPECT_THAT(errors({"--name", "a/b"}, 2), HasSubstr("a/b"));
}

}  // namespace
}  // namespace talus

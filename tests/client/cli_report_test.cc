// What `talus report` says of rasters.

#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/client/cli_harness.h"

namespace talus {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr char kDem[] = TALUS_TEST_DATA "/bigtujunga_30m.tif";

using CliReport = Cli;

double NumberAt(const google::protobuf::Struct& report, const char* part,
                const char* key) {
  return report.fields()
      .at(part)
      .struct_value()
      .fields()
      .at(key)
      .number_value();
}

TEST_F(CliReport, ARealDemLiesWhereTheLiteratureHasRealLand) {
  const Finished run = Talus({"report", kDem, "--json"});
  ASSERT_EQ(run.code, 0) << run.errors;
  EXPECT_LT(run.output.find("min_m"), run.output.find("hack_exponent"))
      << "in the order of the table";
  google::protobuf::Struct report;
  ASSERT_TRUE(
      google::protobuf::util::JsonStringToMessage(run.output, &report).ok());
  for (const char* key :
       {"hypsometric_integral", "concavity", "hack_exponent", "length_ratio",
        "area_ratio", "drainage_density_per_km"}) {
    const auto& range =
        report.fields().at("real_land").struct_value().fields().at(key);
    EXPECT_GE(NumberAt(report, "measures", key),
              range.struct_value().fields().at("low").number_value())
        << key;
    EXPECT_LE(NumberAt(report, "measures", key),
              range.struct_value().fields().at("high").number_value())
        << key;
  }
}

TEST_F(CliReport, BeforeAndAfterStandSideBySide) {
  ASSERT_EQ(Talus({"generate", recipe_, "--format", "tiff", "--layers",
                   "height", "--size", "200", "--out", folder_ / "out"})
                .code,
            0);
  const std::string land = Out("land_height.tif");
  const Finished alone = Talus({"report", land});
  EXPECT_EQ(alone.code, 0) << alone.errors;
  EXPECT_THAT(alone.output, HasSubstr("95th percentile of slope, deg"));
  EXPECT_THAT(alone.output, ContainsRegex("pits +[0-9.e-]+ +inside +0 to"));
  const Finished both = Talus({"report", land, "--before", kDem});
  EXPECT_EQ(both.code, 0) << both.errors;
  EXPECT_THAT(both.output, HasSubstr("before       after"));
}

TEST_F(CliReport, JsonHasTheCurvesAndPlotsAreWritten) {
  const std::string plots = (folder_ / "plots");
  const Finished run = Talus({"report", kDem, "--json", "--plots", plots});
  ASSERT_EQ(run.code, 0) << run.errors;
  google::protobuf::Struct report;
  ASSERT_TRUE(
      google::protobuf::util::JsonStringToMessage(run.output, &report).ok());
  const auto& curves = report.fields().at("curves").struct_value().fields();
  for (const char* key :
       {"slope_deg_share_per_deg", "aspect_deg_share", "frequency_power_log10",
        "area_share_relief_share", "area_slope_log10", "area_length_log10",
        "area_exceedance_log10"}) {
    EXPECT_GT(curves.at(key).list_value().values_size(), 5) << key;
  }
  for (const char* stem : {"slope_area", "hack", "flow_tail", "hypsometry",
                           "spectrum", "slopes", "aspects"}) {
    const auto png = ReadFile(plots + "/" + stem + ".png", 1 << 20);
    ASSERT_TRUE(png.ok()) << stem;
    EXPECT_THAT(png->substr(1), ::testing::StartsWith("PNG")) << stem;
  }
}

TEST_F(CliReport, WhatIsNoRasterIsToldOf) {
  const Finished run = Talus({"report", recipe_});
  EXPECT_NE(run.code, 0);
  EXPECT_THAT(run.errors, HasSubstr("land.textproto"));
}

}  // namespace
}  // namespace talus

#ifndef TALUS_TESTS_CLIENT_GDALINFO_H_
#define TALUS_TESTS_CLIENT_GDALINFO_H_

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/client/process.h"

namespace talus {

// What the program gdalinfo says of a raster.
struct GdalInfo {
  struct Band {
    std::string type;
    std::string colour;
    std::string description;
    std::string unit;
    std::optional<double> nodata;
    double min = 0;
    double max = 0;
  };
  std::string driver;
  std::vector<double> size;       // columns, rows
  std::vector<double> transform;  // six numbers; none without a place
  std::string wkt;
  std::vector<Band> bands;
};

// Member `name` of a JSON object; null where it has none.
inline google::protobuf::Value Member(const google::protobuf::Struct& object,
                                      const std::string& name) {
  const auto found = object.fields().find(name);
  return found == object.fields().end() ? google::protobuf::Value()
                                        : found->second;
}

inline std::vector<double> Numbers(const google::protobuf::Value& list) {
  std::vector<double> numbers;
  for (const auto& value : list.list_value().values()) {
    numbers.push_back(value.number_value());
  }
  return numbers;
}

inline GdalInfo::Band BandOf(const google::protobuf::Struct& said) {
  GdalInfo::Band band;
  band.type = Member(said, "type").string_value();
  band.colour = Member(said, "colorInterpretation").string_value();
  band.description = Member(said, "description").string_value();
  band.unit = Member(said, "unit").string_value();
  const google::protobuf::Value nodata = Member(said, "noDataValue");
  if (nodata.has_number_value()) band.nodata = nodata.number_value();
  band.min = Member(said, "minimum").number_value();
  band.max = Member(said, "maximum").number_value();
  return band;
}

// Runs gdalinfo on a file, or on the XML of a virtual raster. The range comes
// from its statistics: -mm of GDAL 3.6.2 misses extremes of 16-bit bands.
inline GdalInfo AskGdalInfo(const std::string& raster) {
  const Finished run =
      RunToEnd({GDALINFO_BINARY, "--config", "GDAL_PAM_ENABLED", "NO", "-json",
                "-stats", raster});
  EXPECT_EQ(run.code, 0) << raster << "\n" << run.errors;
  google::protobuf::Struct said;
  const auto status =
      google::protobuf::util::JsonStringToMessage(run.output, &said);
  EXPECT_TRUE(status.ok()) << raster << "\n" << status.ToString();
  GdalInfo info;
  info.driver = Member(said, "driverShortName").string_value();
  info.size = Numbers(Member(said, "size"));
  info.transform = Numbers(Member(said, "geoTransform"));
  info.wkt = Member(Member(said, "coordinateSystem").struct_value(), "wkt")
                 .string_value();
  const google::protobuf::Value bands = Member(said, "bands");
  for (const auto& band : bands.list_value().values()) {
    info.bands.push_back(BandOf(band.struct_value()));
  }
  return info;
}

}  // namespace talus

#endif  // TALUS_TESTS_CLIENT_GDALINFO_H_

#ifndef TALUS_CLIENT_VECTOR_WRITER_H_
#define TALUS_CLIENT_VECTOR_WRITER_H_

#include <ogr_feature.h>
#include <ogr_geometry.h>

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace talus {

struct DestroyFeature {
  void operator()(OGRFeature* feature) const {
    OGRFeature::DestroyFeature(feature);
  }
};
// A row of GDAL's, with its shape.
using OwnedFeature = std::unique_ptr<OGRFeature, DestroyFeature>;

enum class VectorFormat { kGeoPackage, kGeoJson };

struct VectorField {
  std::string name;  // with its unit: "length_m"
  bool whole = false;
};

struct VectorFeature {
  std::unique_ptr<OGRGeometry> shape;
  std::vector<double> values;  // one for each field of its layer
};

// Shapes of one kind with a table of values.
struct VectorLayer {
  std::string name;
  OGRwkbGeometryType kind = wkbUnknown;
  std::vector<VectorField> fields;
  std::vector<VectorFeature> features;
};

// "gpkg" or "geojson": the name of a format, and the ending of its files.
std::string_view VectorFormatName(VectorFormat format);

// Whether a file holds more than one layer.
bool HoldsLayers(VectorFormat format);

// Writes layers to a new file, which replaces what is there once it is whole.
// `wkt` is the coordinate system; empty where there is none. ABORTED or
// PERMISSION_DENIED where it cannot be written; CANCELLED where the work is
// stopped. REQUIRES: one layer, where the format holds no more.
absl::Status WriteVectors(const std::string& path, VectorFormat format,
                          std::span<const VectorLayer> layers,
                          const std::string& wkt, const std::stop_token& stop);

}  // namespace talus

#endif  // TALUS_CLIENT_VECTOR_WRITER_H_

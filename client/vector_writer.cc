#include "client/vector_writer.h"

#include <cpl_string.h>
#include <gdal_priv.h>
#include <ogrsf_frmts.h>

#include <cstdint>
#include <memory>

#include "client/gdal_session.h"
#include "client/pending_file.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

bool WriteLayer(GDALDataset& dataset, const VectorLayer& layer,
                OGRSpatialReference* system, const std::stop_token& stop) {
  OGRLayer* out =
      dataset.CreateLayer(layer.name.c_str(), system, layer.kind, nullptr);
  if (out == nullptr) return false;
  for (const VectorField& field : layer.fields) {
    OGRFieldDefn definition(field.name.c_str(),
                            field.whole ? OFTInteger64 : OFTReal);
    if (out->CreateField(&definition) != OGRERR_NONE) return false;
  }
  for (const VectorFeature& feature : layer.features) {
    if (stop.stop_requested()) return false;
    const OwnedFeature row(OGRFeature::CreateFeature(out->GetLayerDefn()));
    for (size_t i = 0; i < layer.fields.size(); ++i) {
      const int column = static_cast<int>(i);
      if (layer.fields[i].whole) {
        row->SetField(column, static_cast<GIntBig>(feature.values[i]));
      } else {
        row->SetField(column, feature.values[i]);
      }
    }
    if (row->SetGeometry(feature.shape.get()) != OGRERR_NONE ||
        out->CreateFeature(row.get()) != OGRERR_NONE) {
      return false;
    }
  }
  return true;
}

// In one transaction, or each row of a GeoPackage would wait for the disk.
bool WriteLayers(GDALDataset& dataset, std::span<const VectorLayer> layers,
                 OGRSpatialReference* system, const std::stop_token& stop) {
  const bool whole = dataset.TestCapability(ODsCTransactions) != FALSE;
  if (whole && dataset.StartTransaction() != OGRERR_NONE) return false;
  for (const VectorLayer& layer : layers) {
    if (!WriteLayer(dataset, layer, system, stop)) return false;
  }
  return !whole || dataset.CommitTransaction() == OGRERR_NONE;
}

}  // namespace

std::string_view VectorFormatName(VectorFormat format) {
  return format == VectorFormat::kGeoPackage ? "gpkg" : "geojson";
}

bool HoldsLayers(VectorFormat format) {
  return format == VectorFormat::kGeoPackage;
}

absl::Status WriteVectors(const std::string& path, VectorFormat format,
                          std::span<const VectorLayer> layers,
                          const std::string& wkt, const std::stop_token& stop) {
  GdalSession gdal;
  PendingFile file(path);
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName(
      format == VectorFormat::kGeoPackage ? "GPKG" : "GeoJSON");
  OGRSpatialReference system;
  if (!wkt.empty()) system.importFromWkt(wkt.c_str());
  gdal.Forget();
  Dataset dataset(
      driver->Create(file.temporary().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
  if (dataset == nullptr) return gdal.WriteError(path, file.temporary());
  const bool written =
      WriteLayers(*dataset, layers, wkt.empty() ? nullptr : &system, stop);
  dataset.reset();  // flushes; a full disk shows here
  if (stop.stop_requested()) {
    return absl::CancelledError("writing was stopped");
  }
  if (!written || gdal.failed()) {
    return gdal.WriteError(path, file.temporary());
  }
  return file.Commit();
}

}  // namespace talus

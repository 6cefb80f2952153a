#include "client/river_map.h"

#include <gdal_alg.h>
#include <gdal_priv.h>
#include <ogrsf_frmts.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/gdal_session.h"
#include "sim/base/fixed.h"
#include "sim/base/status_macros.h"
#include "sim/flow/channels.h"
#include "sim/flow/drainage.h"
#include "sim/flow/drainage_area.h"
#include "sim/flow/lakes.h"
#include "sim/flow/river_network.h"

namespace talus {
namespace {

constexpr int64_t kParts = 5;

double Meters(int64_t quanta) {
  return static_cast<double>(quanta) / kQuantaPerMeter;
}

std::unique_ptr<OGRGeometry> LineOf(const Reach& reach, const Drainage& d,
                                    const Georeference& georeference) {
  const std::array<double, 6>& t = georeference.transform;
  auto line = std::make_unique<OGRLineString>();
  line->setNumPoints(static_cast<int>(reach.cells.size()));
  for (size_t i = 0; i < reach.cells.size(); ++i) {
    const auto columns = static_cast<CellIndex>(d.width);
    const double x = 0.5 + reach.cells[i] % columns;
    const double y = 0.5 + reach.cells[i] / columns;
    line->setPoint(static_cast<int>(i), t[0] + x * t[1], t[3] + y * t[5]);
  }
  return line;
}

void AddRivers(const std::vector<Reach>& reaches, const Drainage& d,
               const ImportedRaster& land, const RiverOptions& options,
               RiverMap& map) {
  VectorLayer rivers = {"rivers",
                        wkbLineString,
                        {{"id", true},
                         {"to_id", true},
                         {"strahler", true},
                         {"length_m"},
                         {"area_m2"},
                         {"discharge_m3_s"},
                         {"width_m"},
                         {"depth_m"},
                         {"from_m"},
                         {"to_m"}},
                        {}};
  for (size_t i = 0; i < reaches.size(); ++i) {
    const Reach& r = reaches[i];
    const double length = r.length_cells * land.cell_m;
    const double area = r.area_cells * land.cell_m * land.cell_m;
    const double discharge = DischargeOf(area, options.runoff_m);
    rivers.features.push_back(
        {LineOf(r, d, land.georeference),
         {static_cast<double>(i + 1),
          r.to == Reach::kNone ? 0.0 : static_cast<double>(r.to) + 1,
          static_cast<double>(r.order), length, area, discharge,
          options.geometry.Width(discharge), options.geometry.Depth(discharge),
          Meters(d.filled[r.cells.front()]),
          Meters(d.filled[r.cells.back()])}});
    map.length_m += length;
    map.largest_order = std::max<int>(map.largest_order, r.order);
  }
  map.reaches = static_cast<int64_t>(reaches.size());
  map.layers.push_back(std::move(rivers));
}

// The outlines of labelled cells, one shape of many parts for each label from 1
// on. Cells that touch at a corner only make parts of their own, since no valid
// polygon touches itself.
absl::StatusOr<std::vector<std::unique_ptr<OGRMultiPolygon>>> OutlinesOf(
    std::vector<int32_t>& label, size_t count, const Drainage& d,
    const Georeference& georeference) {
  GdalSession gdal;
  const auto refused = [&] { return gdal.ReadError("the outlines of lakes"); };
  std::vector<std::unique_ptr<OGRMultiPolygon>> outlines(count);
  for (auto& outline : outlines) outline = std::make_unique<OGRMultiPolygon>();
  GDALDriverManager* drivers = GetGDALDriverManager();
  Dataset raster(drivers->GetDriverByName("MEM")->Create(
      "", static_cast<int>(d.width), static_cast<int>(d.height), 1, GDT_Int32,
      nullptr));
  Dataset shapes(drivers->GetDriverByName("Memory")->Create(
      "", 0, 0, 0, GDT_Unknown, nullptr));
  if (raster == nullptr || shapes == nullptr) return refused();
  std::array<double, 6> transform = georeference.transform;
  raster->SetGeoTransform(transform.data());
  GDALRasterBand* band = raster->GetRasterBand(1);
  OGRLayer* layer = shapes->CreateLayer("outlines", nullptr, wkbPolygon);
  OGRFieldDefn field("label", OFTInteger);
  if (layer == nullptr || layer->CreateField(&field) != OGRERR_NONE ||
      band->RasterIO(GF_Write, 0, 0, static_cast<int>(d.width),
                     static_cast<int>(d.height), label.data(),
                     static_cast<int>(d.width), static_cast<int>(d.height),
                     GDT_Int32, 0, 0, nullptr) != CE_None ||
      // The band is its own mask: 0 is dry.
      GDALPolygonize(band, band, OGRLayer::ToHandle(layer), 0, nullptr, nullptr,
                     nullptr) != CE_None) {
    return refused();
  }
  for (;;) {
    const OwnedFeature row(layer->GetNextFeature());
    if (row == nullptr) return outlines;
    const auto of = static_cast<size_t>(row->GetFieldAsInteger(0)) - 1;
    outlines[of]->addGeometryDirectly(row->StealGeometry());
  }
}

absl::Status AddLakes(Lakes lakes, const Drainage& d,
                      const ImportedRaster& land, RiverMap& map) {
  VectorLayer shapes = {
      "lakes",
      wkbMultiPolygon,
      {{"id", true}, {"level_m"}, {"max_depth_m"}, {"area_m2"}, {"volume_m3"}},
      {}};
  TALUS_ASSIGN_OR_RETURN(
      auto outlines,
      OutlinesOf(lakes.label, lakes.lakes.size(), d, land.georeference));
  const double cell_area = land.cell_m * land.cell_m;
  for (size_t i = 0; i < lakes.lakes.size(); ++i) {
    const Lake& lake = lakes.lakes[i];
    const double area = static_cast<double>(lake.cells) * cell_area;
    shapes.features.push_back(
        {std::move(outlines[i]),
         {static_cast<double>(i + 1), Meters(lake.level),
          Meters(lake.max_depth), area, Meters(lake.volume) * cell_area}});
    map.lake_area_m2 += area;
  }
  map.lakes = static_cast<int64_t>(lakes.lakes.size());
  map.layers.push_back(std::move(shapes));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<RiverMap> MapRivers(const ImportedRaster& land,
                                   const RiverOptions& options,
                                   const std::stop_token& stop,
                                   const RiverProgress& progress) {
  const double cell_area = land.cell_m * land.cell_m;
  if (options.channel_area_m2 < cell_area) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--channel-area %g is less than a cell of this raster, %g m^2; raise "
        "it: at 100 cells and more rivers are lines",
        options.channel_area_m2, cell_area));
  }
  int64_t parts = 0;
  const auto next = [&] { progress(parts++, kParts); };
  next();
  Outlets outlets;
  if (options.sea_level_m) {
    outlets.base_level = static_cast<int32_t>(
        std::lround(*options.sea_level_m * kQuantaPerMeter));
  }
  TALUS_ASSIGN_OR_RETURN(const Drainage d,
                         DrainageOf(land.data->quanta, outlets, stop));
  next();
  TALUS_ASSIGN_OR_RETURN(const auto area, DrainageArea(d, stop));
  next();
  const double threshold = std::min(
      std::ceil(options.channel_area_m2 / cell_area), double{UINT32_MAX});
  TALUS_ASSIGN_OR_RETURN(
      const std::vector<Reach> reaches,
      ReachesOf(d, area,
                StrahlerOrders(d, area, static_cast<uint32_t>(threshold)),
                stop));
  next();
  const double least_depth =
      std::min(options.lake_depth_m * kQuantaPerMeter, double{INT32_MAX});
  TALUS_ASSIGN_OR_RETURN(
      Lakes lakes,
      LakesOf(land.data->quanta, d,
              static_cast<int64_t>(
                  std::min(std::ceil(options.lake_area_m2 / cell_area), 1e15)),
              std::max(1, static_cast<int32_t>(least_depth)), stop));
  next();
  RiverMap map;
  AddRivers(reaches, d, land, options, map);
  TALUS_RETURN_IF_ERROR(AddLakes(std::move(lakes), d, land, map));
  next();
  return map;
}

}  // namespace talus

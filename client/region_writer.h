#ifndef TALUS_CLIENT_REGION_WRITER_H_
#define TALUS_CLIENT_REGION_WRITER_H_

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "client/export_format.h"
#include "client/georeference.h"
#include "client/region_job.h"

namespace talus {

struct ExportOptions {
  std::string folder;
  std::string name;  // files are <name>_<layer>.<ending> and <name>.json
  ExportFormats formats;
  LayerSet layers;  // whose values are written
  Rect region;      // what is written; the mosaic may cover a cell more
  Georeference georeference;
  std::optional<double> nodata;  // of the imported raster
  std::string caption;
  std::optional<std::pair<double, double>> tint_m;
  std::optional<double> sea_m;  // of pictures
  double z_factor = 1;          // of pictures
};

// Writes a finished region: the layers in every format, the pictures, the
// recipe, and last the sidecar that describes them. Each file appears whole or
// not at all; an older sidecar of that name goes first, so that after an error
// or `stop` those that were finished stay, without a sidecar. Returns the
// paths, pictures first, the sidecar last.
absl::StatusOr<std::vector<std::string>> WriteRegion(
    const FinishedRegion& finished, const RegionQuery& query,
    const ExportOptions& options, std::stop_token stop);

// Layers that the formats need, of those that the recipe makes.
LayerSet LayersFor(const ExportFormats& formats, LayerSet values,
                   LayerSet made);
// The region itself, or one cell more on each side where a picture wants it and
// the world and the largest region have it.
Rect RegionFor(const ExportFormats& formats, const Rect& region, int level);

}  // namespace talus

#endif  // TALUS_CLIENT_REGION_WRITER_H_

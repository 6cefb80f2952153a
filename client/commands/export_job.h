#ifndef TALUS_CLIENT_COMMANDS_EXPORT_JOB_H_
#define TALUS_CLIENT_COMMANDS_EXPORT_JOB_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/commands/command.h"
#include "client/commands/flags.h"
#include "client/region_writer.h"

namespace talus {

// A region that is made and written.
struct ExportJob {
  std::string name;
  RegionQuery query;  // request.level and request.region are what is wanted
  ExportFormats formats;
  std::string layers;  // as in --layers
  std::string folder;
  std::vector<std::string> inputs;     // files that must not be replaced
  std::optional<Georeference> raster;  // of an imported raster at (0, 0)
  std::optional<double> nodata;        // of that raster
  std::optional<std::pair<double, double>> tint_m;
  double z_factor = 1;
};

struct ExportReport {
  std::vector<std::string> paths;
  int64_t cell_passes = 0;
  double making_s = 0;
  double writing_s = 0;
};

// Says what it costs, makes the region with progress, writes the files.
absl::StatusOr<ExportReport> RunExport(const Session& session,
                                       const SourceFlags& source,
                                       ExportJob job);

// Paths, one a line, to session.out; times to session.err.
void PrintReport(const Session& session, const ExportReport& report);

}  // namespace talus

#endif  // TALUS_CLIENT_COMMANDS_EXPORT_JOB_H_

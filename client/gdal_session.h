#ifndef TALUS_CLIENT_GDAL_SESSION_H_
#define TALUS_CLIENT_GDAL_SESSION_H_

#include <gdal_priv.h>

#include <memory>
#include <string>

#include "absl/status/status.h"

namespace talus {

// Registers GDAL's drivers, once. While one lives, GDAL's errors on this thread
// go to Error() and not to stderr.
class GdalSession {
 public:
  GdalSession();
  ~GdalSession();
  GdalSession(const GdalSession&) = delete;
  GdalSession& operator=(const GdalSession&) = delete;

  // ABORTED with the last thing that GDAL complained of; RESOURCE_EXHAUSTED
  // where that was memory.
  absl::Status Error(const std::string& what, const std::string& path) const;
};

struct CloseDataset {
  void operator()(GDALDataset* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<GDALDataset, CloseDataset>;

}  // namespace talus

#endif  // TALUS_CLIENT_GDAL_SESSION_H_

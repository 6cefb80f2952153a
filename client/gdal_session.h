#ifndef TALUS_CLIENT_GDAL_SESSION_H_
#define TALUS_CLIENT_GDAL_SESSION_H_

#include <cpl_error.h>
#include <gdal_priv.h>

#include <memory>
#include <string>

#include "absl/status/status.h"

namespace talus {

// Registers GDAL's drivers, once. While one lives, GDAL's errors on this thread
// go to it and not to stderr.
class GdalSession {
 public:
  GdalSession();
  ~GdalSession();
  GdalSession(const GdalSession&) = delete;
  GdalSession& operator=(const GdalSession&) = delete;

  // Forgets what GDAL has complained of so far.
  void Forget();
  // Whether GDAL has complained of a failure since.
  bool failed() const { return failed_; }
  // The first complaint, of failures rather than warnings, on one line; empty
  // where there is none.
  const std::string& complaint() const { return complaint_; }

  // "cannot read `path`: " and why. ABORTED, or RESOURCE_EXHAUSTED where memory
  // was lacking.
  absl::Status ReadError(const std::string& path) const;
  // "cannot write `path`: " and why: what the system said where the disk is
  // full, a limit on file sizes is reached or the disk is broken, else GDAL's
  // complaint with `temporary` called `path`.
  absl::Status WriteError(const std::string& path,
                          const std::string& temporary) const;

 private:
  static void Handle(CPLErr kind, CPLErrorNum number, const char* message);

  bool failed_ = false;
  bool lacks_memory_ = false;
  int error_ = 0;  // errno at the first failure
  std::string complaint_;
};

struct CloseDataset {
  void operator()(GDALDataset* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<GDALDataset, CloseDataset>;

}  // namespace talus

#endif  // TALUS_CLIENT_GDAL_SESSION_H_

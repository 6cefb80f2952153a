#include "client/gdal_session.h"

#include <cpl_conv.h>
#include <cpl_error.h>

#include <mutex>

#include "absl/strings/str_cat.h"

namespace talus {

GdalSession::GdalSession() {
  static std::once_flag registered;
  std::call_once(registered, [] { GDALAllRegister(); });
  CPLPushErrorHandler(CPLQuietErrorHandler);
  CPLErrorReset();
}

GdalSession::~GdalSession() { CPLPopErrorHandler(); }

absl::Status GdalSession::Error(const std::string& what,
                                const std::string& path) const {
  const std::string message =
      absl::StrCat(what, " ", path, ": ", CPLGetLastErrorMsg());
  if (CPLGetLastErrorNo() == CPLE_OutOfMemory) {
    return absl::ResourceExhaustedError(message);
  }
  return absl::AbortedError(message);
}

}  // namespace talus

#include "client/gdal_session.h"

#include <cpl_conv.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <mutex>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/pending_file.h"

namespace talus {
namespace {

// Fewer free bytes than this are a full disk: a file system keeps some back.
constexpr uint64_t kFullBytes = uint64_t{64} << 10;

bool IsOfTheDisk(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO ||
         error == EROFS;
}

bool IsFull(const std::string& path) {
  const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
  struct statvfs room = {};
  return statvfs(folder.empty() ? "." : folder.c_str(), &room) == 0 &&
         uint64_t{room.f_bavail} * room.f_frsize < kFullBytes;
}

std::string OnOneLine(const std::string& message) {
  std::string line(absl::StripAsciiWhitespace(message));
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

}  // namespace

GdalSession::GdalSession() {
  static std::once_flag registered;
  std::call_once(registered, [] { GDALAllRegister(); });
  CPLPushErrorHandlerEx(&GdalSession::Handle, this);
  Forget();
}

GdalSession::~GdalSession() { CPLPopErrorHandler(); }

void GdalSession::Forget() {
  CPLErrorReset();
  failed_ = false;
  lacks_memory_ = false;
  error_ = 0;
  complaint_.clear();
  errno = 0;
}

void GdalSession::Handle(CPLErr kind, CPLErrorNum number, const char* message) {
  const int error = errno;
  auto& session = *static_cast<GdalSession*>(CPLGetErrorHandlerUserData());
  if (kind < CE_Warning || session.failed_) return;
  if (kind == CE_Warning && !session.complaint_.empty()) return;
  session.complaint_ = OnOneLine(message);
  if (kind == CE_Warning) return;
  // What fails first is the cause; what GDAL says later follows from it.
  session.failed_ = true;
  session.lacks_memory_ = number == CPLE_OutOfMemory;
  session.error_ = error;
}

absl::Status GdalSession::ReadError(const std::string& path) const {
  const std::string message =
      absl::StrCat("cannot read ", path, ": ",
                   complaint_.empty() ? "GDAL does not say why" : complaint_);
  return lacks_memory_ ? absl::ResourceExhaustedError(message)
                       : absl::AbortedError(message);
}

absl::Status GdalSession::WriteError(const std::string& path,
                                     const std::string& temporary) const {
  if (IsOfTheDisk(error_)) return FileError("cannot write", path, error_);
  if (IsFull(path)) return FileError("cannot write", path, ENOSPC);
  const std::string why = absl::StrReplaceAll(complaint_, {{temporary, path}});
  const std::string message = absl::StrCat(
      "cannot write ", path, ": ", why.empty() ? "GDAL does not say why" : why);
  return lacks_memory_ ? absl::ResourceExhaustedError(message)
                       : absl::AbortedError(message);
}

}  // namespace talus

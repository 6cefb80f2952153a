#include "client/pending_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

using File = std::unique_ptr<FILE, int (*)(FILE*)>;

absl::StatusOr<File> Open(const std::string& path, const char* mode,
                          const std::string& what) {
  errno = 0;
  File file(std::fopen(path.c_str(), mode), &std::fclose);
  if (file == nullptr) return FileError(what, path, errno);
  return file;
}

std::string TemporaryFor(const std::string& path) {
  const std::filesystem::path p(path);
  return (p.parent_path() /
          absl::StrCat(".partial-", getpid(), "-", p.filename().string()))
      .string();
}

}  // namespace

absl::Status FileError(const std::string& what, const std::string& path,
                       int error) {
  const std::string message =
      absl::StrCat(what, " ", path, ": ", std::strerror(error));
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return absl::ResourceExhaustedError(message);
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(message);
    default:
      return absl::NotFoundError(message);
  }
}

PendingFile::PendingFile(const std::string& path)
    : path_(path), temporary_(TemporaryFor(path)) {}

PendingFile::~PendingFile() {
  if (!committed_) std::remove(temporary_.c_str());
}

absl::Status PendingFile::Commit() {
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return FileError("cannot write", path_, errno);
  }
  committed_ = true;
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     size_t max_bytes) {
  if (std::error_code error; std::filesystem::is_directory(path, error)) {
    return FileError("cannot read", path, EISDIR);
  }
  TALUS_ASSIGN_OR_RETURN(const File file, Open(path, "rb", "cannot read"));
  std::string bytes;
  char buffer[1 << 16];
  size_t got;
  while ((got = std::fread(buffer, 1, sizeof(buffer), file.get())) > 0) {
    bytes.append(buffer, got);
    if (bytes.size() > max_bytes) {
      return absl::ResourceExhaustedError(absl::StrCat(
          path, " is longer than the ", max_bytes, " bytes that are read"));
    }
  }
  if (std::ferror(file.get())) return FileError("cannot read", path, EIO);
  return bytes;
}

absl::Status WriteFile(const std::string& path, std::string_view bytes) {
  PendingFile pending(path);
  TALUS_ASSIGN_OR_RETURN(File file,
                         Open(pending.temporary(), "wb", "cannot write"));
  errno = 0;
  const bool written =
      std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  if (std::fclose(file.release()) != 0 || !written) {
    return FileError("cannot write", path, errno);
  }
  return pending.Commit();
}

absl::StatusOr<std::string> HashFile(const std::string& path) {
  TALUS_ASSIGN_OR_RETURN(const File file, Open(path, "rb", "cannot read"));
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  size_t got;
  while ((got = std::fread(buffer.data(), 1, buffer.size(), file.get())) > 0) {
    hash.Update(buffer.data(), got);
  }
  if (std::ferror(file.get())) return FileError("cannot read", path, EIO);
  return ToHex(hash.Finish());
}

absl::Status MakeFolder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error)) {
    return FileError("cannot make folder", path, ENOTDIR);
  }
  if (error) return FileError("cannot make folder", path, error.value());
  return absl::OkStatus();
}

}  // namespace talus

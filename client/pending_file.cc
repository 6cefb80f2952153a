#include "client/pending_file.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <climits>
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

// Opens a file to read. Pipes and devices may hold a reader up for ever, and no
// signal ends that.
absl::StatusOr<File> OpenToRead(const std::string& path) {
  TALUS_RETURN_IF_ERROR(CheckRegularFile(path));
  errno = 0;
  File file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (file == nullptr) return FileError("cannot read", path, errno);
  return file;
}

// What names of temporary files begin with, up to the number of the process.
// Hosts may share a folder.
const std::string& TemporaryPrefix() {
  static const std::string prefix = [] {
    char host[HOST_NAME_MAX + 1] = {};
    gethostname(host, HOST_NAME_MAX);
    return absl::StrCat(".partial-", host, "-");
  }();
  return prefix;
}

std::string TemporaryFor(const std::string& path) {
  const std::filesystem::path p(path);
  return (p.parent_path() /
          absl::StrCat(TemporaryPrefix(), getpid(), "-", p.filename().string()))
      .string();
}

// Whether the name is that of a temporary file of a process that is no more.
bool IsAbandoned(std::string_view name) {
  const std::string& prefix = TemporaryPrefix();
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  pid_t process = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), process);
  return error == std::errc() && process > 0 &&
         end != name.data() + name.size() && *end == '-' &&
         kill(process, 0) != 0 && errno == ESRCH;
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
    case EIO:
      return absl::AbortedError(message);
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(message);
    default:
      return absl::NotFoundError(message);
  }
}

absl::Status CheckRegularFile(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) {
    return FileError("cannot read", path, errno);
  }
  if (S_ISREG(info.st_mode)) return absl::OkStatus();
  if (S_ISDIR(info.st_mode)) return FileError("cannot read", path, EISDIR);
  return absl::NotFoundError(absl::StrCat("cannot read ", path, ": it is a ",
                                          S_ISFIFO(info.st_mode)   ? "pipe"
                                          : S_ISSOCK(info.st_mode) ? "socket"
                                                                   : "device",
                                          "; give a regular file"));
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

void RemoveAbandoned(const std::string& folder) {
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator();
       entry.increment(error)) {
    if (IsAbandoned(entry->path().filename().string())) {
      std::remove(entry->path().c_str());
    }
  }
}

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     size_t max_bytes) {
  TALUS_ASSIGN_OR_RETURN(const File file, OpenToRead(path));
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
  errno = 0;
  File file(std::fopen(pending.temporary().c_str(), "wb"), &std::fclose);
  if (file == nullptr) return FileError("cannot write", path, errno);
  const bool written =
      std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  if (std::fclose(file.release()) != 0 || !written) {
    return FileError("cannot write", path, errno);
  }
  return pending.Commit();
}

absl::StatusOr<std::string> HashFile(const std::string& path) {
  TALUS_ASSIGN_OR_RETURN(const File file, OpenToRead(path));
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  size_t got;
  while ((got = std::fread(buffer.data(), 1, buffer.size(), file.get())) > 0) {
    hash.Update(buffer.data(), got);
  }
  if (std::ferror(file.get())) return FileError("cannot read", path, EIO);
  return ToHex(hash.Finish());
}

absl::Status RemoveFile(const std::string& path) {
  if (unlink(path.c_str()) == 0 || errno == ENOENT) return absl::OkStatus();
  return FileError("cannot replace", path, errno);
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

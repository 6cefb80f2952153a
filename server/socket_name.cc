#include "server/socket_name.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Keeps servers from changing names of sockets in one folder at once.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder)
      : fd_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (fd_ >= 0 && flock(fd_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderLock() {
    if (fd_ >= 0) close(fd_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const int fd_;
};

absl::Status Errno(const std::string& what) {
  return absl::UnknownError(absl::StrCat(what, ": ", std::strerror(errno)));
}

bool SomebodyListens(const std::string& path) {
  const sockaddr_un address = SocketAddress(path);
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const bool refused = connect(fd, reinterpret_cast<const sockaddr*>(&address),
                               sizeof(address)) != 0 &&
                       errno == ECONNREFUSED;
  close(fd);
  return !refused;  // a full line of callers is a living server too
}

// Removes a socket that nobody listens on.
absl::Status RemoveStale(const std::string& path) {
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0) {
    return errno == ENOENT ? absl::OkStatus() : Errno(path);
  }
  if (!S_ISSOCK(found.st_mode)) {
    return absl::AlreadyExistsError(
        absl::StrCat(path, " is there and is no socket"));
  }
  if (SomebodyListens(path)) {
    return absl::AlreadyExistsError(
        absl::StrCat("another server listens on ", path));
  }
  return unlink(path.c_str()) == 0 ? absl::OkStatus() : Errno(path);
}

}  // namespace

sockaddr_un SocketAddress(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  return address;
}

std::string SocketName::UnusedBeside(const std::string& path) {
  std::random_device entropy;
  return absl::StrCat(path, ".", absl::Hex(entropy(), absl::kZeroPad8));
}

absl::StatusOr<std::unique_ptr<SocketName>> SocketName::Take(
    const std::string& bound, const std::string& path) {
  const FolderLock lock(FolderOf(path));
  TALUS_RETURN_IF_ERROR(RemoveStale(path));
  struct stat own {};
  if (lstat(bound.c_str(), &own) != 0) return Errno(bound);
  if (rename(bound.c_str(), path.c_str()) != 0) return Errno(path);
  return std::unique_ptr<SocketName>(
      new SocketName(path, own.st_dev, own.st_ino));
}

SocketName::SocketName(std::string path, dev_t device, ino_t inode)
    : path_(std::move(path)), device_(device), inode_(inode) {}

SocketName::~SocketName() {
  const FolderLock lock(FolderOf(path_));
  struct stat found {};
  if (lstat(path_.c_str(), &found) == 0 && found.st_dev == device_ &&
      found.st_ino == inode_) {
    unlink(path_.c_str());
  }
}

}  // namespace talus

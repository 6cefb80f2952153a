#ifndef TALUS_SERVER_SOCKET_NAME_H_
#define TALUS_SERVER_SOCKET_NAME_H_

#include <sys/types.h>
#include <sys/un.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace talus {

// What the system calls the socket at `path`.
sockaddr_un SocketAddress(const std::string& path);

// The name that a listening socket has in the file system, owned by one server.
// gRPC binds a socket by taking its name from whoever has it, and removes the
// name at its end whosever it is by then; so it is let bind a name that nobody
// else uses, which then is given the name that clients know.
class SocketName {
 public:
  // A name beside `path` to bind, as much longer as wire/address.cc leaves room
  // for.
  static std::string UnusedBeside(const std::string& path);

  // Gives the socket bound at `bound` the name `path` instead. Takes the place
  // of a socket that nobody listens on; ALREADY_EXISTS where somebody does, or
  // where the file is no socket.
  static absl::StatusOr<std::unique_ptr<SocketName>> Take(
      const std::string& bound, const std::string& path);

  // Removes the name, where it is still that of the same socket.
  ~SocketName();
  SocketName(const SocketName&) = delete;
  SocketName& operator=(const SocketName&) = delete;

 private:
  SocketName(std::string path, dev_t device, ino_t inode);

  const std::string path_;
  const dev_t device_;
  const ino_t inode_;
};

}  // namespace talus

#endif  // TALUS_SERVER_SOCKET_NAME_H_
